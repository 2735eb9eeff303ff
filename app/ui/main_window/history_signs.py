"""What the windows say about the history: that it cannot be saved, and that the last session was cut off."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale

from app.base.translation import translate
from app.ui.kit.message_bar import MessageBar, SignBar

if TYPE_CHECKING:
    from app.history.store import HistoryStore


def show_trouble(signs: SignBar, store: HistoryStore) -> None:
    """A sign for as long as what is said cannot be stored."""
    if store.trouble:
        signs.show_sign("history", lambda: store.trouble, kind="error")
    else:
        signs.end_sign("history")


def offer_unfinished(messages: MessageBar, store: HistoryStore, show: Callable[[int], None]) -> None:
    """Offers the session in which the program was killed; `show` opens a session by its number.

    It says until when the words were saved, and no more: whoever was killed with a full disk lost what came later.
    """
    session = store.unfinished_session()
    if session is None:
        return
    store.close_unfinished()
    last = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(session.active_s)), QLocale.FormatType.ShortFormat)
    messages.show_notice(
        translate("MainWindow", "The last session ended unexpectedly. Its last saved words are from {time}.").format(
            time=last
        ),
        translate("MainWindow", "Show"),
        lambda: show(session.id),
    )
