"""Which piece of a growing text became stable on how much audio: so that a window can drop text with its sound."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Slice:
    """A piece of stable text, and the sample up to which audio had come when it became stable."""

    audio_end: int
    text: str


class SliceTrack:
    """Cuts a text that grows, and now and then is rewritten, by the audio on which its pieces were first there."""

    def __init__(self) -> None:
        self._text = ""
        self._ends: list[tuple[int, int]] = []

    def update(self, text: str, n_new: int, audio_end: int) -> None:
        """`text` is the whole text now, its last `n_new` characters came with the audio up to `audio_end`.

        Where the rest differs from before, the old cuts move in proportion: a rewritten word keeps its audio.
        """
        same = len(self._text)
        if not text.startswith(self._text):
            pairs = enumerate(zip(self._text, text, strict=False))
            same = next((i for i, (old, new) in pairs if old != new), min(same, len(text)))
        if same < len(self._text):
            old_span = len(self._text) - same
            new_span = max(0, len(text) - n_new - same)
            self._ends = [
                (audio, end if end <= same else same + round((end - same) * new_span / old_span))
                for audio, end in self._ends
            ]
        self._text = text
        self._ends.append((audio_end, len(text)))

    def slices(self) -> list[Slice]:
        """The pieces in order; joined they are the text."""
        pieces, start = [], 0
        for audio_end, end in self._ends:
            pieces.append(Slice(audio_end, self._text[start:end]))
            start = max(start, end)
        return pieces
