"""The status pill: a small bar that says where dictation stands and never takes the focus or a click.

`place_pill` is the rule for where it stands, in one screen's logical coordinates; the widget only draws.
"""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QRegion,
)
from PySide6.QtWidgets import QWidget

from app.typing.typist import Box
from app.ui.kit.changes import FollowsChanges
from app.ui.kit.contrast import BLACK, YELLOW
from app.ui.kit.floating import window_flags
from app.ui.kit.state_mark import draw_mark
from app.ui.kit.theme import in_contrast
from app.ui.main_window.level import meter_fraction
from app.ui.overlay.placement import capabilities
from app.ui.overlay.rows import wrap

MARGIN = 16
GAP = 10
"""Logical pixels to the screen's edge, and to the caret or the window's edge."""

BARS = 9
MOST_LINES = 6
ERROR_MS = 7_000
NOTE_MS = 4_000
BACKGROUND, TEXT, DIM = QColor("#14181d"), QColor("#f4f6f8"), QColor("#a9b4bf")
ACCENT, WARNING, ERROR = QColor("#3ecfa4"), QColor("#f2c14e"), QColor("#ff8674")
"""On BACKGROUND each has a contrast of more than 7:1, whatever the desktop's theme is."""


def place_pill(
    setting: str, size: tuple[float, float], area: Box, window: Box | None, caret: Box | None
) -> tuple[float, float]:
    """Top left corner of the pill inside the work area `area`.

    `setting` "window" puts it below the caret, else inside the lower edge of the text's window; "top" and "bottom" at
    the middle of the screen's edge, where it also stands when neither is known. Always wholly inside the area.
    """
    width, height = size
    x = area.x + (area.width - width) / 2
    y = area.y + MARGIN if setting == "top" else area.y + area.height - height - MARGIN
    if setting == "window" and caret is not None:
        x = caret.x
        y = caret.y + caret.height + GAP
        if y + height > area.y + area.height:
            y = caret.y - height - GAP  # above the line when there is no room below
    elif setting == "window" and window is not None:
        x = window.x + (window.width - width) / 2
        y = window.y + window.height - height - GAP
    x = min(max(x, area.x), area.x + max(0.0, area.width - width))
    y = min(max(y, area.y), area.y + max(0.0, area.height - height))
    return x, y


class PillState(Enum):
    HIDDEN = "hidden"
    LOADING = "loading"
    LISTENING = "listening"
    FINISHING = "finishing"
    WAITING = "waiting"
    NOTE = "note"
    ERROR = "error"


