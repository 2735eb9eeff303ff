"""The sign that stands in the window while recordings become text, with the way to their own window."""

from __future__ import annotations

from collections.abc import Callable

from app.base.translation import translate
from app.ui.kit.message_bar import SignBar

NAME = "recordings"


def show_recordings(signs: SignBar, n_left: Callable[[], int], show: Callable[[], None]) -> None:
    """Says how many are left; `show` is called by the button. No sign where none is."""

    def words() -> str:
        n = n_left()
        if n == 1:
            return translate("MainWindow", "A recording is being transcribed.")
        return translate("MainWindow", "{n} recordings are being transcribed.").format(n=n)

    if not n_left():
        signs.end_sign(NAME)
    elif NAME in signs.texts:
        signs.refresh_sign(NAME)
    else:
        signs.show_sign(NAME, words, lambda: translate("MainWindow", "Show"), show)
