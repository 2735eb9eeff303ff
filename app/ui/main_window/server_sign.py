"""The sign that stands in the window for as long as sound is sent to another computer, and the button that ends that."""

from __future__ import annotations

from collections.abc import Callable

from app.base.translation import translate
from app.ui.kit.message_bar import SignBar

NAME = "server"


def show_server(signs: SignBar, host: str, stop: Callable[[], None]) -> None:
    """Says that sound goes to `host`, "" for nowhere; `stop` is called by the button."""

    def words() -> str:
        return translate("MainWindow", "Everything that is heard is sent to {host} and recognised there.").format(
            host=host
        )

    if not host:
        signs.end_sign(NAME)
    elif signs.texts.get(NAME) != words():
        signs.show_sign(NAME, words, lambda: translate("MainWindow", "Recognise on this computer"), stop)
