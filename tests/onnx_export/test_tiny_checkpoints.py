"""The exported graphs against three tiny checkpoints in the official layout: embeddings, logits, greedy ids, float32."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import pytest

from inference.audio_tower import AudioEncoder
from inference.config import AudioTowerConfig
from inference.cuda import tower as cuda_tower
from inference.cuda.tower import GraphedAudioTower
from inference.decoder import rotary_tables
from inference.providers import OnnxAudioTower
from inference.static_tower import StaticAudioTower
from onnx_export.audio_tower_graph import write_layers, write_stem
from onnx_export.checkpoint import Checkpoint
from onnx_export.decoder_graph import write_decoder
from onnx_export.graph import WeightsFile
from onnx_export.plain_tower_graph import write_plain_layers, write_plain_stem
from onnx_export.precision import PRECISIONS
from onnx_export.reference import decoder_logits

NAMES = ["a400", "b800", "c800plain"]
TOLERANCE = 1e-4


@dataclass
class Tiny:
    folder: Path
    checkpoint: Checkpoint
    tower: OnnxAudioTower
    decoder: ort.InferenceSession

    def logits(
        self, rows: np.ndarray, past: int, cache: dict[str, np.ndarray]
    ) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        config = self.checkpoint.config.decoder
        cos, sin = rotary_tables(512, config.head_dim, config.rope_theta)
        feed = {
            "inputs_embeds": rows[None],
            "logit_rows": np.arange(len(rows), dtype=np.int64),
            "seqlens_k": np.array([past + len(rows) - 1], np.int32),
            "total_sequence_length": np.array([past + len(rows)], np.int32),
            "rotary_cos": cos,
            "rotary_sin": sin,
            **cache,
        }
        names = [output.name for output in self.decoder.get_outputs() if output.name != "token_ids"]
        outputs = dict(zip(names, self.decoder.run(names, feed), strict=True))
        logits = outputs.pop("logits")[0]
        return logits, {name.replace("present", "past"): value for name, value in outputs.items()}

    def empty_cache(self) -> dict[str, np.ndarray]:
        config = self.checkpoint.config.decoder
        shape = (1, config.n_kv_heads, 512, config.head_dim)
        return {
            f"past_{part}_{i}": np.zeros(shape, np.float32) for i in range(config.n_layers) for part in ("key", "value")
        }


@pytest.fixture(scope="module", params=NAMES)
def tiny(request: pytest.FixtureRequest, shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    folder, out = shared / "golden" / "tiny" / request.param, tmp_path_factory.mktemp(request.param)
    checkpoint = Checkpoint(folder)
    with WeightsFile(out / "all.weights") as weights:
        write_stem(checkpoint, weights, out / "stem.onnx", "float32")
        write_layers(checkpoint, weights, out / "layers.onnx", "float32")
        write_decoder(checkpoint, weights, out / "decoder.onnx", PRECISIONS["fp32"])
    stem, layers, decoder = (
        ort.InferenceSession(str(out / name), providers=["CPUExecutionProvider"])
        for name in ("stem.onnx", "layers.onnx", "decoder.onnx")
    )
    return Tiny(folder, checkpoint, OnnxAudioTower(stem, layers, checkpoint.config.audio), decoder)


def test_windowed_embeddings(tiny: Tiny) -> None:
    golden = np.load(tiny.folder / "audio.npz")
    for n in golden["lens"]:
        expected = golden[f"windowed_{n}"]
        actual = np.concatenate(AudioEncoder(tiny.tower).encode(golden["mel"][:, :n]))
        assert actual.shape == expected.shape
        assert float(np.abs(actual - expected).max()) <= TOLERANCE, n


def test_growing_audio_gives_the_embeddings_of_the_whole(tiny: Tiny) -> None:
    """Kept chunks and windows, lone short chunks that are not padded, and the tail that is."""
    golden = np.load(tiny.folder / "audio.npz")
    encoder = AudioEncoder(tiny.tower)
    for n in golden["lens"]:
        actual = np.concatenate(encoder.encode(golden["mel"][:, :n]))
        assert float(np.abs(actual - golden[f"windowed_{n}"]).max()) <= TOLERANCE, n


def test_the_plain_tower_with_fixed_shapes_gives_the_same_embeddings(tiny: Tiny, tmp_path: Path) -> None:
    """Made for CoreML, run here on the CPU: padding, mask and plain operators change nothing."""
    with WeightsFile(tmp_path / "plain.weights") as weights:
        write_plain_stem(tiny.checkpoint, weights, tmp_path / "stem.onnx", "float32")
        write_plain_layers(tiny.checkpoint, weights, tmp_path / "layers.onnx", "float32")
    stem, layers = (
        ort.InferenceSession(str(tmp_path / name), providers=["CPUExecutionProvider"])
        for name in ("stem.onnx", "layers.onnx")
    )
    for session in (stem, layers):
        assert all(isinstance(size, int) for item in session.get_inputs() for size in item.shape)
    operators = {
        node.op_type for name in ("stem.onnx", "layers.onnx") for node in onnx.load(tmp_path / name).graph.node
    }
    assert operators <= {
        "Add",
        "Conv",
        "Gelu",
        "Identity",
        "LayerNormalization",
        "MatMul",
        "Mul",
        "Reshape",
        "Softmax",
        "Split",
        "Transpose",
    }
    tower = StaticAudioTower(stem, layers, tiny.tower._stem, tiny.checkpoint.config.audio)
    golden = np.load(tiny.folder / "audio.npz")
    for n in golden["lens"]:
        actual = np.concatenate(AudioEncoder(tower).encode(golden["mel"][:, :n]))
        assert float(np.abs(actual - golden[f"windowed_{n}"]).max()) <= TOLERANCE, n


def test_the_placed_tower_gives_the_same_embeddings(
    tiny: Tiny, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made for CUDA, run here on the CPU, whose attention knows only the short form of the mask."""
    monkeypatch.setattr(cuda_tower, "key_lengths", lambda n_valid, n_total: np.array([n_valid], np.int32))
    with WeightsFile(tmp_path / "placed.weights") as weights:
        write_stem(tiny.checkpoint, weights, tmp_path / "stem.onnx", "float32", placed=True)
        write_layers(tiny.checkpoint, weights, tmp_path / "layers.onnx", "float32", placed=True)
    stem, layers = (
        ort.InferenceSession(str(tmp_path / name), providers=["CPUExecutionProvider"])
        for name in ("stem.onnx", "layers.onnx")
    )
    tower = GraphedAudioTower(stem, layers, tiny.checkpoint.config.audio, "cpu")
    golden = np.load(tiny.folder / "audio.npz")
    assert min(golden["lens"]) < tiny.checkpoint.config.audio.chunk_frames, "a lone short chunk must be among them"
    for n in golden["lens"]:
        actual = np.concatenate(AudioEncoder(tower).encode(golden["mel"][:, :n]))
        assert float(np.abs(actual - golden[f"windowed_{n}"]).max()) <= TOLERANCE, n


