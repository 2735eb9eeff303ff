"""The generator writes what the published checkpoint is: names, count, size to the byte, readable by safetensors."""

from __future__ import annotations

import json
import math
import struct
from pathlib import Path

import numpy as np
import pytest

from tests.synthetic_checkpoint import (
    PUBLISHED_BYTES,
    REVISION,
    build_config,
    file_bytes,
    newer_name,
    split_shards,
    tensor_shapes,
    to_bfloat16,
    write_checkpoint,
)

pytest.importorskip("ml_dtypes", reason="gives numpy the bfloat16 that safetensors asks it for")
safetensors = pytest.importorskip("safetensors", reason="only this test reads the files with another library")


def test_full_size_has_the_published_tensors_parameters_and_bytes() -> None:
    shapes = tensor_shapes(build_config("full"))
    tower = {name: shape for name, shape in shapes.items() if name.startswith("thinker.audio_tower.")}
    assert len(shapes) == 707
    assert round(sum(map(math.prod, shapes.values())) / 1e6, 1) == 2038.1
    assert round(sum(map(math.prod, tower.values())) / 1e6, 1) == 317.5
    assert file_bytes(shapes) == PUBLISHED_BYTES
    assert not any("lm_head" in name for name in shapes)


def test_layout_equals_a_checkpoint_made_by_the_official_code(shared: Path) -> None:
    folder = shared / "golden" / "tiny" / "b800"
    shapes = tensor_shapes(json.loads((folder / "config.json").read_text()))
    with (folder / "model.safetensors").open("rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
    header.pop("__metadata__")
    assert {name: tuple(entry["shape"]) for name, entry in header.items()} == shapes


@pytest.mark.parametrize(("naming", "shards"), [("published", 1), ("newer", 1), ("published", 3), ("newer", 2)])
def test_another_library_reads_the_same_weights_in_every_layout(tmp_path: Path, naming: str, shards: int) -> None:
    plain = write_checkpoint(tmp_path / "plain", seed=7)
    other = write_checkpoint(tmp_path / "other", seed=7, naming=naming, shards=shards)
    names = list(tensor_shapes(build_config("tiny")))
    found: dict[str, np.ndarray] = {}
    files = sorted(other.glob("*.safetensors"))
    assert len(files) == shards
    for path in files:
        with safetensors.safe_open(path, framework="np") as file:
            found |= {name: file.get_tensor(name).view(np.uint16) for name in file.keys()}  # noqa: SIM118
    rename = (lambda name: name) if naming == "published" else newer_name
    with safetensors.safe_open(plain / "model.safetensors", framework="np") as file:
        assert set(found) == {rename(name) for name in names}
        for name in names:
            assert np.array_equal(file.get_tensor(name).view(np.uint16), found[rename(name)]), name
    if shards > 1:
        index = json.loads((other / "model.safetensors.index.json").read_text())
        assert set(index["weight_map"]) == set(found)
        assert {path.name for path in files} == set(index["weight_map"].values())


def test_seed_decides_the_weights(tmp_path: Path) -> None:
    one, again, two = (
        (write_checkpoint(tmp_path / name, seed=seed) / "model.safetensors").read_bytes()
        for name, seed in (("a", 1), ("b", 1), ("c", 2))
    )
    assert one == again
    assert one != two


def test_snapshot_is_links_into_blobs_named_by_hash(tmp_path: Path) -> None:
    folder = write_checkpoint(tmp_path, snapshot=True)
    assert folder.name == REVISION
    for path in folder.iterdir():
        assert path.is_symlink()
        assert not Path(path.readlink()).is_absolute()
        assert path.resolve().parent.name == "blobs"
    assert json.loads((folder / "config.json").read_text())["model_type"] == "qwen3_asr"


def test_bfloat16_rounds_to_nearest_even() -> None:
    values = np.array([1.0, 1.0 + 2**-8, 1.0 + 3 * 2**-8, -2.5, 0.0], dtype=np.float32)
    assert to_bfloat16(values).tolist() == [0x3F80, 0x3F80, 0x3F82, 0xC020, 0x0000]


@pytest.mark.parametrize("shards", [1, 2, 5, 69])
def test_shards_cover_all_tensors_once_and_none_is_empty(shards: int) -> None:
    shapes = tensor_shapes(build_config("tiny"))
    runs = split_shards(shapes, shards)
    assert len(runs) == shards
    assert all(runs)
    assert [name for run in runs for name in run] == list(shapes)


def test_tokenizer_decides_the_ids(starter_checkpoint: Path, tmp_path: Path) -> None:
    folder = write_checkpoint(tmp_path, tokenizer=starter_checkpoint)
    config = json.loads((folder / "config.json").read_text())["thinker_config"]
    assert config["audio_token_id"] == 3070
    assert config["text_config"]["vocab_size"] == 3072
    assert (folder / "tokenizer.json").read_bytes() == (starter_checkpoint / "tokenizer.json").read_bytes()
