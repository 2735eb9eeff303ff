"""Recorded generations and streams of the reference, asked through our server engine: nothing differs.

The stand-in answers each question that was recorded, and no other: a sound, a beginning or a context that came to it in
another form than the reference's would find no answer. `make test-vllm` asks a real vLLM for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer as FastTokenizer

from app.remote.opening import ServerRecognizer, open_remote
from inference.options import StreamOptions
from inference.tokenizer import Tokenizer
from tests.app.remote.vllm_stand_in import Question, VllmStandIn, sound_key
from tests.inference.starter_golden import Comparison, clip, records, replay

Key = tuple[str, str, str]


def recorded(shared: Path) -> dict[Key, list[int]]:
    """The ids of each recorded generation, by context, sound and beginning."""
    answers: dict[Key, list[int]] = {}
    for record in records(shared, "offline.jsonl.gz"):
        head = f"language {record['language']}<asr_text>" if record["language"] else ""
        answers[record["context"], sound_key(clip(shared, record)), head] = record["ids"]
    for name in ("streaming.jsonl.gz", "no_reset.jsonl.gz"):
        for record in records(shared, name):
            samples = clip(shared, record)
            forced = record["init"]["force_language"]
            head = f"language {forced}<asr_text>" if forced else ""
            for call in record["calls"]:
                for one in call["gens"]:
                    sound = samples[one["audio_start"] : one["audio_start"] + one["audio_n"]]
                    answers[record["config"]["context"], sound_key(sound), head + one["prefix"]] = one["ids"]
    return answers


@pytest.fixture(scope="module")
def served(shared: Path, starter_bundle: Path) -> Iterator[ServerRecognizer]:
    answers = recorded(shared)
    file = starter_bundle / "tokenizer.json"

    def model(question: Question) -> list[int]:
        context, samples, beginning, most = question
        if not np.any(samples):  # the silence with which a server is tried out
            return [3067]
        return answers[context, sound_key(samples), beginning][:most]

    server = VllmStandIn(model, Tokenizer.from_file(file), FastTokenizer.from_file(str(file)))
    recognizer = open_remote(server.url, bundles=[starter_bundle], exact=True)
    yield recognizer
    recognizer.close()
    server.close()


@pytest.mark.slow
def test_every_recorded_generation_and_stream_comes_out_the_same(served: ServerRecognizer, shared: Path) -> None:
    total, n_streams = Comparison(), 0
    for name, rolling in (("streaming.jsonl.gz", False), ("no_reset.jsonl.gz", True)):
        for record in records(shared, name):
            if not record["id"].startswith("c160/"):
                continue
            found = replay(served, record, clip(shared, record), rolling=rolling)  # type: ignore[arg-type]
            total.passes += found.passes
            total.differences += found.differences + found.excused
            n_streams += 1
    for record in records(shared, "offline.jsonl.gz"):
        samples = clip(shared, record)
        passes = served.chain.new_generator(StreamOptions(language=record["language"]))
        passes.append(samples)
        answer = passes.run("", 0, len(samples), record["max_new_tokens"])
        if (list(answer.ids), answer.text) != (record["ids"], record["raw"]):
            total.differences.append(record["id"])
        text = served.transcribe(samples, StreamOptions(language=record["language"])).text
        if text != record["text"].rstrip("|"):
            total.differences.append(f"{record['id']} transcribed")
        total.passes += 1
    assert total.differences == []
    assert (n_streams, total.passes) == (14, 690)
