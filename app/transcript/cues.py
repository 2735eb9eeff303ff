"""Caption cues from timed lines: what an SRT or VTT file shows, when, and where its lines break.

Given finished lines with the audio times of their commits, gives cues of at most two lines within caption practice:
42 narrow or 16 wide characters a line (mixed lines count each by its share), breaks after punctuation or before
conjunctions and never inside a word, 5/6 s to 7 s on screen where the speech allows it, never overlapping.
Times come from sample counts of the audio, never from the clock. Pure: no files, no window.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from app.base.events import CommittedLine, FinalLine
from app.transcript.line_breaking import LINE_UNITS, NARROW_UNITS, WIDE_UNITS, break_cost, counts, words

MIN_CUE_S = 5 / 6
MAX_CUE_S = 7.0
HANG_S = 1.5
"""How long a cue may stay after its last word, to be read (BBC: about 1.5 s)."""
NARROW_PER_S = 20.0
"""Adult reading speed for Latin text, characters a second (Netflix)."""
WIDE_PER_S = 9.0
"""Reading speed for full-width text (Netflix, Chinese)."""
JOIN_S = 0.5
"""A shorter gap between two cues flickers: the first stays until the second."""
FLASH_S = 0.2
"""A cue shorter than this cannot be seen; the next one waits for it."""

LOOK = 24
"""Characters on each side of a break that decide how good it is."""


@dataclass(frozen=True)
class Piece:
    """One committed delta. `start_s` and `end_s` are seconds of session audio it was committed over."""

    text: str
    start_s: float
    end_s: float


@dataclass(frozen=True)
class TimedLine:
    """One utterance with everything known about it.

    Attributes:
        shown: what was on screen: the committed pieces, then the final's remainder.
        final: the model's final transcript, None while (or if ever) it has not come.
        start_s, end_s: seconds of session audio.
        pieces: committed deltas, oldest first; their texts concatenate to the committed text.
        diverged: `final` does not begin with the committed text.
        wall_s: Unix time at which the line began, 0 if not known.
        key: the store's number for it, 0 if it was not stored.
        speaker: who spoke, as `app.base.sides.speaker_words` reads it; "" where one side alone was heard.
    """

    shown: str
    start_s: float
    end_s: float
    final: str | None = None
    language: str | None = None
    pieces: tuple[Piece, ...] = ()
    diverged: bool = False
    wall_s: float = 0.0
    key: int = 0
    speaker: str = ""

    @property
    def committed(self) -> str:
        return "".join(piece.text for piece in self.pieces)

    def text(self, as_shown: bool = False) -> str:
        """The best text of the line, or with `as_shown` the words as they stood on screen; outer space removed."""
        return (self.shown if as_shown or self.final is None else self.final).strip()


@dataclass(frozen=True)
class Cue:
    """One caption: one or two lines, shown from `start_ms` until `end_ms` of the session's audio."""

    start_ms: int
    end_ms: int
    lines: tuple[str, ...]


def gather(events: Iterable[CommittedLine | FinalLine | TimedLine]) -> list[TimedLine]:
    """Timed lines from what the worker said, in the order in which the utterances first spoke.

    An utterance without a final keeps what was committed; a `TimedLine` is passed through.
    """
    order: list[int | TimedLine] = []
    committed: dict[int, list[CommittedLine]] = {}
    finals: dict[int, FinalLine] = {}
    for event in events:
        if isinstance(event, TimedLine):
            order.append(event)
            continue
        if event.utterance_id not in committed:
            committed[event.utterance_id] = []
            order.append(event.utterance_id)
        if isinstance(event, CommittedLine):
            committed[event.utterance_id].append(event)
        else:
            finals[event.utterance_id] = event
    return [entry if isinstance(entry, TimedLine) else _timed(committed[entry], finals.get(entry)) for entry in order]


def _timed(deltas: Sequence[CommittedLine], final: FinalLine | None) -> TimedLine:
    pieces = tuple(Piece(delta.text, delta.start_s, delta.end_s) for delta in deltas)
    if final is None:
        return TimedLine(
            "".join(piece.text for piece in pieces),
            pieces[0].start_s,
            pieces[-1].end_s,
            None,
            deltas[-1].language,
            pieces,
            speaker=deltas[-1].side,
        )
    return TimedLine(
        final.shown,
        final.start_s,
        final.end_s,
        final.text,
        final.language,
        pieces,
        final.diverged,
        speaker=final.side,
    )


