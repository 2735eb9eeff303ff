"""Where the reference traces are: the full set beside the checkout, else the sample in tests/golden."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from inference.tokenizer import Tokenizer

ROOT = Path(__file__).resolve().parents[2]
FULL = ROOT.parent / "shared" / "golden"
SAMPLE = ROOT / "tests" / "golden"


def is_full() -> bool:
    return FULL.is_dir()


def golden(name: str) -> Path:
    """The trace file `name`, such as `lsp/streaming.jsonl.gz`."""
    return (FULL if is_full() else SAMPLE) / name


def records(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(golden(name), "rt", encoding="ascii") as lines:
        for line in lines:
            yield json.loads(line)


@cache
def tokenizer(*, patched: bool = False) -> Tokenizer:
    """The Qwen3-ASR tokenizer: whole, or in the sample with just the merges that its texts use."""
    if is_full():
        definition = json.loads((FULL / "tokenizer" / "tokenizer.json").read_text(encoding="utf-8"))
    else:
        definition = json.loads(gzip.decompress((SAMPLE / "tokenizer" / "tokenizer.json.gz").read_bytes()))
    if patched:
        definition["pre_tokenizer"] = json.loads(golden("tokenizer/pre_tokenizer_patched.json").read_text("utf-8"))
    return Tokenizer.from_text(json.dumps(definition), "golden")
