"""The settings file: what in it cannot be used is left out, and whatever a user has typed can be written."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Literal, get_type_hints

import pytest
from PySide6.QtWidgets import QApplication

from app.base.fields import settings_in
from app.base.settings import (
    CaptionSettings,
    HistorySettings,
    HotwordList,
    Hotwords,
    OverlaySettings,
    Settings,
    setting_of,
)
from app.base.settings_file import SettingsFile
from app.engine.pace import AUTOMATIC
from app.engine.segmenter import MAX_ENDPOINT_MS, MIN_ENDPOINT_MS
from app.transcript.export import FORMATS
from app.ui.kit.live_settings import LiveSettings
from app.ui.overlay.placement import Rect, Screen, place
from app.ui.overlay.theme import CHROMA_KEY
from app.ui.overlay.theme import PRESETS as THEMES
from inference.options import PRESETS
from inference.providers import PLANS

HALF = "\ud83d"
AREA = Rect(0, 0, 1366, 768)


def read(folder: Path, text: str) -> Settings:
    (folder / "settings.json").write_text(text, encoding="utf-8")
    return SettingsFile(folder).load()


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1" + 400 * "0"])
def test_what_is_no_number_does_not_reach_the_screen(tmp_path: Path, number: str) -> None:
    kept = '{"layout": "one", "screen": "eDP-1", "x": ' + number + ', "y": 0.1, "width": ' + number + "}"
    settings = read(tmp_path, '{"overlay": {"places": [' + kept + '], "opacity": ' + number + "}}")
    assert settings.overlay.places[0].x == 0.0
    assert settings.overlay.opacity == OverlaySettings().opacity
    place([Screen("eDP-1", AREA, AREA)], settings.overlay.places, 150)


def test_half_characters_are_left_out_when_settings_are_read(tmp_path: Path) -> None:
    written = {"captions": {"hotwords": f"Ada{HALF} 😀", "recent_languages": [f"Thai{HALF}"]}}
    captions = read(tmp_path, json.dumps(written)).captions
    assert (captions.hotwords.words, captions.recent_languages) == ("Ada 😀", ("Thai",))


def test_half_a_character_that_was_pasted_does_not_keep_settings_from_being_saved(tmp_path: Path) -> None:
    live = LiveSettings(SettingsFile(tmp_path))
    live.update("captions", hotwords=Hotwords(f"a{HALF} b"), language="Thai")
    live.save_now()
    saved = SettingsFile(tmp_path).load()
    assert saved.captions == replace(CaptionSettings(), hotwords=Hotwords("a b"), language="Thai")


@pytest.mark.logs("settings not saved")
def test_a_text_that_cannot_be_written_is_told_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Path, target: Any) -> None:
        raise UnicodeEncodeError("utf-8", HALF, 0, 1, "surrogates not allowed")

    live = LiveSettings(SettingsFile(tmp_path))
    told: list[str] = []
    live.save_failed.connect(told.append)
    live.update("overlay", lines=2)
    monkeypatch.setattr(Path, "replace", fail)
    live.save_now()
    assert len(told) == 1
    assert list(tmp_path.iterdir()) == []


def test_what_another_program_changed_in_the_file_comes_into_force_and_is_not_overwritten(
    qapp: QApplication, tmp_path: Path
) -> None:
    """`r2t2-captions models get … --use` beside the window: the window wrote its old model over it."""
    live = LiveSettings(SettingsFile(tmp_path))
    live.save_now()
    changes: list[tuple[str, str]] = []
    live.changed.connect(lambda old, new: changes.append((new.captions.model, new.captions.language)))
    other = SettingsFile(tmp_path)
    now = other.load()
    other.save(replace(now, captions=replace(now.captions, model="big-int8", language="German")))
    live.update("captions", language="French")
    live.save_now()
    assert (live.value.captions.model, live.value.captions.language) == ("big-int8", "French"), (
        "ours where both changed"
    )
    assert changes[-1] == ("big-int8", "French")
    assert other.load() == live.value
    live.update("captions", model="")
    live.save_now()
    assert other.load().captions.model == ""


def test_a_file_that_is_gone_or_damaged_changes_nothing_that_is_in_force(qapp: QApplication, tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    live = LiveSettings(file)
    live.update("captions", language="French")
    live.save_now()
    for spoil in (file.path.unlink, lambda: file.path.write_text("{")):
        spoil()
        live.update("overlay", lines=3 if live.value.overlay.lines != 3 else 4)
        live.save_now()
        assert live.value.captions.language == "French"
        assert file.load() == live.value


@pytest.mark.parametrize(
    ("group", "name", "raw"),
    [
        ("captions", "preset", "instant"),
        ("captions", "preset", ["balanced"]),
        ("overlay", "font_weight", 500.0),
        ("overlay", "font_weight", True),
        ("overlay", "lines", 7),
        ("overlay", "lines", 2.0),
        ("overlay", "opacity", True),
        ("history", "store", 1),
        ("obs", "port", -1),
        ("captions", "hotwords", 3),
    ],
)
def test_what_a_setting_cannot_be_is_its_default(tmp_path: Path, group: str, name: str, raw: object) -> None:
    settings = read(tmp_path, json.dumps({group: {name: raw}}))
    assert settings == Settings()


def test_hotwords_of_the_first_format_are_read(tmp_path: Path) -> None:
    lists = [{"name": "Lecture", "words": "Ada, Grace"}]
    old = {"hotwords": "Ada, Grace", "hotword_lists": lists, "hotword_list": "Lecture"}
    written = {"format": 1, "captions": {**old, "language": "Thai"}, "dictation": {"hotwords": "Ozu"}}
    settings = read(tmp_path, json.dumps(written))
    assert settings.captions == CaptionSettings(
        language="Thai", hotwords=Hotwords("Ada, Grace", (HotwordList("Lecture", "Ada, Grace"),), "Lecture")
    )
    assert settings.dictation.hotwords == Hotwords("Ozu")
    SettingsFile(tmp_path).save(settings)
    assert SettingsFile(tmp_path).load() == settings


def test_every_setting_with_few_values_names_each_of_them() -> None:
    for group in fields(Settings):
        for name, known in settings_in(getattr(Settings(), group.name).__class__).items():
            assert not known.choices or known.default in known.choices, name
            assert not known.choices or known.label, name


def test_choices_and_bounds_are_those_of_the_parts_that_they_are_for() -> None:
    for group in ("captions", "dictation"):
        assert set(setting_of(group, "preset").choices) == {AUTOMATIC, *PRESETS}
    assert set(setting_of("captions", "provider").choices) == {"auto", *PLANS}
    assert set(setting_of("overlay", "theme").choices) == {*THEMES, CHROMA_KEY, "own"}
    pause = setting_of("captions", "endpoint_ms")
    assert (pause.low, pause.high) == (MIN_ENDPOINT_MS, MAX_ENDPOINT_MS)
    assert get_type_hints(HistorySettings)["export_format"] == Literal[*FORMATS]


@pytest.mark.parametrize(("number", "nearest"), [(-3, 1), (1, 1), (4, 4), (6, 6), (9, 6)])
def test_a_number_is_clamped_to_what_its_setting_allows(number: int, nearest: int) -> None:
    assert setting_of("overlay", "lines").clamp(number) == nearest
