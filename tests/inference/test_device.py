"""The CUDA form of the model, run on the CPU: tables, places, padding and masks change no row and no token.

What only a card has is left out here: captured graphs, their stream, and norms inside attention.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime as ort
import pytest

from app.cli.bench import default_audio
from inference import providers, recognizer
from inference.audio_tower import AudioEncoder
from inference.bundle import CUDA_STEM_GRAPH, Bundle
from inference.cuda import decoder as cuda_decoder
from inference.cuda import tower as cuda_tower
from inference.cuda.decoder import GraphedDecoder
from inference.cuda.rows import DeviceTable
from inference.cuda.tower import GraphedAudioTower, valid_columns
from inference.decoder import Decoder
from inference.errors import RecognizerError
from inference.generation import Generator
from inference.log_mel import log_mel
from inference.options import Shortcuts
from inference.prompt import Prompt
from inference.providers import CPU, open_model
from inference.self_test import agreement, sound
from inference.tokenizer import Tokenizer
from onnx_export.audio_tower_graph import write_layers, write_stem
from onnx_export.checkpoint import Checkpoint
from onnx_export.convert import convert
from onnx_export.decoder_graph import write_decoder
from onnx_export.graph import WeightsFile
from onnx_export.precision import PRECISIONS

Device = tuple[GraphedAudioTower, GraphedDecoder]


@pytest.fixture(scope="module")
def bundle(starter_checkpoint: Path, tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    out = tmp_path_factory.mktemp("device") / "fp32"
    return convert(starter_checkpoint, out, "fp32")


@pytest.fixture(scope="module")
def sessions(starter_checkpoint: Path, tmp_path_factory: pytest.TempPathFactory) -> list[ort.InferenceSession]:
    """Stem, layers and decoder."""
    checkpoint, out = Checkpoint(starter_checkpoint), tmp_path_factory.mktemp("placed")
    with WeightsFile(out / "all.weights") as weights:
        write_stem(checkpoint, weights, out / "stem.onnx", "float32", placed=True)
        write_layers(checkpoint, weights, out / "layers.onnx", "float32", placed=True)
        write_decoder(checkpoint, weights, out / "decoder.onnx", PRECISIONS["fp32"], placed=True)
    return [
        ort.InferenceSession(str(out / name), providers=["CPUExecutionProvider"])
        for name in ("stem.onnx", "layers.onnx", "decoder.onnx")
    ]


@pytest.fixture(scope="module")
def device(bundle: Bundle, sessions: list[ort.InferenceSession]) -> Device:
    stem, layers, decoder = sessions
    # The CPU's attention knows only the short form of the mask.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cuda_tower, "key_lengths", _key_length)
        tower = GraphedAudioTower(stem, layers, bundle.config.audio, "cpu")
    return tower, GraphedDecoder(decoder, bundle, tower.audio, device="cpu")


@pytest.fixture(autouse=True)
def short_mask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda_tower, "key_lengths", _key_length)


@pytest.fixture
def windows_integers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Integers have 32 bits where nobody says otherwise, as with numpy 1 on Windows."""
    arange = np.arange
    monkeypatch.setattr(np, "arange", lambda *ends, dtype=np.int32: arange(*ends, dtype=dtype))


def _key_length(n_valid: int, n_total: int) -> np.ndarray[Any, Any]:
    return np.array([n_valid], np.int32)


@pytest.mark.parametrize("seconds", [0.08, 0.32, 0.64, 0.999, 1.0, 1.3, 2.5, 7.95, 9.1, 17.3])
def test_rows_are_those_of_the_portable_graphs(device: Device, bundle: Bundle, seconds: float) -> None:
    """A lone short chunk, short tails behind others, one to many chunks, short and several windows."""
    features = log_mel(sound(int(seconds * 16_000)))
    expected = np.concatenate(AudioEncoder(open_model(bundle, CPU).tower).encode(features))
    actual = np.concatenate(AudioEncoder(device[0]).encode(features))
    assert actual.shape == expected.shape
    assert float(np.abs(actual - expected).max()) < 1e-4


