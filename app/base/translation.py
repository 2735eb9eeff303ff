"""The one name for translation where messages are made: no Qt, so that the command line and the engine need none.

`translate("Audio", "“{name}” is back.").format(name=label)`: the message is translated whole, then its gaps filled.
Without a translator, as on the command line, the message itself comes back.
"""

from __future__ import annotations

from collections.abc import Callable

from inference.messages import translate, use_translator

__all__ = ["QT_TRANSLATE_NOOP", "SpeakLanguage", "missing_part", "model_words", "translate", "use_translator"]

SpeakLanguage = Callable[[], object]
"""Makes a process without windows translate. Can be pickled, so that another process can be given it."""


def speak_english() -> None:
    """English needs no translator: it is the language of the source."""


_children_speak: SpeakLanguage = speak_english


def use_in_children(speak: SpeakLanguage) -> None:
    """From now on the processes that the program starts for long work call `speak` first."""
    global _children_speak
    _children_speak = speak


def children_speak() -> SpeakLanguage:
    """What makes a process that is started now translate into the language of the windows."""
    return _children_speak


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Marks a text that is translated later, when it is shown. The tool that collects the texts knows this name."""
    return text


def missing_part(error: Exception) -> str:
    """The message about something that cannot be imported."""
    message = translate(
        "Cli", "A part of the program cannot be loaded ({0}). Run “r2t2-captions doctor” to see what is missing."
    )
    return message.format(error)


def model_words(name: str) -> str:
    """A model's name as a user reads it: the one that ships with the program speaks the language of the windows."""
    return translate("Models", "Starter model (English)") if name == STARTER_NAME else name


STARTER_NAME = "Starter model (English)"
"""As its bundle has it."""
