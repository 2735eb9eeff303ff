"""The pure rules: catalogue, licences, recommendation, kinds of folders, progress, words."""

from __future__ import annotations

import datetime
import json
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest
from huggingface_hub.errors import HfHubHTTPError

from app.base.settings import ModelSettings
from app.models import licences
from app.models.catalogue import CatalogueFile, load_catalogue, resources_folder
from app.models.errors import ModelError
from app.models.hub import (
    HubOptions,
    backoff_s,
    choose_endpoint,
    choose_offline,
    explain,
    retry_after_s,
    worth_retrying,
)
from app.models.install import bundle_bytes, hub_options
from app.models.machine import GB, Machine, describe_machine, recommend_precision
from app.models.progress import Progress, RateMeter, seconds_left
from app.models.source import bundle_id, classify
from app.models.words import describe_left, describe_progress
from tests.synthetic_checkpoint import PUBLISHED_BYTES, REPOSITORY, REVISION, write_checkpoint

# The catalogue


def test_the_catalogue_pins_the_published_checkpoint() -> None:
    entry = load_catalogue().entry("confucius4-r2t2")
    assert (entry.repository, entry.revision) == (REPOSITORY, REVISION)
    sizes = {file.path: file.size for file in entry.files}
    assert sizes["model.safetensors"] == PUBLISHED_BYTES
    assert {"config.json", "tokenizer.json"} <= set(sizes)
    assert all(file.sha256 and len(file.sha256) == 64 for file in entry.files)
    assert len(entry.languages) == 30
    assert entry.hardware
    assert entry.licence is not None
    assert entry.licence.needs_acceptance


def test_the_starter_model_is_offered_without_a_download() -> None:
    entry = load_catalogue().entry("starter")
    assert entry.kind == "included"
    assert entry.download_bytes == 0


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 2, "models": []}', '{"format": 1, "models": [{}]}'])
def test_a_broken_catalogue_is_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "catalogue.json"
    path.write_text(text)
    with pytest.raises(ModelError, match="list of models"):
        load_catalogue(path)


def test_an_unknown_model_names_the_known_ones() -> None:
    with pytest.raises(ModelError, match="Available: starter, confucius4-r2t2"):
        load_catalogue().entry("whisper")


# Licences


def test_a_licence_asks_until_it_is_accepted_and_keeps_day_and_version() -> None:
    licence = load_catalogue().entry("confucius4-r2t2").licence
    assert licence is not None
    assert not licences.is_accepted(ModelSettings(), licence)
    settings = licences.accept(ModelSettings(), licence, today=datetime.date(2026, 11, 30))
    assert licences.is_accepted(settings, licence)
    (kept,) = settings.accepted
    assert (kept.date, kept.version) == ("2026-11-30", licence.version)
    assert licences.accept(settings, licence, today=datetime.date(2026, 12, 1)).accepted[0].date == "2026-12-01"
    assert len(licences.accept(settings, licence).accepted) == 1


def test_both_languages_of_the_licence_are_complete() -> None:
    licence = load_catalogue().entry("confucius4-r2t2").licence
    assert licence is not None
    texts = licences.texts_of(licence)
    assert set(texts) == {"en", "zh"}
    for number in range(1, 9):
        assert f"\n{number}. " in texts["en"]
        assert f"\n{number}." in texts["zh"]
    assert "100 million monthly active users" in texts["en"]
    assert "月活跃用户数超过1亿" in texts["zh"]


def test_the_notice_has_the_sentence_that_the_licence_demands() -> None:
    licence = load_catalogue().entry("confucius4-r2t2").licence
    assert licence is not None
    texts = licences.texts_of(licence)
    travelling = licences.notices(licence, licences.accept(ModelSettings(), licence, today=datetime.date(2026, 11, 30)))
    assert set(travelling) == {"LICENSE.en.txt", "LICENSE.zh.txt", "NOTICE.txt"}
    notice = " ".join(travelling["NOTICE.txt"].split())
    demanded = texts["en"].split("accompanying documentation: “")[1].split("”")[0]
    assert demanded in notice
    assert texts["zh"].split("清晰声明“")[1].split("”")[0] in notice
    assert "accepted on 2026-11-30" in notice


@pytest.mark.parametrize(
    ("files", "asks"),
    [
        ({}, False),
        ({"NOTICE": "whatever"}, False),
        ({"MODEL_LICENSE": "{en}"}, False),
        ({"MODEL_LICENSE": "\ufeff  {en}\r\n\r\n", "MODEL_LICENSE_zh": "{zh}"}, False),
        ({"MODEL_LICENSE": "{en} And one more thing."}, True),
        ({"LICENSE": "All rights reserved."}, True),
    ],
)
def test_only_a_text_that_says_something_else_asks_again(files: dict[str, str], asks: bool) -> None:
    licence = load_catalogue().entry("confucius4-r2t2").licence
    assert licence is not None
    texts = licences.texts_of(licence)
    settings = licences.accept(ModelSettings(), licence)
    there = {name: text.replace("{en}", texts["en"]).replace("{zh}", texts["zh"]) for name, text in files.items()}
    unseen = licences.unseen_text(licence, there, settings)
    assert bool(unseen) is asks
    if unseen:
        settings = licences.accept(settings, licence, unseen)
        assert licences.unseen_text(licence, there, settings) == ""
        assert licences.is_accepted(settings, licence), "the first acceptance stays"


