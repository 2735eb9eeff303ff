"""Checkpoints that are incomplete, misnamed, of a wrong type or shape, truncated: each is one sentence. Layouts that must work."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from onnx_export.checkpoint import Checkpoint, expected_shapes
from onnx_export.errors import ExportError
from tests.synthetic_checkpoint import write_checkpoint


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_checkpoint(tmp_path / "tiny", size="tiny")


def read_file(path: Path) -> tuple[dict[str, Any], bytes]:
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    return json.loads(data[8 : 8 + length]), data[8 + length :]


def write_file(path: Path, header: dict[str, Any], body: bytes) -> None:
    raw = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(raw)) + raw + body)


def changed(folder: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    path = folder / "model.safetensors"
    header, body = read_file(path)
    change(header)
    write_file(path, header, body)
    return folder


NORM = "thinker.model.layers.0.self_attn.q_norm.weight"


def test_every_tensor_is_read_in_its_shape(folder: Path) -> None:
    checkpoint = Checkpoint(folder)
    for name, shape in expected_shapes(checkpoint.config).items():
        assert checkpoint.shape(name) == shape
    assert checkpoint.n_bytes == 2 * checkpoint.n_parameters


def test_bf16_becomes_the_float32_with_the_same_upper_half(folder: Path) -> None:
    header, body = read_file(folder / "model.safetensors")
    begin, end = header[NORM]["data_offsets"]
    upper = np.frombuffer(body[begin:end], np.uint16).astype(np.uint32) << 16
    assert np.array_equal(Checkpoint(folder).tensor("decoder.layers.0.self_attn.q_norm.weight"), upper.view(np.float32))


@pytest.mark.parametrize("layout", [{"naming": "newer"}, {"shards": 3}, {"snapshot": True}])
def test_every_published_layout_gives_the_same_weights(folder: Path, tmp_path: Path, layout: dict[str, Any]) -> None:
    plain, other = Checkpoint(folder), Checkpoint(write_checkpoint(tmp_path / "other", size="tiny", **layout))
    assert plain.config == other.config
    for name in expected_shapes(plain.config):
        assert np.array_equal(plain.tensor(name), other.tensor(name)), name


def test_rows_are_the_rows_of_the_whole(folder: Path) -> None:
    checkpoint, name = Checkpoint(folder), "decoder.embed_tokens.weight"
    assert np.array_equal(checkpoint.rows(name, 5, 9), checkpoint.tensor(name)[5:9])


FAULTS: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "missing": (lambda h: h.pop(NORM), "tensor decoder.layers.0.self_attn.q_norm.weight is missing"),
    "misnamed": (
        lambda h: h.update({NORM.replace("q_norm", "query_norm"): h.pop(NORM)}),
        "missing from the checkpoint",
    ),
    "integers": (lambda h: h[NORM].update(dtype="I16"), "unsupported type I16"),
    "other shape": (lambda h: h[NORM].update(shape=[2, h[NORM]["shape"][0] // 2]), "; .* is expected"),
    "size and shape disagree": (lambda h: h[NORM].update(shape=[h[NORM]["shape"][0] * 2]), "has the wrong size"),
    "no place": (lambda h: h[NORM].pop("data_offsets"), "is incomplete"),
    "a place without sense": (lambda h: h[NORM].update(data_offsets=["a", None]), "is incomplete"),
    "no description": (lambda h: h.update({NORM: 7}), "is incomplete"),
    "beyond the end": (
        lambda h: h[NORM].update(data_offsets=[x + (1 << 40) for x in h[NORM]["data_offsets"]]),
        "truncated",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_tensor_is_one_sentence(folder: Path, fault: str) -> None:
    change, words = FAULTS[fault]
    with pytest.raises(ExportError, match=words):
        Checkpoint(changed(folder, change))


def test_a_file_cut_short_is_one_sentence(folder: Path) -> None:
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-1000])
    with pytest.raises(ExportError, match="truncated"):
        Checkpoint(folder)


@pytest.mark.parametrize(
    "content",
    [b"", b"12345", b"\xff" * 64, struct.pack("<Q", 20) + b"not json at all.....", struct.pack("<Q", 2) + b"[]"],
)
def test_what_is_no_safetensors_file_is_one_sentence(folder: Path, content: bytes) -> None:
    (folder / "model.safetensors").write_bytes(content)
    with pytest.raises(ExportError, match="not a safetensors file"):
        Checkpoint(folder)


@pytest.mark.parametrize("name", ["config.json", "model.safetensors"])
def test_a_missing_file_is_one_sentence(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(ExportError, match=name.replace(".", r"\.")):
        Checkpoint(folder)


def test_another_kind_of_model_is_one_sentence(folder: Path) -> None:
    (folder / "config.json").write_text(json.dumps({"model_type": "llama", "hidden_size": 8}))
    with pytest.raises(ExportError, match="does not describe a Qwen3-ASR model"):
        Checkpoint(folder)


def test_what_the_graphs_cannot_do_is_refused(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text())
    config["thinker_config"]["text_config"]["hidden_act"] = "gelu"
    (folder / "config.json").write_text(json.dumps(config))
    with pytest.raises(ExportError, match="unknown activation"):
        Checkpoint(folder)
