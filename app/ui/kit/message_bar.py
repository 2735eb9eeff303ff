"""Messages for the user as plain bars at the top of the window, never a dialog in the way: errors, notices, and signs for
what lasts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QGuiApplication,
    QHideEvent,
    QPalette,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from app.ui.kit.changes import FollowsChanges
from app.ui.kit.icons import icon
from app.ui.kit.theme import in_contrast

Kind = Literal["error", "notice"]

MAX_SHOWN = 3
NOTICE_MS = 12_000

COLOURS = {
    ("error", False): ("#fdecea", "#7a1c12", "#e7b4ae"),
    ("error", True): ("#3a1f1d", "#ffd9d3", "#6d3a34"),
    ("notice", False): ("#e7f4ef", "#0c4a39", "#b3d9cb"),
    ("notice", True): ("#17322a", "#d2f1e6", "#2d5b4c"),
}
"""(kind, dark) -> background, text, edge."""


class Message(QFrame):
    """One message with a button that closes it and, where something can be done at once, a button that does it.

    Signals:
        over(Message): it has been read, or its time is up. Connected to methods only: a lambda that holds a window
            outlives it, and a late timer then crashes the program.
    """

    over = Signal(object)

    def __init__(self, parent: QWidget, kind: Kind, text: str) -> None:
        super().__init__(parent)
        self.kind: Kind = kind
        self.text = ""
        self.setObjectName("message")
        self.picture = QLabel(self)
        self.label = QLabel(self)
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.set_text(text)
        self.action = QPushButton(self)
        self.action.hide()
        self.close_button = QToolButton(self)
        self.close_button.setAutoRaise(True)
        self.close_button.clicked.connect(self.end)
        self._left_ms = -1  # never ends by itself
        self._time = QTimer(self, singleShot=True)
        self._time.timeout.connect(self.end)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.addWidget(self.picture)
        row.addWidget(self.label, 1)
        row.addWidget(self.action)
        row.addWidget(self.close_button)
        self.dress()

    def set_text(self, text: str) -> None:
        self.text = text
        self.label.setText(text)
        self.label.setAccessibleName(text)

    def end(self) -> None:
        self.over.emit(self)

    def end_by_itself(self) -> None:
        """After it could be seen for `NOTICE_MS`: its time stands still while its window is hidden or minimised."""
        self._left_ms = NOTICE_MS
        if self.isVisible() and not self.window().isMinimized():
            self._time.start(self._left_ms)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        seen = event.spontaneous() or not self.window().isMinimized()  # spontaneous: the window is minimised no more
        if seen and self._left_ms >= 0 and not self._time.isActive():
            self._time.start(self._left_ms)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._time.isActive():
            self._left_ms = max(0, self._time.remainingTime())
            self._time.stop()

    def dress(self) -> None:
        """Colours and words for the theme and the language of this moment."""
        background, text, edge = _colours(self.kind)
        width = 2 if in_contrast() else 1
        self.setStyleSheet(
            f"#message {{ background: {background}; border: {width}px solid {edge}; border-radius: 6px; }}"
            f"#message QLabel {{ color: {text}; }}"
        )
        colour = QColor(text)
        self.picture.setPixmap(icon("warning" if self.kind == "error" else "info", colour).pixmap(20, 20))
        self.close_button.setIcon(icon("close", colour))
        self.close_button.setToolTip(self.tr("Dismiss"))
        self.close_button.setAccessibleName(self.tr("Dismiss"))


class MessageBar(FollowsChanges, QWidget):
    """At most three messages, newest last; the same text is not shown twice. Notices go by themselves, errors stay.

    Attributes:
        before: gives the control that the keyboard comes from, None where that does not matter.

    Signals:
        shown(str kind, str text): a message was put up.
    """

    shown = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._messages: list[Message] = []
        self.before: Callable[[], QWidget | None] = lambda: None
        self.hide()
        self.follow_changes()

    def retranslate(self) -> None:
        self.dress()

    def dress(self) -> None:
        for message in self._messages:
            message.dress()

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self._messages]

    def show_error(self, text: str, action: str = "", do: Callable[[], None] | None = None) -> None:
        self._add("error", text, action, do)

    def show_notice(self, text: str, action: str = "", do: Callable[[], None] | None = None) -> None:
        message = self._add("notice", text, action, do)
        if message is not None and do is None:
            message.end_by_itself()

    def clear_errors(self) -> None:
        """What was wrong is right again."""
        for message in [item for item in self._messages if item.kind == "error"]:
            self._remove(message)

    def _add(self, kind: Kind, text: str, action: str, do: Callable[[], None] | None) -> Message | None:
        if not text or text in self.texts:
            return None
        message = Message(self, kind, text)
        message.over.connect(self._remove)
        if do is not None:
            message.action.setText(action)
            message.action.clicked.connect(do)
            message.action.clicked.connect(message.end)
            message.action.show()
        _behind(self._messages[-1] if self._messages else self.before(), message)
        self._messages.append(message)
        self._column.addWidget(message)
        while len(self._messages) > MAX_SHOWN:
            self._remove(next((item for item in self._messages if item.kind == "notice"), self._messages[0]))
        self.show()
        self.shown.emit(kind, text)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))
        return message

    def _remove(self, message: Message) -> None:
        if message in self._messages:
            self._messages.remove(message)
            self._column.removeWidget(message)
            message.deleteLater()
            self.setVisible(bool(self._messages))


class SignBar(FollowsChanges, QWidget):
    """One row for each state that lasts: a full disk, a page that is shared. It stays until its state is over.

    A sign has a name, so that whoever put it up can put another in its place or take it away. It cannot be closed.

    Attributes:
        before: as that of a `MessageBar`.

    Signals:
        shown(str kind, str text): a sign was put up, or has other words.
    """

    shown = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self.before: Callable[[], QWidget | None] = lambda: None
        self._signs: dict[str, tuple[Message, Callable[[], str], Callable[[], str] | None]] = {}
        self.hide()
        self.follow_changes()

    @property
    def last(self) -> QWidget | None:
        """The last of its controls, None without a sign."""
        signs = [sign for sign, _, _ in self._signs.values()]
        return signs[-1].close_button if signs else None

    @property
    def texts(self) -> dict[str, str]:
        """What stands there: name -> words."""
        return {name: sign.text for name, (sign, _, _) in self._signs.items()}

    def show_sign(
        self,
        name: str,
        words: Callable[[], str],
        button: Callable[[], str] | None = None,
        do: Callable[[], None] | None = None,
        *,
        kind: Kind = "notice",
    ) -> None:
        """Puts up the sign `name`, in place of an earlier one. `words` and `button` are asked again in another language;
        `do` is called when the button is pressed, and the sign stays."""
        place, before = self._column.count(), ""
        if name in self._signs:
            old = self._signs[name][0]
            place, before = self._column.indexOf(old), old.text
            self._take_down(old)
        sign = Message(self, kind, "")
        sign.close_button.hide()
        if do is not None:
            sign.action.clicked.connect(do)
            sign.action.show()
        others = [other for other, _, _ in self._signs.values() if other is not sign]
        _behind(others[-1] if others else self.before(), sign)
        self._signs[name] = (sign, words, button)
        self._column.insertWidget(place, sign)
        self._put_words(name)
        self.show()
        if sign.text != before:
            self.shown.emit(kind, sign.text)
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, sign.text))

    def refresh_sign(self, name: str) -> None:
        """Asks for its words again, where they hold a number that changes. It is not announced each time."""
        if name in self._signs:
            self._put_words(name)

    def end_sign(self, name: str) -> None:
        """The state is over; nothing happens where no such sign stands."""
        if name in self._signs:
            self._take_down(self._signs.pop(name)[0])
            self.setVisible(bool(self._signs))

    def _take_down(self, sign: Message) -> None:
        self._column.removeWidget(sign)
        sign.hide()
        sign.deleteLater()

    def _put_words(self, name: str) -> None:
        sign, words, button = self._signs[name]
        sign.set_text(words())
        if button is not None:
            sign.action.setText(button())

    def retranslate(self) -> None:
        for name in self._signs:
            self._put_words(name)
        self.dress()

    def dress(self) -> None:
        for sign, _, _ in self._signs.values():
            sign.dress()


def _behind(before: QWidget | None, message: Message) -> None:
    """The keyboard comes to a message where it stands: a widget that is made later is last in its window."""
    last = before.close_button if isinstance(before, Message) else before
    for part in (message.action, message.close_button):
        if last is not None:
            QWidget.setTabOrder(last, part)
        last = part


def _colours(kind: Kind) -> tuple[str, str, str]:
    """Background, text, edge. In high contrast the picture alone tells the kinds apart."""
    if not in_contrast():
        return COLOURS[kind, is_dark_now()]
    palette = QGuiApplication.palette()
    roles = QPalette.ColorRole
    background, text, edge = (palette.color(role).name() for role in (roles.Window, roles.WindowText, roles.Highlight))
    return background, text, edge


def is_dark_now() -> bool:
    """Whether windows are dark, whatever made them so. A widget with a style sheet of its own does not tell."""
    return QGuiApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128
