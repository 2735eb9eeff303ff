"""Loading, provider choice and replacement, A-B-A, and what a stream promises; with the starter model on the real CPU provider."""

from __future__ import annotations

import gc
import json
import shutil
import threading
import weakref
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.cli.bench import default_audio
from inference.bundle import DECODER_GRAPH, MANIFEST, Bundle, open_bundle, verify_bundle
from inference.decoder import Decoder
from inference.errors import BundleError, ProviderError, RecognizerError
from inference.events import Committed, Final
from inference.options import SAMPLE_RATE, StreamOptions
from inference.provider_chain import ProviderChain
from inference.providers import CPU, Model, candidates, open_model
from inference.recognizer import Recognizer
from tests.inference.scripted import FailingTower

ENGLISH = StreamOptions(language="English")


@pytest.fixture(scope="module")
def recognizer(starter_bundle: Path) -> Recognizer:
    return Recognizer.load(starter_bundle, CPU)


def all_events(
    recognizer: Recognizer, samples: np.ndarray, options: StreamOptions = ENGLISH, block: int = 1600
) -> list[Any]:
    stream = recognizer.stream(options)
    events: list[Any] = []
    for start in range(0, len(samples), block):
        events += stream.feed(samples[start : start + block])
    return events + stream.finish()


def test_committed_text_only_grows_and_the_final_carries_it(recognizer: Recognizer) -> None:
    events = all_events(recognizer, default_audio(8.0))
    committed = "".join(event.text for event in events if isinstance(event, Committed))
    final = events[-1]
    assert isinstance(final, Final)
    assert sum(isinstance(event, Final) for event in events) == 1
    assert committed
    assert final.shown == committed + final.remainder


def test_the_size_of_the_blocks_changes_nothing(recognizer: Recognizer) -> None:
    samples = default_audio(6.0)
    assert all_events(recognizer, samples, block=320) == all_events(recognizer, samples, block=48_000)


def test_a_clip_after_another_gives_what_it_gave_at_first(recognizer: Recognizer) -> None:
    a, b = default_audio(5.0), default_audio(9.0)[3 * SAMPLE_RATE :]
    first = all_events(recognizer, a)
    all_events(recognizer, b)
    assert all_events(recognizer, a) == first


def test_two_streams_at_once_do_not_disturb_each_other(recognizer: Recognizer) -> None:
    a, b = default_audio(5.0), default_audio(9.0)[3 * SAMPLE_RATE :]
    alone = [all_events(recognizer, a), all_events(recognizer, b)]
    streams = [recognizer.stream(ENGLISH), recognizer.stream(ENGLISH)]
    together: list[list[Any]] = [[], []]
    for start in range(0, max(len(a), len(b)), 1600):
        for i, samples in enumerate((a, b)):
            together[i] += streams[i].feed(samples[start : start + 1600])
    for i in range(2):
        together[i] += streams[i].finish()
    assert together == alone


def test_finishing_twice_is_harmless(recognizer: Recognizer) -> None:
    stream = recognizer.stream(ENGLISH)
    stream.feed(default_audio(2.0))
    assert isinstance(stream.finish()[-1], Final)
    assert stream.finish() == []


def test_no_audio_gives_an_empty_final(recognizer: Recognizer) -> None:
    events = recognizer.stream(ENGLISH).finish()
    assert [event.text for event in events] == [""]


@pytest.mark.parametrize("n_samples", [1, 160, 200, 201, 4000])
def test_a_very_short_utterance_is_no_error(recognizer: Recognizer, n_samples: int) -> None:
    stream = recognizer.stream(ENGLISH)
    stream.feed(default_audio(1.0)[:n_samples])
    assert isinstance(stream.finish()[-1], Final)


def opener_that(changes: Callable[[int, Model], Model]) -> tuple[Callable[[Bundle, str, int | None], Model], list[str]]:
    """Opens every provider on the CPU and lets `changes` spoil the n-th."""
    opened: list[str] = []

    def opener(bundle: Bundle, name: str, threads: int | None) -> Model:
        opened.append(name)
        return changes(len(opened) - 1, open_model(bundle, CPU, threads))

    return opener, opened


def load_with(starter_bundle: Path, changes: Callable[[int, Model], Model]) -> tuple[Recognizer, list[str]]:
    """A recogniser that believes it has two providers to try."""
    notices: list[str] = []
    opener, _ = opener_that(changes)
    recognizer = Recognizer(
        ProviderChain(open_bundle(starter_bundle), [CPU, CPU], notify=notices.append, opener=opener)
    )
    return recognizer, notices


