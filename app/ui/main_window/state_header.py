"""The head of the main window: captions and dictation are started and stopped here; the state, and what runs it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QFont, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.base.events import Status
from app.ui.kit.changes import FollowsChanges
from app.ui.kit.icons import icon
from app.ui.kit.state_mark import draw_mark
from app.ui.kit.state_names import state_words
from app.ui.kit.theme import in_contrast

MARK_PX = 20
PROVIDER_NAMES = {"cpu": "CPU", "cuda": "CUDA", "dml": "DirectML", "coreml": "Core ML"}


class StateHeader(FollowsChanges, QWidget):
    """Two buttons, mark and words. The buttons show and trigger the actions `pause` and `dictate`."""

    def __init__(self, pause: QAction, dictate: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pause, self._dictate = pause, dictate
        self._dictating = False
        self._status = Status("loading")
        self.button = self._make_button(pause, 120)
        self.dictate = self._make_button(dictate, 110)
        pause.changed.connect(self._show_button)
        dictate.changed.connect(self._show_dictate)
        self.mark = QLabel()
        self.state = QLabel()
        font = self.state.font()
        font.setPointSizeF(font.pointSizeF() * 1.15)
        font.setWeight(QFont.Weight.DemiBold)
        self.state.setFont(font)
        self.engine = QLabel()
        self.engine.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.engine.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.state)
        words.addWidget(self.engine)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(self.button)
        row.addWidget(self.dictate)
        row.addSpacing(4)
        row.addWidget(self.mark)
        row.addLayout(words, 1)
        self.follow_changes()

    @staticmethod
    def _make_button(action: QAction, width: int) -> QPushButton:
        button = QPushButton()
        button.setMinimumSize(width, 40)
        button.setIconSize(QSize(18, 18))
        button.clicked.connect(action.trigger)
        return button

    def retranslate(self) -> None:
        self.show_status(self._status)
        self._show_button()
        self._show_dictate()

    def dress(self) -> None:
        self._show_mark(self._status)
        self._show_button()
        self._show_dictate()

    def show_status(self, status: Status) -> None:
        before, self._status = self._status, status
        self.state.setText(state_words(status.state, status.lag_s))
        self.engine.setText(self._engine_words(status))
        self.engine.setToolTip(self.engine.text())
        if status.state != before.state:
            self._show_mark(status)
            self._show_button()

    def _show_mark(self, status: Status) -> None:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(round(MARK_PX * ratio), round(MARK_PX * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        draw_mark(painter, QRectF(0, 0, MARK_PX, MARK_PX), status.state, self._mark_colour(status.state))
        painter.end()
        self.mark.setPixmap(picture)

    def _mark_colour(self, state: str) -> QColor:
        listening = state == "listening"
        return self.palette().color(QPalette.ColorRole.Accent if listening else QPalette.ColorRole.WindowText)

    def _engine_words(self, status: Status) -> str:
        if status.message:
            return status.message
        if not status.provider:
            return self.tr("Nothing is lost while the model loads") if status.state == "loading" else ""
        provider = PROVIDER_NAMES.get(status.provider, status.provider)
        if status.provider == "server":
            provider = self.tr("Server")
        device = status.device or "—"
        if status.state == "behind":
            return self.tr("{provider} · {lag:.1f} s behind · {device}").format(
                provider=provider, lag=status.lag_s, device=device
            )
        if status.state in ("listening", "no_sound"):
            if not status.words_after_s:
                return f"{provider} · {device}"
            return self.tr("{provider} · words after about {delay:.1f} s · {device}").format(
                provider=provider, delay=status.words_after_s, device=device
            )
        return provider

    def _show_button(self) -> None:
        self.button.setText(self._pause.iconText())
        self.button.setAccessibleName(self._pause.iconText())
        running = self._status.state not in ("paused", "stopped", "failed")
        self._fill(self.button, "pause" if running else "play", not running)

    def _show_dictate(self) -> None:
        self.dictate.setText(self._dictate.iconText())
        self.dictate.setAccessibleName(self._dictate.text())
        self.dictate.setToolTip(self._dictate.toolTip())
        self._fill(self.dictate, "dictate", self._dictating)

    def show_dictating(self, recording: bool) -> None:
        self._dictating = recording
        self._show_dictate()

    def _fill(self, button: QPushButton, picture: str, filled: bool) -> None:
        """A large button; filled, it calls for a press."""
        palette = self.palette()
        on_accent = palette.color(QPalette.ColorRole.HighlightedText)
        accent = palette.color(QPalette.ColorRole.Accent).name()
        edge = palette.color(QPalette.ColorRole.Mid).name()
        plain = palette.color(QPalette.ColorRole.Button).name()
        thin, thick = (2, 4) if in_contrast() else (1, 2)
        # What is filled has the accent's colour already: its focus is seen by an edge in that of the text.
        focus = palette.color(QPalette.ColorRole.WindowText).name() if filled else accent
        colours = f"background: {accent}; color: {on_accent.name()}; border-color: {accent};" if filled else ""
        button.setIcon(icon(picture, on_accent if filled else None))
        style = (
            f"QPushButton {{ background: {plain}; border: {thin}px solid {edge}; border-radius: 8px; padding: 0 14px;"
            f" font-weight: 600; {colours} }}"
            f"QPushButton:focus {{ border: {thick}px solid {focus}; }}"
            "QPushButton:pressed { padding-top: 1px; }"
        )
        if style != button.styleSheet():
            button.setStyleSheet(style)
