"""Conversion: every precision works and says its error, nothing half-made is left, memory stays small, the tokenizer is the same."""

from __future__ import annotations

import errno
import json
import operator
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest

from app.cli.bench import default_audio
from inference.audio_tower import AudioEncoder
from inference.bundle import DECODER_GRAPH, PRECISIONS, open_bundle, verify_bundle
from inference.log_mel import log_mel
from inference.options import StreamOptions
from inference.providers import CPU
from inference.recognizer import Recognizer
from onnx_export import convert as convert_module
from onnx_export.convert import convert
from onnx_export.errors import ExportError
from onnx_export.linear import quantize_blocks, quantize_rows
from onnx_export.tokenizer import load_tokenizer
from tests.inference.starter_golden import clip, records

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("precision", PRECISIONS)
def test_every_precision_transcribes_on_the_cpu(starter_bundles: Callable[[str], Path], precision: str) -> None:
    bundle = open_bundle(starter_bundles(precision))
    assert bundle.precision == precision
    assert bundle.report["logit_error"] <= {"fp32": 1e-4, "fp16": 5e-3, "int8": 0.05, "int4": 0.15}[precision]
    text = Recognizer.load(bundle.folder, CPU).transcribe(default_audio(8.0), StreamOptions(language="English")).text
    assert "words" in text.lower()


LEAST_AGREEMENT = {"fp32": 0.9995, "fp16": 0.995, "int8": 0.98, "int4": 0.9}
"""Share of the reference's tokens, offline and in streams; float32's few misses are ties that the traces name."""


def token_agreement(recognizer: Recognizer, shared: Path, name: str, every: int) -> float:
    """Share of the reference's own next tokens that the model gives, each after the reference's tokens before it."""
    chain = recognizer.chain
    model, tokens = chain.model, chain.bundle.tokens
    asked = [
        (record, generation)
        for record in records(shared, name)
        for call in record.get("calls", [{"gens": [record | {"prefix": "", "audio_start": 0}]}])
        for generation in call["gens"]
    ]
    same = total = 0
    for record, generation in asked[::every]:
        samples = clip(shared, record)
        start, n = generation["audio_start"], generation.get("audio_n", len(samples))
        features = log_mel(samples[start : start + n], chain.bundle.config.audio.n_mels)
        audio = np.concatenate(AudioEncoder(model.tower).encode(features))
        head, tail = record.get("init", record)["prompt_raw"].split("<|audio_pad|>")
        prompt = [
            *chain.tokenizer.encode(head),
            *[tokens.audio_pad] * len(audio),
            *chain.tokenizer.encode(tail + generation["prefix"]),
        ]
        ids = np.array([*prompt, *generation["ids"][:-1]])
        rows = model.decoder.embedding.rows(ids)
        rows[ids == tokens.audio_pad] = audio
        cache = model.decoder.grown(model.decoder.new_cache(), len(ids))
        given, _ = model.decoder.next_logits([rows], cache, range(len(prompt) - 1, len(ids)))
        same += sum(map(operator.eq, given, generation["ids"]))
        total += len(generation["ids"])
    return same / total


@pytest.mark.slow
@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize(("name", "every"), [("offline.jsonl.gz", 1), ("streaming.jsonl.gz", 12)])
def test_the_tokens_of_each_precision_are_the_references(
    starter_bundles: Callable[[str], Path], shared: Path, precision: str, name: str, every: int
) -> None:
    recognizer = Recognizer.load(starter_bundles(precision), CPU)
    share = token_agreement(recognizer, shared, name, every)
    print(precision, name, share)
    assert share >= LEAST_AGREEMENT[precision]


@pytest.mark.parametrize("precision", ["int8", "int4"])
def test_the_tower_and_down_proj_never_go_below_8_bits(starter_bundles: Callable[[str], Path], precision: str) -> None:
    folder = starter_bundles(precision)
    for graph in sorted(folder.glob("*.onnx")):
        model = onnx.load(str(graph), load_external_data=False)
        for node in model.graph.node:
            if node.op_type == "MatMulNBits":
                assert graph.name == DECODER_GRAPH
                sensitive = "down_proj" in node.input[1] or "head" in node.input[1]
                bits = next(attribute.i for attribute in node.attribute if attribute.name == "bits")
                assert bits == (8 if sensitive else 4)
                assert sensitive or precision == "int4"