def character_times(line: TimedLine, text: str) -> list[float]:
    """Seconds at which each character of `text` begins, and after them the end: len(text) + 1 values, never falling.

    Inside a committed piece time runs evenly. Where `text` is not what was shown (a diverged final), what follows the
    common beginning is spread evenly over the rest.
    """
    knots_at, knots_s = [0], [line.start_s]
    position = 0
    for piece in line.pieces:
        if position == 0:
            knots_s[0] = max(line.start_s, min(piece.start_s, piece.end_s))
        elif piece.start_s > knots_s[-1]:
            knots_at.append(position)
            knots_s.append(piece.start_s)
        position += len(piece.text)
        knots_at.append(position)
        knots_s.append(max(knots_s[-1], piece.end_s))
    if len(line.shown) > position:
        knots_at.append(len(line.shown))
        knots_s.append(max(knots_s[-1], line.end_s))
    end_s = max(line.end_s, knots_s[0])  # commits may come in the silence after the speech
    shared = _shared_beginning(line.shown, text)
    stretch = (len(line.shown) - shared) / (len(text) - shared) if len(text) > shared else 0.0
    times = []
    for index in range(len(text) + 1):
        at = float(index) if index <= shared else shared + (index - shared) * stretch
        times.append(min(end_s, _interpolate(knots_at, knots_s, at)))
    return times


def _shared_beginning(one: str, other: str) -> int:
    for index, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return index
    return min(len(one), len(other))


def _interpolate(at: Sequence[int], values: Sequence[float], x: float) -> float:
    right = min(bisect_right(at, x), len(at) - 1)
    if right == 0:
        return values[0]
    left = right - 1
    span = at[right] - at[left]
    share = min(1.0, max(0.0, (x - at[left]) / span)) if span else 1.0
    return values[left] + (values[right] - values[left]) * share


@dataclass(frozen=True)
class _Word:
    text: str
    spaced: bool
    start_s: float
    end_s: float
    cost: float
    """Of a break before this word."""


def _timed_words(line: TimedLine, text: str) -> list[_Word]:
    times = character_times(line, text)
    commits = set(accumulate(len(piece.text) for piece in line.pieces))
    found: list[_Word] = []
    last_end = 0
    for start, end in words(text):
        part, spaced = text[start:end], start > last_end
        cost = 0.0
        if found:
            cost = break_cost(text[max(0, last_end - LOOK) : last_end], text[start : start + LOOK], spaced)
            if not spaced and start in commits:
                cost -= (
                    0.5  # the model's own pieces seldom end inside a word; nothing else tells words apart in Chinese
                )
        found.append(_Word(part, spaced, times[start], times[end], cost))
        last_end = end
    return found


class _Layout:
    """Widths of word runs in O(1), and how well two lines hold a run.

    `ends[i]` is the width of all before word i, `starts[i]` the same with the space before word i, both in line units;
    `reach[i]` is the word at which a line that begins with word i is full.
    """

    def __init__(self, run: Sequence[_Word]) -> None:
        self.run = run
        sizes = [counts(word.text) for word in run]
        ends = accumulate((n * NARROW_UNITS + w * WIDE_UNITS for n, w in sizes), initial=0)
        spaces = accumulate((int(word.spaced) * NARROW_UNITS for word in run), initial=0)
        self.ends = [end + space for end, space in zip(ends, spaces, strict=True)]
        self.starts = [end + int(word.spaced) * NARROW_UNITS for end, word in zip(self.ends, run, strict=False)]
        self.reach = [bisect_right(self.ends, start + LINE_UNITS) - 1 for start in self.starts]
        self.costs = [word.cost for word in run]
        seconds = ((n + word.spaced) / NARROW_PER_S + w / WIDE_PER_S for (n, w), word in zip(sizes, run, strict=True))
        self.reading = list(accumulate(seconds, initial=0.0))

    def width(self, first: int, last: int) -> float:
        """Of words first..last-1 on one line, as a share of the line."""
        return (self.ends[last] - self.starts[first]) / LINE_UNITS

    def split(self, first: int, last: int) -> tuple[float, int] | None:
        """Cost and place of the line break in words first..last-1; place `last` is one line, None does not fit."""
        ends, starts, costs = self.ends, self.starts, self.costs
        if last <= self.reach[first]:
            return 0.0, last
        begin, end = starts[first], ends[last]
        best_cost, best_middle = float("inf"), 0
        for middle in range(self.reach[first], first, -1):
            if self.reach[middle] < last:
                break
            lean = (ends[middle] - begin) - (end - starts[middle])
            cost = costs[middle] + 4 * abs(lean) / LINE_UNITS + (0.5 if lean > 0 else 0)
            if cost < best_cost:
                best_cost, best_middle = cost, middle
        return (best_cost, best_middle) if best_middle else None

    def line(self, first: int, last: int) -> str:
        return "".join((" " if word.spaced and i else "") + word.text for i, word in enumerate(self.run[first:last]))