# What suits this machine


@pytest.mark.parametrize(
    ("machine", "precision", "reason"),
    [
        (Machine(cuda=True, graphics_bytes=24 * GB, memory_bytes=64 * GB), "fp16", "NVIDIA"),
        (Machine(cuda=True, graphics_bytes=0, memory_bytes=16 * GB), "fp16", "NVIDIA"),
        (Machine(cuda=True, graphics_bytes=4 * GB, memory_bytes=16 * GB), "int8", "4 GB of memory, too little"),
        (Machine(cuda=True, graphics_bytes=4 * GB, memory_bytes=5 * GB), "int8", "5 GB of memory"),
        (Machine(directml=True, memory_bytes=16 * GB), "fp16", "DirectML"),
        (Machine(memory_bytes=16 * GB), "int8", "processor"),
        (Machine(memory_bytes=4 * GB), "int8", "4 GB of memory"),
        (Machine(), "int8", "processor"),
    ],
)
def test_the_recommendation_fits_the_machine_and_says_why(machine: Machine, precision: str, reason: str) -> None:
    chosen, sentence = recommend_precision(machine)
    assert chosen == precision
    assert reason in sentence
    assert sentence.endswith(".")


def test_this_machine_can_be_described() -> None:
    machine = describe_machine()
    assert machine.memory_bytes > 256_000_000


# Folders that a user points at


def test_a_checkpoint_and_a_bundle_are_told_apart(tiny_checkpoint: Path, tiny_bundle: Path) -> None:
    catalogue = load_catalogue()
    assert classify(tiny_checkpoint, catalogue).kind == "checkpoint"
    assert classify(tiny_bundle, catalogue).kind == "bundle"


def test_a_cache_folder_of_the_hub_is_looked_into(tmp_path: Path) -> None:
    snapshot = write_checkpoint(tmp_path, snapshot=True)
    source = classify(snapshot.parent.parent, load_catalogue())
    assert source.folder == snapshot
    (snapshot.parent / "other").mkdir()
    (snapshot.parent / "other" / "config.json").touch()
    with pytest.raises(ModelError, match="several versions"):
        classify(snapshot.parent.parent, load_catalogue())


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("model.gguf", "GGUF"), ("model.safetensors.part", "incomplete"), ("photo.jpg", "contains no model")],
)
def test_a_folder_without_a_model_says_what_is_missing(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / name).touch()
    with pytest.raises(ModelError, match=sentence):
        classify(tmp_path, load_catalogue())


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="does not exist"):
        classify(tmp_path / "x", load_catalogue())


def test_the_known_model_is_recognised_by_its_files(tmp_path: Path) -> None:
    catalogue = load_catalogue()
    entry = replace(catalogue.entry("confucius4-r2t2"), files=(CatalogueFile("config.json", 2, None),))
    mine = replace(catalogue, entries=(entry,))
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "a.safetensors").touch()
    assert classify(tmp_path, mine).entry == entry
    (tmp_path / "config.json").write_text("{ }")
    assert classify(tmp_path, mine).entry is None


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("Confucius4-R2T2", "Confucius4-R2T2-int8"),
        ("我的 模型 🎙", "我的-模型-🎙-int8"),
        ('a/b\\c:d*e?"<>|', "a-b-c-d-e-int8"),
        ("..", "model-int8"),
        ("x" * 300, "x" * 60 + "-int8"),
    ],
)
def test_a_name_becomes_a_folder_name(name: str, folder: str) -> None:
    assert bundle_id(name, "int8") == folder


# The hub


@pytest.mark.parametrize(
    ("mirror", "environment", "endpoint"),
    [
        ("", {}, "https://huggingface.co"),
        ("", {"HF_ENDPOINT": "https://hf.example/"}, "https://hf.example"),
        (" https://mirror.example/ ", {"HF_ENDPOINT": "https://hf.example"}, "https://mirror.example"),
    ],
)
def test_the_mirror_comes_before_the_environment(mirror: str, environment: dict[str, str], endpoint: str) -> None:
    assert choose_endpoint(mirror, environment) == endpoint


@pytest.mark.parametrize(
    ("setting", "environment", "offline"),
    [
        (False, {}, False),
        (True, {}, True),
        (False, {"HF_HUB_OFFLINE": "1"}, True),
        (False, {"HF_HUB_OFFLINE": "0"}, False),
    ],
)
def test_offline_by_setting_or_variable(setting: bool, environment: dict[str, str], offline: bool) -> None:
    assert choose_offline(setting, environment) is offline