class StatusPill(FollowsChanges, QWidget):
    """See the module.

    Attributes:
        state: what it shows; HIDDEN while it is not on screen.
        text: the words on it.
        setting: where it stands, see `place_pill`; "off" never shows it.
        composited: False where windows cannot be translucent; then its shape is cut out.
    """

    def __init__(self) -> None:
        platform = QGuiApplication.platformName()
        super().__init__(None, window_flags(platform, True) | Qt.WindowType.NoDropShadowWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.follow_changes()
        self.state = PillState.HIDDEN
        self.text = ""
        self.setting = "window"
        # Where a new window gets the keyboard, dictated text would go into this one: the tray and the windows tell alone.
        self._harmless = capabilities(platform).unfocused
        self.composited = True
        self._window: Box | None = None
        self._caret: Box | None = None
        self._levels = [0.0] * BARS
        self._level = 0.0
        self._beat = 0
        self._tick = QTimer(self, interval=66)
        self._tick.timeout.connect(self._on_tick)
        self._away = QTimer(self, singleShot=True)
        self._away.timeout.connect(lambda: self.show_state(PillState.HIDDEN))

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Dictation status"))

    def attach(self, window: Box | None, caret: Box | None) -> None:
        """Where the text goes, in logical pixels; for the next time it is shown."""
        self._window, self._caret = window, caret

    def show_state(self, state: PillState, text: str = "") -> None:
        """Shows a state. `text` overrides its words; errors and notes go away by themselves."""
        self.state = state
        self._away.stop()
        if state is PillState.HIDDEN or self.setting == "off" or not self._harmless:
            self._tick.stop()
            self.hide()
            return
        words = text or self._words(state)
        changed = words != self.text or not self.isVisible()
        self.text = words
        self.setAccessibleName(words)
        if state in (PillState.ERROR, PillState.NOTE):
            self._away.start(ERROR_MS if state is PillState.ERROR else NOTE_MS)
        if state is PillState.LISTENING and not self.isVisible():
            self._levels = [0.0] * BARS
        self._place()
        self.show()
        self.update()
        if state in (PillState.LISTENING, PillState.FINISHING, PillState.LOADING):
            self._tick.start()
        else:
            self._tick.stop()
        if changed and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def set_level(self, dbfs: float) -> None:
        """The microphone's level; drawn with the next tick, nothing happens while hidden."""
        self._level = meter_fraction(dbfs)

    def _words(self, state: PillState) -> str:
        return {
            PillState.LOADING: self.tr("Listening. The model is still loading; nothing is lost."),
            PillState.LISTENING: self.tr("Listening"),
            PillState.FINISHING: self.tr("Finishing…"),
            PillState.WAITING: self.tr("Waiting for the window"),
            PillState.ERROR: self.tr("Dictation failed"),
        }.get(state, "")

    def _font(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(14)
        font.setWeight(QFont.Weight.Medium)
        return font

    def _lines(self, widest: float) -> list[str]:
        """The words in as many lines as they need, up to `MOST_LINES`."""
        lines = [line.strip() for line in wrap(self.text, self._font(), False, widest)]
        if len(lines) > MOST_LINES:
            last = " ".join(lines[MOST_LINES - 1 :])
            metrics = QFontMetrics(self._font())
            lines[MOST_LINES - 1 :] = [metrics.elidedText(last, Qt.TextElideMode.ElideRight, round(widest))]
        return lines

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self._font())
        lines = self._lines(self._widest())
        width = max((metrics.horizontalAdvance(line) for line in lines), default=0)
        bars = BARS * 5 + 12 if self.state is PillState.LISTENING else 0
        return QSize(44 + width + bars + 18, max(36, len(lines) * metrics.lineSpacing() + 18))

    def _widest(self) -> float:
        screen = QGuiApplication.primaryScreen()
        return min(460.0, (screen.availableGeometry().width() if screen else 460) * 0.6)

    def _place(self) -> None:
        size = self.sizeHint()
        anchor = self._caret or self._window
        screen = QGuiApplication.primaryScreen()
        if anchor is not None and self.setting == "window":
            middle = (round(anchor.x + anchor.width / 2), round(anchor.y + anchor.height / 2))
            screen = next((item for item in QGuiApplication.screens() if item.geometry().contains(*middle)), screen)
        if screen is None:
            return
        area = screen.availableGeometry()
        box = Box(area.x(), area.y(), area.width(), area.height())
        x, y = place_pill(self.setting, (size.width(), size.height()), box, self._window, self._caret)
        self.setGeometry(round(x), round(y), size.width(), size.height())
        if self.composited:
            self.clearMask()
            return
        shape = QPainterPath()
        radius = min(18.0, size.height() / 2)
        shape.addRoundedRect(QRectF(0, 0, size.width(), size.height()), radius, radius)
        self.setMask(QRegion(shape.toFillPolygon().toPolygon()))

    def _on_tick(self) -> None:
        self._beat += 1
        self._levels = [*self._levels[1:], self._level]
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strong = in_contrast()
        inset = 1.5 if strong else 0.5
        area = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        colours = {
            PillState.ERROR: ERROR,
            PillState.WAITING: WARNING,
            PillState.LOADING: WARNING,
            PillState.LISTENING: ACCENT,
        }
        colour = QColor(YELLOW) if strong else colours.get(self.state, DIM)
        edge = colour if self.state is PillState.ERROR else TEXT if strong else QColor("#39424c")
        painter.setPen(QPen(edge, 3 if strong else 1))
        painter.setBrush(QColor(BLACK) if strong else BACKGROUND)
        radius = min(18.0, area.height() / 2)
        painter.drawRoundedRect(area, radius, radius)
        mark = {
            PillState.LISTENING: "listening",
            PillState.LOADING: "loading",
            PillState.FINISHING: "loading",
            PillState.WAITING: "paused",
            PillState.ERROR: "failed",
        }.get(self.state, "stopped")
        draw_mark(painter, QRectF(16, area.center().y() - 8, 16, 16), mark, colour)
        x = 44.0
        if self.state is PillState.LISTENING:
            self._draw_bars(painter, x, area.center().y(), colour)
            x += BARS * 5 + 12
        painter.setFont(self._font())
        painter.setPen(TEXT)
        lines = self._lines(self._widest())
        metrics = QFontMetrics(self._font())
        top = area.center().y() - len(lines) * metrics.lineSpacing() / 2
        for number, line in enumerate(lines):
            row = QRectF(x, top + number * metrics.lineSpacing(), area.width() - x, metrics.lineSpacing())
            painter.drawText(row, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, line)
        painter.end()

    def _draw_bars(self, painter: QPainter, left: float, middle: float, colour: QColor) -> None:
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        for number, level in enumerate(self._levels):
            height = 3 + 17 * level
            painter.drawRoundedRect(QRectF(left + 5 * number, middle - height / 2, 3, height), 1.5, 1.5)
        painter.restore()
