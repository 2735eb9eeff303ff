"""The official code on the starter checkpoint and real speech: the records, their clips, and a replay through our whole chain."""

from __future__ import annotations

import gzip
import hashlib
import json
import wave
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inference.generation import Generator
from inference.options import StreamOptions
from inference.recognizer import Recognizer
from tests.inference.reference import reference_machine

Record = dict[str, Any]

NEAR_TIE = 1e-3
"""Gap of the two best logits under which another arithmetic may choose the other (golden/README.md)."""


def records(shared: Path, name: str) -> Iterator[Record]:
    with gzip.open(shared / "starter-v4" / "golden" / name, "rt", encoding="ascii") as lines:
        for line in lines:
            yield json.loads(line)


def read_clip(path: Path) -> NDArray[np.float32]:
    """A 16 kHz mono 16-bit recording in -1..1."""
    with wave.open(str(path), "rb") as file:
        assert file.getframerate() == 16_000
        return np.frombuffer(file.readframes(file.getnframes()), np.int16).astype(np.float32) / np.float32(32768)


def clip(shared: Path, record: Record) -> NDArray[np.float32]:
    """The samples of a record, proven by their hash."""
    recipe = record["clip"]
    parts = [read_clip(shared / "audio" / part["file"])[part["from"] : part["to"]] for part in recipe["parts"]]
    samples = np.concatenate(parts)
    if "quiet" in recipe:
        samples[: recipe["quiet"]["samples"]] *= np.float32(10 ** (-recipe["quiet"]["db"] / 20))
    assert hashlib.sha256(samples.tobytes()).hexdigest() == recipe["sha256"]
    return samples


@dataclass
class Comparison:
    """What differed; a stream is not followed beyond a difference that a near tie excuses."""

    passes: int = 0
    differences: list[str] = field(default_factory=list)
    excused: list[str] = field(default_factory=list)


class _Answers:
    """The `generate` of the machine under test: our generator, its answers noted."""

    def __init__(self, generator: Generator) -> None:
        self._generator = generator
        self.asked: list[tuple[str, int, int, tuple[int, ...]]] = []

    def __call__(
        self, prefix: str, audio_start: int, audio_end: int, max_tokens: int | None, draft: Sequence[int] = ()
    ) -> str:
        said = self._generator.run(prefix, audio_start, audio_end, max_tokens or 512, draft)
        self.asked.append((prefix, audio_start, audio_end - audio_start, said.ids))
        return said.text


def replay(recognizer: Recognizer, record: Record, samples: NDArray[np.float32], *, rolling: bool) -> Comparison:
    """Every chunk: prefix, audio, token ids (up to the model's `|`, behind which all is cut off), stable text, text, state."""
    init, config = record["init"], record["config"]
    # The recorded context is not a hotword list of ours but the whole text of the system turn.
    generator = recognizer.chain.new_generator(
        StreamOptions(language=init["force_language"], context=config["context"])
    )
    generator.append(samples)
    answers = _Answers(generator)
    machine, rules = reference_machine(record, recognizer.chain.tokenizer, answers, rolling=rolling)
    doubt = set(recognizer.chain.tokenizer.encode("|"))
    found = Comparison()
    for number, call in enumerate(record["calls"]):
        answers.asked = []
        passes = machine.feed(call["n"], call["max_new_tokens"]) if call["op"] == "feed" else []
        if call["op"] == "finish":
            machine.finish(call["max_new_tokens"])
        ours: dict[str, Any] = {
            "gens": [(p, start, n, _up_to(ids, doubt)) for p, start, n, ids in answers.asked],
            "text": machine.text,
            "raw": machine.raw,
            "language": machine.language,
            "chunk_id": machine.chunk_id,
        }
        theirs: dict[str, Any] = {
            "gens": [(g["prefix"], g["audio_start"], g["audio_n"], _up_to(g["ids"], doubt)) for g in call["gens"]],
            "text": call["state"]["text"],
            "raw": call["state"]["raw"],
            "language": call["state"]["language"],
            "chunk_id": call["state"]["chunk_id"],
        }
        if passes:
            ours |= {"stable": rules.rolled[-1].text, "returned": (machine.text, passes[-1].stable_text)}
            theirs |= {"stable": call["stable_raw"], "returned": (call["ret_text"], call["ret_fixed"])}
        found.passes += len(answers.asked)
        if ours != theirs:
            where = f"{record['id']} call {number}"
            gap = min((g["gap"] for g in call["gens"]), default=1.0)
            if gap < NEAR_TIE:
                found.excused.append(f"{where}: gap {gap:.1e}")
                return found
            found.differences.append(f"{where}: {ours} / {theirs}")
    return found


def _up_to(ids: Sequence[int], doubt: set[int]) -> list[int]:
    end = next((i + 1 for i, token in enumerate(ids) if token in doubt), len(ids))
    return list(ids[:end])
