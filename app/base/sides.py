"""Who spoke, in words: the names that the user gave the two sides, or "You" and "Computer"."""

from __future__ import annotations

from app.base.events import Side
from app.base.settings import CaptionSettings
from app.base.translation import translate


def speaker_of(side: Side, captions: CaptionSettings) -> str:
    """What is kept of a side: the name that the user gave it, else the side itself; see `speaker_words`."""
    names = {"you": captions.your_name, "computer": captions.computer_name}
    return " ".join(names.get(side, "").split()) or side


def speaker_label(speaker: str) -> str:
    """What stands before a line: "Anna:", "" where one side alone is heard."""
    return translate("Sides", "{name}:").format(name=speaker_words(speaker)) if speaker else ""


def speaker_words(speaker: str) -> str:
    """A speaker as people read it; a side without a name in the language of the program.

    >>> speaker_words("Anna")
    'Anna'
    """
    words = {"you": translate("Sides", "You"), "computer": translate("Sides", "Computer")}
    return words.get(speaker, speaker)