def test_logits_and_greedy_ids(tiny: Tiny) -> None:
    audio, text = np.load(tiny.folder / "audio.npz"), np.load(tiny.folder / "text.npz")
    golden = json.loads((tiny.folder / "golden.json").read_text())
    table = tiny.checkpoint.tensor("decoder.embed_tokens.weight")
    checked = 0
    for case in golden["cases"]:
        if case["audio"] != "windowed":
            continue
        ids = text[f"{case['case']}_ids"]
        rows = table[ids]
        rows[ids == golden["audio_token_id"]] = np.concatenate(
            AudioEncoder(tiny.tower).encode(audio["mel"][:, : case["mel_frames"]])
        )
        logits, cache = tiny.logits(rows, 0, tiny.empty_cache())
        assert float(np.abs(logits - text[f"{case['case']}_logits"]).max()) <= TOLERANCE
        assert float(np.abs(decoder_logits(tiny.checkpoint, rows) - text[f"{case['case']}_logits"]).max()) <= TOLERANCE
        answer, past = [int(logits[-1].argmax())], len(rows)
        while len(answer) < len(case["greedy"]):
            logits, cache = tiny.logits(table[answer[-1:]], past, cache)
            assert float(np.abs(logits[0] - text[f"{case['case']}_step_logits"][len(answer)]).max()) <= TOLERANCE
            answer.append(int(logits[0].argmax()))
            past += 1
        assert answer == case["greedy"]
        checked += 1
    assert checked >= 6


def test_a_rewound_cache_gives_what_a_fresh_one_gives(tiny: Tiny) -> None:
    text = np.load(tiny.folder / "text.npz")
    rows = tiny.checkpoint.tensor("decoder.embed_tokens.weight")[text["textonly_ids"]]
    expected = text["textonly_logits"]
    _, cache = tiny.logits(rows[::-1].copy(), 0, tiny.empty_cache())
    logits, cache = tiny.logits(rows[:20], 0, cache)
    assert float(np.abs(logits - expected[:20]).max()) <= TOLERANCE
    _, cache = tiny.logits(rows[::-1][:13].copy(), 20, cache)
    logits, _ = tiny.logits(rows[20:], 20, cache)
    assert float(np.abs(logits - expected[20:]).max()) <= TOLERANCE


def test_token_counts(shared: Path) -> None:
    stored = np.load(shared / "golden" / "mel" / "_tokens_by_frames.npz")
    counts = stored["tokens"].tolist()
    config = AudioTowerConfig(128, 8, 1, 1, 8, 1, 8, chunk_frames=100, window_frames=800)
    assert [config.n_tokens(n) for n in range(1, len(counts) + 1)] == counts