def test_the_settings_reach_the_hub() -> None:
    settings = ModelSettings(mirror="https://m.example", proxy=" http://p:1 ", token=" t ", offline=True)
    options = hub_options(settings, {})
    assert (options.endpoint, options.proxy, options.token, options.offline) == (
        "https://m.example",
        "http://p:1",
        "t",
        True,
    )
    assert options.host == "m.example"
    assert not options.use_login, "a login's token is for the hub, not for a mirror"
    assert hub_options(ModelSettings(), {}).use_login


def response(status: int, headers: dict[str, str] | None = None) -> HfHubHTTPError:
    answer = httpx2.Response(status, headers=headers, request=httpx2.Request("GET", "https://hub.example/x"))
    return HfHubHTTPError("no", response=answer)


@pytest.mark.parametrize(
    ("error", "again"),
    [
        (response(429), True),
        (response(503), True),
        (response(404), False),
        (response(401), False),
        (httpx2.ReadTimeout("slow"), True),
        (httpx2.ConnectError("no route"), True),
        (httpx2.UnsupportedProtocol("ftp"), False),
        (ValueError("nonsense"), False),
    ],
)
def test_which_failures_may_pass(error: Exception, again: bool) -> None:
    assert worth_retrying(error) is again


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [({}, 3.0), ({"Retry-After": "7"}, 7.0), ({"Retry-After": "86400"}, 60.0), ({"Retry-After": "soon"}, 3.0)],
)
def test_the_hub_may_say_how_long_to_wait(headers: dict[str, str], seconds: float) -> None:
    assert retry_after_s(response(429, headers), 3.0) == seconds


def test_pauses_double_up_to_a_minute() -> None:
    assert [backoff_s(n, 1.0) for n in (1, 2, 3, 20)] == [1.0, 2.0, 4.0, 60.0]


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (httpx2.ConnectError("[SSL: CERTIFICATE_VERIFY_FAILED] self-signed certificate"), "could not be verified"),
        (httpx2.ConnectError("Name or service not known"), "Could not connect"),
        (httpx2.ProxyError("407 Proxy Authentication Required"), "proxy refused"),
        (httpx2.RemoteProtocolError("peer closed connection"), "was lost"),
        (json.JSONDecodeError("Expecting value", "<html>", 0), "invalid response"),
    ],
)
def test_every_failure_names_the_host_in_one_sentence(error: Exception, sentence: str) -> None:
    text = explain(error, HubOptions(endpoint="https://hub.example"), "a/b")
    assert sentence in text
    assert "hub.example" in text
    assert "\n" not in text


# Progress


def test_speed_is_that_of_the_last_seconds() -> None:
    meter = RateMeter(window_s=6.0)
    for second in range(20):
        meter.add(float(second), second * 100 if second < 10 else 900 + (second - 9) * 1000)
    assert meter.bytes_per_s == pytest.approx(1000.0)


def test_what_was_there_before_is_no_speed() -> None:
    meter = RateMeter()
    meter.add(0.0, 3_000_000)
    assert meter.bytes_per_s == 0.0
    meter.add(1.0, 3_000_500)
    assert meter.bytes_per_s == 500.0
    meter.add(2.0, 0)
    assert meter.bytes_per_s == 0.0, "begun again from the start"


@pytest.mark.parametrize(
    ("total", "done", "rate", "left"),
    [(100, 50, 10.0, 5.0), (100, 100, 10.0, 0.0), (100, 0, 0.0, None), (100, 120, 10.0, 0.0)],
)
def test_time_left(total: int, done: int, rate: float, left: float | None) -> None:
    assert seconds_left(total, done, rate) == left


@pytest.mark.parametrize(
    ("seconds", "text"), [(3, "less than a minute left"), (125, "2 min left"), (7200, "2.0 h left")]
)
def test_time_left_in_words(seconds: float, text: str) -> None:
    assert describe_left(seconds) == text


def test_a_download_in_words() -> None:
    step = Progress("download", 0.25, "x", 1_000_000_000, 4_000_000_000, 12_500_000.0, 240.0)
    assert describe_progress(step) == "1.0 GB of 4.0 GB, 12.5 MB/s, 4 min left"
    assert describe_progress(Progress("convert", 0.5, "x")) == ""


def test_space_for_a_conversion_is_known_before_it_is_measured() -> None:
    entry = replace(load_catalogue().entry("confucius4-r2t2"), footprints={})
    assert bundle_bytes(entry, "fp16") > 2 * entry.parameters
    assert bundle_bytes(entry, "int4") < bundle_bytes(entry, "int8") < bundle_bytes(entry, "fp16")


def test_every_text_that_the_catalogue_names_is_shipped() -> None:
    for entry in load_catalogue().entries:
        if entry.licence is not None:
            names = [*entry.licence.texts.values(), entry.licence.notice]
            assert all((resources_folder() / "licences" / name).is_file() for name in names if name)