def test_there_is_room_for_as_many_streams_as_were_asked_for(
    bundle: Bundle, sessions: list[ort.InferenceSession]
) -> None:
    """A server with 24 streams failed on a card: "This recording is too long for one pass"."""
    tower = GraphedAudioTower(*sessions[:2], bundle.config.audio, "cpu", streams=24)
    chunk = tower.stem(log_mel(sound(16_000))[None])[0]
    held = [[tower.window([chunk]) for _ in range(cuda_tower.STREAM_WINDOWS)] for _ in range(24 - 1)]
    assert len(held) == 23
    features = log_mel(sound(16 * 16_000))
    expected = np.concatenate(AudioEncoder(open_model(bundle, CPU).tower).encode(features))
    actual = np.concatenate(AudioEncoder(tower).encode(features))
    assert float(np.abs(actual - expected).max()) < 1e-4


def test_a_lone_short_chunk_is_masked_behind_its_end() -> None:
    assert valid_columns(100, 100).sum() == 50
    assert valid_columns(31, 100)[0, 0, 0].tolist() == [1.0] * 16 + [0.0] * 34


@pytest.mark.parametrize("shortcuts", [Shortcuts(), Shortcuts.none()])
def test_the_passes_of_a_stream_are_those_of_the_portable_graphs(
    device: Device, bundle: Bundle, shortcuts: Shortcuts
) -> None:
    tokenizer = Tokenizer.from_file(bundle.path("tokenizer.json"))
    model = open_model(bundle, CPU)
    prompt = Prompt.build(tokenizer, language="English")
    generators = [
        Generator(tower, decoder, prompt, bundle.tokens, shortcuts)
        for tower, decoder in ((model.tower, model.decoder), device)
    ]
    samples, end, start, prefix = sound(20 * 16_000), 0, 0, ""
    for step in (5_120, 5_120, 5_120, 5_120, 16_000, 80_000, 5_120, 9_600, 128_000, 5_120):
        for generator in generators:
            generator.append(samples[end : end + step])
        end += step
        start = 128_000 if end > 256_000 else 0
        expected, actual = (generator.run(prefix, start, end, 12, (5, 6, 7)) for generator in generators)
        assert actual == expected
        prefix = expected.text[: len(expected.text) // 2]
    assert generators[0].times.n_kept_rows == generators[1].times.n_kept_rows


@pytest.mark.usefixtures("windows_integers")
def test_what_the_graphs_read_has_64_bits_on_every_system(device: Device, bundle: Bundle) -> None:
    """A buffer on the device does not look at the type of what it is given: it reads memory behind shorter integers."""
    table = DeviceTable(3, 4, 2, np.float32, "cpu")
    assert (table.spare.dtype, table.take().places.dtype) == (np.int64, np.int64)
    features = log_mel(sound(40_000))
    expected = np.concatenate(AudioEncoder(open_model(bundle, CPU).tower).encode(features))
    assert float(np.abs(np.concatenate(AudioEncoder(device[0]).encode(features)) - expected).max()) < 1e-4
    rows = open_model(bundle, CPU).decoder.rows([[5, 6, 7]])
    assert len(device[1].next_ids([rows], device[1].new_cache(), [2])) == 1


def test_rows_from_the_host_are_taken_too(device: Device, bundle: Bundle) -> None:
    decoder, plain = device[1], open_model(bundle, CPU).decoder
    assert isinstance(plain, Decoder)
    rows = plain.embedding.rows(list(range(40)))
    ids, logits = plain.next_logits([rows], plain.new_cache(), range(30, 40))
    assert decoder.next_ids([rows[:20], list(range(20, 40))], decoder.new_cache(), range(30, 40)) == ids
    assert float(np.abs(decoder.next_logits([rows], decoder.new_cache(), range(30, 40))[1] - logits).max()) < 1e-4


def test_more_rows_than_the_largest_graph_has_go_in_several(
    device: Device, bundle: Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoder, plain = device[1], open_model(bundle, CPU).decoder
    pieces = [[i % 900 for i in range(200)]]
    expected = plain.next_ids(pieces, plain.new_cache(), range(196, 200))
    monkeypatch.setattr(cuda_decoder, "ROW_COUNTS", (1, 64))
    assert decoder.next_ids(pieces, decoder.new_cache(), range(196, 200)) == expected


def test_a_cache_grows_for_a_long_prompt_and_the_next_stream_gets_a_small_one(device: Device) -> None:
    """Attention on a card looks over a whole cache; and a captured graph writes its padding into it."""
    decoder = device[1]
    cache = decoder.new_cache()
    assert cache.capacity == 512
    assert decoder.grown(cache, 440) is cache
    assert decoder.next_ids([[1] * 440], cache, [439])  # 288 and 152 rows, padded to 160
    large = decoder.grown(cache, 460)
    assert large.capacity == 1024
    del cache
    del large
    assert [decoder.new_cache(n).capacity for n in (None, 600)] == [512, 1024]


@pytest.mark.parametrize("on_device", [False, True])
def test_an_answer_longer_than_its_cache_goes_on_in_a_larger_one(
    device: Device, bundle: Bundle, monkeypatch: pytest.MonkeyPatch, on_device: bool
) -> None:
    """Room for every token that a pass may say would double the memory that nearly all passes need."""
    model = open_model(bundle, CPU)
    tower, decoder = device if on_device else (model.tower, model.decoder)
    prompt = Prompt.build(Tokenizer.from_file(bundle.path("tokenizer.json")), language="English")
    samples, answers, capacities = default_audio(6.0), [], []
    n_prompt = len(prompt.head) + 78 + len(prompt.tail(""))
    monkeypatch.setattr(cuda_decoder, "ROW_COUNTS", (1, n_prompt, n_prompt + 5))
    monkeypatch.setattr(decoder, "_most_padding", 0)
    for room in (400, 5):
        monkeypatch.setattr(decoder, "usual_capacity", n_prompt + room)
        monkeypatch.setattr(decoder, "_free", [])
        generator = Generator(tower, decoder, prompt, bundle.tokens, Shortcuts())
        generator.append(samples)
        answers.append(generator.run("", 0, len(samples), 200))
        capacities.append(generator._cache.capacity)
    assert answers[0] == answers[1]
    assert capacities == [n_prompt + 400, 2 * (n_prompt + 5)]


def test_the_self_test_asks_the_way_streams_do(device: Device, bundle: Bundle, monkeypatch: pytest.MonkeyPatch) -> None:
    tower, decoder = device
    providers._check_shapes(bundle, tower._chunks[1]._replay._graph._session, decoder._session, placed=True)
    assert len(bundle.self_test.rows) > decoder.max_asked
    assert agreement(tower, decoder, bundle) == 1.0
    replay = decoder._replay
    monkeypatch.setattr(decoder, "_replay", lambda *call: [i + 1 for i in replay(*call)])
    assert agreement(tower, decoder, bundle) == 0.0


def test_a_slot_is_free_again_when_its_rows_are_forgotten() -> None:
    table = DeviceTable(4, 5, 3, np.float32, "cpu")
    taken = [table.take() for _ in range(3)]
    places = [set(rows.places.tolist()) for rows in taken]
    assert set.union(*places) == set(range(5, 20))
    with pytest.raises(RecognizerError, match="too long"):
        table.take()
    part = taken[1][2:4]
    assert part.places.tolist() == taken[1].places[2:4].tolist()
    del taken[1]
    with pytest.raises(RecognizerError):
        table.take()
    del part
    assert set(table.take().places.tolist()) == places[1]


def test_a_model_for_the_card_that_an_older_version_converted_is_told(
    starter_checkpoint: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would run on the processor from then on, and nobody would know why it is slow."""
    bundle = convert(starter_checkpoint, tmp_path / "fp16", "fp16")
    monkeypatch.setattr(providers, "has_nvidia_driver", lambda: True)
    monkeypatch.setattr(
        providers.ort, "get_available_providers", lambda: [plan.ep for plan in providers.PLANS.values()]
    )
    assert providers.candidates(bundle, "auto")[0] == "cuda"
    old = replace(bundle, files={name: info for name, info in bundle.files.items() if name != CUDA_STEM_GRAPH})
    assert "cuda" not in providers.candidates(old, "auto")
    told: list[str] = []
    monkeypatch.setattr(recognizer, "open_bundle", lambda folder: old)
    monkeypatch.setattr(recognizer, "ProviderChain", lambda *args, **options: None)
    recognizer.Recognizer.load(tmp_path, on_notice=told.append)
    assert told == [
        "CUDA cannot be used: an older version of this program converted the model; import it "
        "again. Using the DirectML instead."
    ]
