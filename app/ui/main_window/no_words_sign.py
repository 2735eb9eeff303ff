"""The sign that somebody speaks and no word comes, until one does; its button leads to what is probably wrong."""

from __future__ import annotations

from collections.abc import Callable

from app.base.events import NoWords
from app.base.translation import translate
from app.ui.kit.message_bar import SignBar

NAME = "no words"


def show_no_words(signs: SignBar, found: NoWords, check: Callable[[NoWords], None]) -> None:
    """`check` is called by the button."""

    def words() -> str:
        return {
            "source": translate(
                "MainWindow", "Someone is speaking, but too quietly to be understood. Is this the right source?"
            ),
            "language": translate(
                "MainWindow", "Someone is speaking, but no words are recognised. Is this the right language?"
            ),
            "model": translate(
                "MainWindow", "Someone is speaking, but no words are recognised. A larger model may help."
            ),
        }[found.cause]

    def button() -> str:
        return {
            "source": translate("MainWindow", "Check the source"),
            "language": translate("MainWindow", "Check the language"),
            "model": translate("MainWindow", "Check the model"),
        }[found.cause]

    signs.show_sign(NAME, words, button, lambda: check(found))


def end_no_words(signs: SignBar) -> None:
    """A word came, or nobody listens any more."""
    signs.end_sign(NAME)