def test_an_existing_folder_is_not_touched(starter_checkpoint: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with pytest.raises(ExportError, match="already exists"):
        convert(starter_checkpoint, tmp_path / "out", "int8")
    assert list((tmp_path / "out").iterdir()) == []


def test_an_unknown_precision_is_one_sentence(starter_checkpoint: Path, tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="precision 'int2' does not exist"):
        convert(starter_checkpoint, tmp_path / "out", "int2")


@pytest.mark.parametrize("after", [1, 20, 60])
def test_cancelling_leaves_nothing(starter_checkpoint: Path, tmp_path: Path, after: int) -> None:
    asked = iter(range(10**9))
    with pytest.raises(ExportError, match="cancelled"):
        convert(starter_checkpoint, tmp_path / "out", "int8", cancelled=lambda: next(asked) >= after)
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_too_small_is_said_before_anything_is_written(
    starter_checkpoint: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(convert_module.shutil, "disk_usage", lambda path: usage._replace(free=1_000_000))
    with pytest.raises(ExportError, match=r"has 0\.0 GB free"):
        convert(starter_checkpoint, tmp_path / "out", "int8")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(
    os.geteuid() != 0 if hasattr(os, "geteuid") else True, reason="a small file system can only be mounted by root"
)
def test_a_disk_that_fills_up_leaves_nothing(
    starter_checkpoint: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real full disk, with the check beforehand made blind to it."""
    small = tmp_path / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(small)], check=True)
    try:
        usage = shutil.disk_usage("/")
        monkeypatch.setattr(convert_module.shutil, "disk_usage", lambda path: usage._replace(free=1 << 40))
        with pytest.raises(ExportError, match="is full"):
            convert(starter_checkpoint, small / "out", "int8")
        assert list(small.iterdir()) == []
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_a_place_where_no_folder_can_be_is_one_sentence(starter_checkpoint: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ExportError, match="could not be written"):
        convert(starter_checkpoint, tmp_path / "file" / "out", "int8")


def test_a_disk_error_is_one_sentence() -> None:
    words = convert_module._disk_sentence(OSError(errno.EACCES, "Permission denied"), Path("x/out"))
    assert words == f"The model could not be written to {Path('x/out')}: Permission denied."


def test_a_killed_conversion_leaves_nothing_that_looks_like_a_bundle(starter_checkpoint: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-m", "onnx_export", str(starter_checkpoint), str(out), "--precision", "fp32"]
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob(".out.*.partial/*.weights")) and time.monotonic() < deadline:
        time.sleep(0.01)
    child.kill()
    child.wait()
    assert not out.exists()
    assert list(tmp_path.glob("**/bundle.json")) == []


def test_the_command_says_what_it_made(starter_checkpoint: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "onnx_export", str(starter_checkpoint), str(tmp_path / "b"), "--precision", "int4"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "int4" in done.stdout
    assert "logit error" in done.stdout
    verify_bundle(tmp_path / "b")
    failed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert failed.returncode == 1
    assert failed.stderr.strip().endswith("already exists.")
    assert "Traceback" not in failed.stderr


def test_a_tokenizer_made_of_vocabulary_and_merges_is_the_ready_one(starter_checkpoint: Path, tmp_path: Path) -> None:
    for name in ("vocab.json", "merges.txt", "tokenizer_config.json"):
        shutil.copyfile(starter_checkpoint / name, tmp_path / name)
    ready, made = load_tokenizer(starter_checkpoint), load_tokenizer(tmp_path)
    texts = [
        "language English<asr_text>And so, my fellow Americans'll",
        " 12,5 %\n\nNaïve 你好 ",
        "<|im_start|>x<|audio_pad|>",
    ]
    for text in texts:
        assert made.encode(text).ids == ready.encode(text).ids
        assert made.decode(made.encode(text).ids) == ready.decode(ready.encode(text).ids)


def test_a_checkpoint_without_tokenizer_is_one_sentence(starter_checkpoint: Path, tmp_path: Path) -> None:
    for path in starter_checkpoint.iterdir():
        if "token" not in path.name and path.name not in ("vocab.json", "merges.txt"):
            shutil.copyfile(path, tmp_path / path.name)
    with pytest.raises(ExportError, match="has no tokenizer"):
        convert(tmp_path, tmp_path / "out", "int8")


def test_rows_quantised_to_int8_are_within_half_a_step() -> None:
    weight = np.random.default_rng(0).standard_normal((7, 33)).astype(np.float32)
    levels, scale = quantize_rows(iter([weight[:3], weight[3:]]), 7, 33)
    assert np.abs(levels * scale[:, None] - weight).max() <= 0.5001 * scale.max()


@pytest.mark.parametrize(("bits", "bytes_per_block"), [(4, 16), (8, 32)])
def test_blocks_have_the_shape_that_the_operator_wants(bits: int, bytes_per_block: int) -> None:
    weight = np.random.default_rng(0).standard_normal((5, 70)).astype(np.float32)
    packed, scale = quantize_blocks(weight, bits)
    assert packed.shape == (5, 3, bytes_per_block)
    assert packed.dtype == np.uint8
    assert scale.shape == (5, 3)


def test_the_shipped_starter_bundle_is_small_whole_and_of_this_exporter(
    starter_bundle: Path, starter_bundles: Callable[[str], Path]
) -> None:
    bundle, made = open_bundle(starter_bundle), open_bundle(starter_bundles("int8"))
    assert sum(path.stat().st_size for path in starter_bundle.iterdir()) <= 32_000_000
    verify_bundle(starter_bundle)
    assert {name: info for name, info in bundle.files.items() if name.endswith((".onnx", ".weights"))} == {
        name: info for name, info in made.files.items() if name.endswith((".onnx", ".weights"))
    }
    assert json.loads((starter_bundle / "bundle.json").read_text())["name"] == "Starter model (English)"