@pytest.mark.parametrize("windows", [3, 6, 12])
def test_a_device_lost_in_mid_utterance_loses_no_text(
    recognizer: Recognizer, starter_bundle: Path, windows: int
) -> None:
    samples = default_audio(8.0)
    spoiled, notices = load_with(
        starter_bundle,
        lambda n, model: model if n else Model(model.provider, FailingTower(model.tower, windows), model.decoder),
    )
    assert all_events(spoiled, samples) == all_events(recognizer, samples)
    assert notices == ["CPU failed (the device was lost). Continuing with the CPU."]


def test_the_thread_that_takes_a_model_over_gets_it_ready_once(starter_bundle: Path) -> None:
    prepared: list[str] = []

    def changes(n: int, model: Model) -> Model:
        return replace(model, prepare=lambda: prepared.append(threading.current_thread().name))

    recognizer, _ = load_with(starter_bundle, changes)
    recognizer.settle()
    assert prepared == [], "it was loaded on this thread"
    for _ in range(2):
        thread = threading.Thread(target=lambda: (recognizer.settle(), recognizer.settle()), name="captions")
        thread.start()
        thread.join()
    assert prepared[0] == "captions"
    assert len(prepared) <= 2, "a thread may get the number of one that has ended"


def test_a_device_that_cannot_be_taken_over_is_replaced(starter_bundle: Path) -> None:
    def fail() -> None:
        raise RuntimeError("CUDA error: out of memory")

    spoiled, notices = load_with(starter_bundle, lambda n, model: model if n else replace(model, prepare=fail))
    thread = threading.Thread(target=spoiled.settle)
    thread.start()
    thread.join()
    assert notices == ["CPU failed (its memory is full). Continuing with the CPU."]
    assert all_events(spoiled, default_audio(3.0))


def test_a_device_that_raises_at_load_is_passed_over(starter_bundle: Path) -> None:
    def changes(n: int, model: Model) -> Model:
        if n == 0:
            raise RuntimeError("CUBLAS failure 3: the resource allocation failed ; GPU=0 ; a page of C++")
        return model

    spoiled, notices = load_with(starter_bundle, changes)
    assert notices == ["CPU could not load the model (its memory is full). Trying the CPU."]
    assert all_events(spoiled, default_audio(3.0))


def test_a_device_that_has_no_memory_left_for_more_than_the_short_test_is_passed_over(starter_bundle: Path) -> None:
    def changes(n: int, model: Model) -> Model:
        return model if n else Model("cuda", FailingTower(model.tower, 1), model.decoder)  # one window: the self-test's

    notices: list[str] = []
    opener, _ = opener_that(changes)
    recognizer = Recognizer(
        ProviderChain(open_bundle(starter_bundle), ["cuda", CPU], notify=notices.append, opener=opener)
    )
    assert notices == ["CUDA could not load the model (the device was lost). Trying the CPU."]
    assert all_events(recognizer, default_audio(3.0))


def test_a_failed_model_is_gone_before_the_next_one_is_loaded(starter_bundle: Path) -> None:
    """Its memory may be what the next one needs, and the running stream still refers to it."""
    models: list[Model] = []
    left: list[int] = []

    def changes(n: int, model: Model) -> Model:
        left.append(sum(len(vars(part)) for before in models for part in (before.tower, before.decoder)))
        models.append(Model(model.provider, FailingTower(model.tower, 3), model.decoder) if n == 0 else model)
        return models[-1]

    spoiled, _ = load_with(starter_bundle, changes)
    session = weakref.ref(models[0].decoder._session)
    assert all_events(spoiled, default_audio(8.0))
    assert left == [0, 0]
    assert session() is None


