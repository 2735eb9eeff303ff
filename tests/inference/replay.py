"""Plays a recorded stream again: scripted answers in, everything the reference recorded compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from inference.stable_prefix import DROP_SAMPLES, Pass, RolledBack
from inference.tokenizer import Tokenizer
from tests.inference.reference import ReferenceRollingWindow, ReferenceWholeUtterance, reference_machine

Record = dict[str, Any]
Machine = ReferenceWholeUtterance | ReferenceRollingWindow


@dataclass
class Outcome:
    """What a replay found.

    Attributes:
        differences: `WHAT: ours / recorded`, empty when all is equal.
        passes: the passes of the feeds, in order.
        stopped_at_roll: the roll at which the reference's entry count and the true sample count disagree, None if the
            stream ran to its end.
        n_rolls: window rolls before that.
    """

    differences: list[str] = field(default_factory=list)
    passes: list[Pass] = field(default_factory=list)
    stopped_at_roll: int | None = None
    n_rolls: int = 0


class Script:
    """Answers in their order; notes what it was asked."""

    def __init__(self) -> None:
        self.answers: list[str] = []
        self.asked: list[tuple[str, int, int]] = []

    def __call__(
        self, prefix: str, audio_start: int, audio_end: int, max_tokens: int | None, draft: Sequence[int] = ()
    ) -> str:
        self.asked.append((prefix, audio_start, audio_end - audio_start))
        return self.answers.pop(0)


class CountsDisagreeError(Exception):
    pass


def replay(record: Record, tokenizer: Tokenizer, *, rolling: bool) -> Outcome:
    """The whole stream, call by call and chunk by chunk."""
    outcome, script = Outcome(), Script()
    machine, rules = reference_machine(record, tokenizer, script, rolling=rolling)
    chunks = iter(record["chunks"])
    try:
        for number, call in enumerate(record["calls"]):
            if call["op"] == "set_chunk":
                machine.chunk_samples = call["chunk_size_samples"]
                continue
            script.answers = [generation["gen"] for generation in call["gens"]]
            script.asked = []
            rules.rolled.clear()
            where = f"call {number} ({call['op']})"
            if call["op"] == "feed":
                passes = machine.feed(
                    call["n"], call["max_new_tokens"], rollback_punctuation=call["rollback_punctuation"]
                )
                _stop_where_counts_disagree(machine, outcome)
                done = [
                    (one, prefix, rolled)
                    for one, (prefix, *_), rolled in zip(passes, script.asked, rules.rolled, strict=True)
                ]
                tokens = record["config"]["unfixed_token_num"]
                _compare_feed(outcome, where, call, machine, done=done, chunks=chunks, unfixed_tokens=tokens)
                outcome.passes += passes
            else:
                last = machine.finish(call["max_new_tokens"])
                _stop_where_counts_disagree(machine, outcome)
                _compare_finish(outcome, where, call, machine, next(chunks), ran=last is not None)
            asked = [(g["prefix"], g["audio_start"], g["audio_n"]) for g in call["gens"]]
            _same(outcome, f"{where} prompts", [_known(*pair) for pair in zip(script.asked, asked, strict=True)], asked)
            _same(outcome, f"{where} state", _state(machine), call["state"])
    except CountsDisagreeError:
        outcome.stopped_at_roll = outcome.n_rolls + 1
    return outcome


def _known(ours: tuple[str, int, int], theirs: tuple[str, int | None, int]) -> tuple[str, int | None, int]:
    """The reference could not tell where the audio starts in streams fed with int16."""
    return ours if theirs[1] is not None else (ours[0], None, ours[2])


def _stop_where_counts_disagree(machine: Machine, outcome: Outcome) -> None:
    if not isinstance(machine, ReferenceRollingWindow):
        return
    for dropped in machine.dropped_slices[outcome.n_rolls :]:
        if dropped != DROP_SAMPLES // machine.chunk_samples:
            raise CountsDisagreeError
        outcome.n_rolls += 1


def _compare_feed(
    outcome: Outcome,
    where: str,
    call: Record,
    machine: Machine,
    *,
    done: list[tuple[Pass, str, RolledBack]],
    chunks: Iterator[Record],
    unfixed_tokens: int,
) -> None:
    """`done`: the passes, each with the prefix that it was asked with and its stable text before it was read."""
    nothing = machine.stable_text if isinstance(machine, ReferenceRollingWindow) else ""
    returned = (machine.text, done[-1][0].stable_text if done else nothing)
    _same(outcome, f"{where} returned", returned, (call["ret_text"], call["ret_fixed"]))
    for one, prefix, stable in done:
        chunk = next(chunks)
        ours = {
            "prefix": prefix,
            "audio_start": one.audio_start if chunk["audio_start"] is not None else None,
            "audio_n": one.audio_end - one.audio_start,
            "stable_raw": stable.text,
            "skipped": one.skipped,
            "ret_text": one.text,
            "ret_fixed": one.stable_text,
            # What was rolled back beyond the tokens asked for: cuts that would have split a character.
            "ufffd_steps": max(0, len(stable.dropped) - unfixed_tokens),
        }
        _same(outcome, f"{where} chunk", ours, {name: chunk[name] for name in ours})


def _compare_finish(
    outcome: Outcome,
    where: str,
    call: Record,
    machine: Machine,
    chunk: Record,
    *,
    ran: bool,
) -> None:
    text = machine.stable_text if isinstance(machine, ReferenceRollingWindow) else machine.text
    _same(outcome, f"{where} returned", text, call["ret_text"])
    _same(outcome, f"{where} chunk", (ran, text, machine.text), (chunk["ran"], chunk["ret_text"], chunk["state_text"]))


def _state(machine: Machine) -> Record:
    state: Record = {
        "raw": machine.raw,
        "text": machine.text,
        "language": machine.language,
        "chunk_id": machine.chunk_id,
        "buffer_n": machine.buffered,
        "accum_n": machine.audio_end,
    }
    if isinstance(machine, ReferenceRollingWindow):
        state["accum_n"] -= machine.window_start
        state["last_fixed_text"] = machine.stable_text
        state["chunk_text_n"] = len(machine.slices)
        state["chunk_text_last"] = machine.slices[-1].text if machine.slices else None
    return state


def _same(outcome: Outcome, what: str, ours: Any, recorded: Any) -> None:
    if ours != recorded:
        outcome.differences.append(f"{what}: {ours!r} / {recorded!r}")