def _cue_cost(layout: _Layout, first: int, last: int, next_start_s: float) -> float | None:
    """How bad words first..last-1 are as one cue; None where two lines cannot hold them."""
    split = layout.split(first, last)
    if split is None:
        return None
    run = layout.run
    whole = first == 0 and last == len(run)
    spoken_s = run[last - 1].end_s - run[first].start_s
    room_s = max(0.05, next_start_s - run[first].start_s)
    cost = 4.0 + 0.5 * split[0]
    if last < len(run):
        cost += 1.5 * run[last].cost
    if spoken_s > MAX_CUE_S and last - first > 1:
        cost += 8 * (spoken_s - MAX_CUE_S) + 8
    if room_s < MIN_CUE_S:
        cost += 12 * (MIN_CUE_S - room_s)
    cost += 2 * max(0.0, (layout.reading[last] - layout.reading[first]) / room_s - 1)
    if not whole and layout.width(first, last) < 0.35:
        cost += 3.0
    return cost


def _divide(layout: _Layout, after_s: float) -> list[tuple[int, int]]:
    """Word ranges of the cues of one line: the division of least cost (shortest path over break positions)."""
    run = layout.run
    best: list[tuple[float, int]] = [(0.0, 0)]
    for last in range(1, len(run) + 1):
        next_start_s = run[last].start_s if last < len(run) else after_s
        choice = (float("inf"), last - 1)
        for first in range(last - 1, -1, -1):
            cost = _cue_cost(layout, first, last, next_start_s)
            if cost is None:
                break
            if best[first][0] + cost < choice[0]:
                choice = best[first][0] + cost, first
        best.append(choice)
    ranges, last = [], len(run)
    while last:
        first = best[last][1]
        ranges.append((first, last))
        last = first
    return ranges[::-1]


def visible(text: str) -> str:
    """`text` with control characters as spaces, one for one, so that positions stay."""
    return "".join(" " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char for char in text)


def build_cues(lines: Iterable[TimedLine], as_shown: bool = False) -> list[Cue]:
    """Cues of the whole session, in order of time, none overlapping.

    `as_shown` uses the words as they stood on screen instead of the final transcripts.
    """
    runs = [run for line in lines if (run := _timed_words(line, visible(line.text(as_shown))))]
    raw: list[tuple[float, float, float, tuple[str, ...]]] = []
    starts = sorted(run[0].start_s for run in runs)
    for run in runs:
        following = bisect_right(starts, run[-1].start_s)
        after_s = starts[following] if following < len(starts) else run[-1].end_s + MAX_CUE_S
        layout = _Layout(run)
        for first, last in _divide(layout, after_s):
            split = layout.split(first, last)
            middle = split[1] if split else last
            rows = (
                (layout.line(first, middle), layout.line(middle, last))
                if middle < last
                else (layout.line(first, last),)
            )
            reading = layout.reading[last] - layout.reading[first]
            raw.append((run[first].start_s, run[last - 1].end_s, reading, rows))
    raw.sort(key=lambda cue: cue[0])  # a dictation continues while captions of what the computer plays come and go
    return _place(raw)


def _place(raw: Sequence[tuple[float, float, float, tuple[str, ...]]]) -> list[Cue]:
    """Times in whole milliseconds: each cue ends by the next one's start and stays long enough to be read."""
    cues: list[Cue] = []
    free_ms = 0
    for index, (start_s, end_s, reading, rows) in enumerate(raw):
        start_ms = max(round(start_s * 1000), free_ms)
        spoken_ms = max(round(end_s * 1000), start_ms)
        wished_ms = max(
            spoken_ms,
            min(start_ms + round(reading * 1000), spoken_ms + round(HANG_S * 1000)),
            start_ms + round(MIN_CUE_S * 1000),
        )
        end_ms = min(wished_ms, start_ms + round(MAX_CUE_S * 1000))
        if index + 1 < len(raw):
            next_ms = max(round(raw[index + 1][0] * 1000), start_ms + round(FLASH_S * 1000))
            if next_ms - end_ms < JOIN_S * 1000:
                end_ms = min(next_ms, start_ms + round(MAX_CUE_S * 1000))
        cues.append(Cue(start_ms, end_ms, rows))
        free_ms = end_ms
    return cues