def test_more_hotwords_than_the_model_has_room_for_are_left_out_and_told_once(starter_bundle: Path) -> None:
    """A list of characters that the vocabulary has to spell byte by byte; the model itself is not at fault."""
    notices: list[str] = []
    recognizer = Recognizer.load(starter_bundle, CPU, on_notice=notices.append)
    words = tuple(chr(0x4E00 + 7 * n) * 4 for n in range(600))
    options = replace(ENGLISH, hotwords=words)
    room = recognizer.bundle.config.decoder.max_positions
    for _ in range(2):
        assert len(recognizer.chain._prompt(options).head) <= room - 1024
        assert all_events(recognizer, default_audio(2.0), options)
    assert len(notices) == 1
    used = int(notices[0].split("the first ")[1].split()[0])
    assert 0 < used < len(words)
    assert (
        recognizer.chain._prompt(replace(options, hotwords=words[:used])).head == recognizer.chain._prompt(options).head
    )
    assert (
        recognizer.chain._prompt(replace(options, hotwords=words[: used // 2])).head
        != recognizer.chain._prompt(options).head
    )
    assert len(notices) == 1


def test_a_context_longer_than_the_model_has_room_for_is_used_from_its_beginning_and_told_once(
    starter_bundle: Path,
) -> None:
    notices: list[str] = []
    recognizer = Recognizer.load(starter_bundle, CPU, on_notice=notices.append)
    context = "".join(chr(0x4E00 + 5 * n) for n in range(3900))
    options = replace(ENGLISH, context=context)
    for _ in range(2):
        assert all_events(recognizer, default_audio(2.0), options)
    assert len(notices) == 1
    used = int(notices[0].split("uses the first ")[1].split()[0].replace(",", ""))
    assert 0 < used < len(context)
    assert (
        recognizer.chain._prompt(replace(options, context=context[:used])).head
        == recognizer.chain._prompt(options).head
    )


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e30])
def test_one_sample_that_is_no_sound_does_not_blot_out_the_words_around_it(
    recognizer: Recognizer, value: float
) -> None:
    """Dictation and files feed what the device gives."""
    sound = default_audio(6.0)
    spoiled = sound.copy()
    spoiled[30_000] = value
    silent = sound.copy()
    silent[30_000] = 0
    assert recognizer.transcribe(spoiled, ENGLISH) == recognizer.transcribe(silent, ENGLISH)
    assert all_events(recognizer, spoiled) == all_events(recognizer, silent)


class Nonsense:
    """A decoder whose answers are wrong, or not numbers."""

    def __init__(self, decoder: Any, spoil: Callable[[Any], Any]) -> None:
        self._decoder = decoder
        self._spoil = spoil

    def __getattr__(self, name: str) -> Any:
        return getattr(self._decoder, name)

    def next_logits(self, pieces: Any, cache: Any, asked: Any) -> tuple[list[int], Any]:
        _, logits = self._decoder.next_logits(pieces, cache, asked)
        logits = self._spoil(logits)
        return [int(i) for i in logits.argmax(-1)], logits


def test_a_device_that_answers_not_a_number_is_rejected(starter_bundle: Path) -> None:
    """`max` and `argmax` hide NaN; the self-test looks for it."""
    with pytest.raises(BundleError, match="fails its self-test"):
        load_with(
            starter_bundle,
            lambda n, model: Model(CPU, model.tower, Nonsense(model.decoder, lambda x: x * np.nan)),  # type: ignore[arg-type]
        )


def test_a_device_that_answers_nonsense_is_rejected_with_a_notice(starter_bundle: Path) -> None:
    notices: list[str] = []
    opener, opened = opener_that(
        lambda n, model: model if n else Model("dml", model.tower, Nonsense(model.decoder, lambda x: -x))  # type: ignore[arg-type]
    )
    recognizer = Recognizer(
        ProviderChain(open_bundle(starter_bundle), ["dml", CPU], notify=notices.append, opener=opener)
    )
    assert opened == ["dml", CPU]
    assert recognizer.provider == CPU
    assert notices == ["DirectML computes wrong results on this computer (0% correct). Trying the CPU."]


def test_when_no_provider_is_left_that_is_said(starter_bundle: Path) -> None:
    opener, _ = opener_that(lambda n, model: Model(CPU, FailingTower(model.tower, 3), model.decoder))
    recognizer = Recognizer(ProviderChain(open_bundle(starter_bundle), [CPU], opener=opener))
    stream = recognizer.stream(ENGLISH)
    with pytest.raises(ProviderError, match="no other provider is available"):
        stream.feed(default_audio(8.0))


def test_asking_for_a_provider_that_is_not_here_ends_on_the_cpu_with_the_reason(starter_bundle: Path) -> None:
    notices: list[str] = []
    recognizer = Recognizer.load(starter_bundle, "dml", on_notice=notices.append)
    assert recognizer.provider == CPU
    assert len(notices) == 1
    assert notices[0].startswith("DirectML cannot be used:")


def test_an_unknown_provider_is_one_sentence(starter_bundle: Path) -> None:
    with pytest.raises(ProviderError, match="provider 'tpu' does not exist"):
        candidates(open_bundle(starter_bundle), "tpu")


def test_hotwords_that_are_too_long_are_one_sentence(recognizer: Recognizer) -> None:
    with pytest.raises(RecognizerError, match="4,000"):
        recognizer.stream(StreamOptions(hotwords=tuple(f"word{i}" for i in range(1000))))


def test_a_long_hotword_list_grows_the_cache_and_works(recognizer: Recognizer) -> None:
    words = tuple(f"Wordlike{i}" for i in range(250))
    events = all_events(recognizer, default_audio(4.0), StreamOptions(language="English", hotwords=words))
    assert isinstance(events[-1], Final)


@pytest.fixture
def copy(starter_bundle: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "Modell 模型 🎤"
    shutil.copytree(starter_bundle, folder)
    return folder


def test_a_bundle_works_from_any_path_and_read_only(copy: Path) -> None:
    for path in copy.iterdir():
        path.chmod(0o444)
    copy.chmod(0o555)
    try:
        assert Recognizer.load(copy, CPU).transcribe(default_audio(3.0), ENGLISH).text
        verify_bundle(copy)
    finally:
        copy.chmod(0o755)


@pytest.mark.parametrize("name", ["decoder.onnx", "decoder.weights", "tokenizer.json", "embedding.bin", MANIFEST])
def test_a_missing_file_is_one_sentence(copy: Path, name: str) -> None:
    (copy / name).unlink()
    with pytest.raises(BundleError, match=r"missing|holds no model"):
        Recognizer.load(copy, CPU)


@pytest.mark.parametrize("name", ["decoder.onnx", "decoder.weights", "tokenizer.json"])
def test_a_changed_or_shortened_file_is_one_sentence(copy: Path, name: str) -> None:
    data = bytearray((copy / name).read_bytes())
    data[len(data) // 2] ^= 1
    (copy / name).write_bytes(data)
    with pytest.raises(BundleError, match="damaged"):
        Recognizer.load(copy, CPU)
    (copy / name).write_bytes(data[:-1000])
    with pytest.raises(BundleError, match="bytes instead of"):
        Recognizer.load(copy, CPU)


def rewrite_manifest(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Changes the manifest and lets its own sum agree, as a bundle of another program version would."""
    from inference.bundle import MANIFEST_SUM, manifest_sum

    raw = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    change(raw)
    manifest = json.dumps(raw).encode()
    (folder / MANIFEST).write_bytes(manifest)
    (folder / MANIFEST_SUM).write_bytes(manifest_sum(manifest))


def test_an_unknown_format_version_is_one_sentence(copy: Path) -> None:
    rewrite_manifest(copy, lambda raw: raw.update(format=99))
    with pytest.raises(BundleError, match="format version 99"):
        open_bundle(copy)


@pytest.mark.parametrize("name", ["../outside.bin", "/etc/hostname", "C:\\file", "sub/file", "..", "", "nul\0l"])
def test_a_bundle_names_no_file_outside_its_folder(copy: Path, name: str) -> None:
    (copy.parent / "outside.bin").write_bytes(b"not its own")
    rewrite_manifest(copy, lambda raw: raw["files"].update({name: {"size": 11, "sha256": "0" * 64}}))
    with pytest.raises(BundleError, match="is not a file name"):
        open_bundle(copy)


def test_graphs_of_another_shape_are_one_sentence(copy: Path) -> None:
    rewrite_manifest(copy, lambda raw: raw["config"]["decoder"].update(hidden_size=512))
    with pytest.raises(BundleError, match="damaged"):
        Recognizer.load(copy, CPU)


def test_graphs_that_cannot_be_loaded_are_one_sentence(copy: Path) -> None:
    import hashlib

    (copy / DECODER_GRAPH).write_bytes(b"not a graph")
    digest = hashlib.sha256(b"not a graph").hexdigest()
    rewrite_manifest(copy, lambda raw: raw["files"][DECODER_GRAPH].update(size=11, sha256=digest))
    with pytest.raises(BundleError, match=r"decoder\.onnx could not be loaded"):
        Recognizer.load(copy, CPU)


def test_self_test_of_wrong_weights_fails(copy: Path) -> None:
    rewrite_manifest(copy, lambda raw: raw["self_test"].update(expected=[0] * len(raw["self_test"]["rows"])))
    with pytest.raises(BundleError, match="fails its self-test"):
        Recognizer.load(copy, CPU)


def test_a_finished_stream_leaves_its_cache_to_the_next_one_at_once(starter_bundle: Path) -> None:
    """Not when the garbage collector comes by: every cache has 117 MB at the full size, and slots on a card are few."""
    recognizer = Recognizer.load(starter_bundle, CPU)
    decoder = recognizer.model.decoder
    assert isinstance(decoder, Decoder)
    assert len(decoder._free) == 1
    buffers = decoder._free[0]
    samples = default_audio(18.0)  # over the window's end: both variants take part
    gc.disable()
    try:
        for options in (ENGLISH, StreamOptions(), StreamOptions(hotwords=("captions", "Ada Lovelace"))):
            stream = recognizer.stream(options)
            stream.feed(samples)
            stream.finish()
            del stream
            assert decoder._free == [buffers]
        recognizer.transcribe(samples[: 4 * SAMPLE_RATE])
        assert decoder._free == [buffers]
        of_the_model = weakref.ref(recognizer.model)
        recognizer.close()
        assert of_the_model() is None
    finally:
        gc.enable()
