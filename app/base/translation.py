"""One name for Qt's translation where sentences are made without a widget (capture, engine, command line).

`translate("Audio", "“{name}” is back.").format(name=label)`: the sentence is translated whole, then its gaps filled.
Without an application, as on the command line, the sentence itself comes back.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from inference.sentences import use_translator

translate = QCoreApplication.translate
use_translator(translate)  # the recogniser and the exporter, which know no Qt, speak the person's language with it


def missing_part(error: Exception) -> str:
    """The sentence about something that cannot be imported."""
    sentence = translate(
        "Cli", "A part of the program cannot be loaded ({0}). “r2t2-captions doctor” says what is missing."
    )
    return sentence.format(error)


def model_words(name: str) -> str:
    """A model's name as a person reads it: the one that ships with the program speaks the language of the windows."""
    return translate("Models", "Starter model (English)") if name == STARTER_NAME else name


STARTER_NAME = "Starter model (English)"
"""As its bundle has it."""
