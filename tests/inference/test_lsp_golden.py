"""The state machine is the reference's: every recorded stream, call by call and chunk by chunk."""

from __future__ import annotations

import pytest

from tests.inference.golden import is_full, records, tokenizer
from tests.inference.replay import Outcome, replay


def _replay_all(name: str, *, rolling: bool, patched: bool = False) -> dict[str, Outcome]:
    return {r["id"]: replay(r, tokenizer(patched=patched), rolling=rolling) for r in records(name)}


def _differences(outcomes: dict[str, Outcome]) -> list[str]:
    return [f"{name} {text}" for name, outcome in outcomes.items() for text in outcome.differences]


@pytest.mark.slow
def test_every_whole_utterance_stream_equals_the_reference() -> None:
    outcomes = _replay_all("lsp/streaming.jsonl.gz", rolling=False)
    print(f"{len(outcomes)} streams, {sum(len(o.passes) for o in outcomes.values())} chunks")
    assert _differences(outcomes) == []
    assert not is_full() or len(outcomes) == 1500


@pytest.mark.slow
def test_every_rolling_stream_equals_the_reference_until_its_entry_count_is_wrong() -> None:
    outcomes = _replay_all("lsp/no_reset.jsonl.gz", rolling=True)
    ended = [o for o in outcomes.values() if o.stopped_at_roll is None]
    rolled = [o for o in ended if o.n_rolls]
    print(
        f"{len(outcomes)} streams: {len(ended)} run to their end ({len(rolled)} of them over a roll), "
        f"{len(outcomes) - len(ended)} to the first roll at which the reference counts wrongly; "
        f"{sum(o.n_rolls for o in outcomes.values())} rolls equal"
    )
    assert _differences(outcomes) == []
    assert rolled
    assert not is_full() or len(outcomes) == 700


@pytest.mark.parametrize(("name", "rolling"), [("streaming_changed", False), ("no_reset_changed", True)])
def test_streams_that_the_other_pre_tokenizer_changes(name: str, rolling: bool) -> None:
    outcomes = _replay_all(f"lsp/patched/{name}.jsonl.gz", rolling=rolling, patched=True)
    print(f"{name}: {len(outcomes)} streams, {sum(o.stopped_at_roll is None for o in outcomes.values())} to their end")
    assert _differences(outcomes) == []
    assert outcomes
