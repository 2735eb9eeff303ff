"""The settings page that shares the captions with phones: the code to scan, who reads along, and the end of it."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QRectF, QSize, Qt, QTime, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.serve.viewers import Viewer
from app.ui.kit.changes import FollowsChanges
from app.ui.kit.live_settings import SettingsInForce
from app.ui.kit.page import button_row, heading, paragraph
from app.ui.kit.placing import open_clear
from app.ui.settings.binding import SettingsPage
from app.ui.settings.local_addresses import local_addresses
from app.ui.settings.share_state import ShareState

CODE_PX = 216
QUIET_MODULES = 4
"""The white edge that a reader needs around the code."""
SHOWN_VIEWERS = 8


class QrCode(QWidget):
    """A text as a QR code, black on white in every theme."""

    def __init__(self, least_px: int = CODE_PX) -> None:
        super().__init__()
        self._text = ""
        self._rows: list[bytes] = []
        self._least_px = least_px
        self.setMinimumSize(least_px, least_px)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def show_text(self, text: str) -> None:
        if text != self._text:
            import segno  # only who shares needs it

            self._text = text
            self._rows = [bytes(row) for row in segno.make(text, error="m", micro=False).matrix] if text else []
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._least_px, self._least_px)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._rows:
            return
        n_modules = len(self._rows) + 2 * QUIET_MODULES
        ratio = self.devicePixelRatioF()
        module = max(1, int(min(self.width(), self.height()) * ratio) // n_modules) / ratio  # whole pixels stay sharp
        side = module * n_modules
        left, top = (self.width() - side) / 2, (self.height() - side) / 2
        painter = QPainter(self)
        painter.fillRect(QRectF(left, top, side, side), QColor("white"))
        for y, row in enumerate(self._rows, QUIET_MODULES):
            for x, dark in enumerate(row, QUIET_MODULES):
                if dark:
                    painter.fillRect(QRectF(left + x * module, top + y * module, module, module), QColor("black"))
        painter.end()


LARGE_PX = (560, 680)


class CodeWindow(FollowsChanges, QDialog):
    """The code as large as the window: for a projector, or to be scanned from the last row."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.code = QrCode(180)
        self.code.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.words = heading()
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.address = heading()
        self.address.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.addWidget(self.words)
        column.addWidget(self.code, 1)
        column.addWidget(self.address)
        self.resize(*LARGE_PX)
        self.follow_changes()

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Captions on your phone"))
        self.words.setText(self.tr("Scan to read the captions on your phone"))

    def show_address(self, address: str) -> None:
        self.code.show_text(address)
        self.code.setAccessibleName(address)
        self.address.setText(address)


class SharePage(SettingsPage):
    """Starts and stops sharing, shows the code and the viewers.

    Signals:
        start_wanted(), stop_wanted()
    """

    start_wanted = Signal()
    stop_wanted = Signal()

    def __init__(self, live: SettingsInForce, state: ShareState) -> None:
        super().__init__(live, self.tr("Share with phones"))
        self._large: CodeWindow | None = None
        self._make_off()
        self._make_on()
        self.check("share", "earlier")
        self.address_choice = self.choice("share", "address", self._addresses())
        self.number("share", "port")
        self.gap()
        self.note(
            self.tr(
                "Captions go directly to the phones in your network, without a server on the internet. They are not "
                "encrypted: anyone who has the address or records the network’s traffic can read along. Share only in "
                "networks that you trust."
            )
        )
        self.note(
            self.tr(
                "If a phone can’t open the page, check that it is in the same network (guest networks often keep devices "
                "apart) and that this computer’s firewall allows the port above. On Windows, choose “Allow” when asked."
            )
        )
        self.show_state(state)

    def _make_off(self) -> None:
        self.start = QPushButton(self.tr("Start sharing"))
        self.start.clicked.connect(self.start_wanted)
        self.off = QWidget()
        column = QVBoxLayout(self.off)
        column.setContentsMargins(0, 0, 0, 8)
        column.addWidget(
            paragraph(
                self.tr(
                    "Everyone in the room can read the captions on a phone or tablet: they scan a code and need no app. "
                    "They can only read."
                )
            )
        )
        column.addLayout(button_row(self.start, None))
        self.problem = paragraph()
        self.problem.setStyleSheet("font-weight: 600;")
        column.addWidget(self.problem)
        self.body.insertWidget(0, self.off)

    def _make_on(self) -> None:
        self.code = QrCode()
        self.code.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.address = paragraph()
        self.count = heading(factor=1.1)
        self.viewers = QLabel()
        self.viewers.setTextFormat(Qt.TextFormat.PlainText)
        self.viewers.setForegroundRole(self.viewers.palette().ColorRole.PlaceholderText)
        self.stop = QPushButton(self.tr("Stop sharing"))
        self.stop.clicked.connect(self.stop_wanted)
        copy = QPushButton(self.tr("Copy the address"))
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.address.text()))
        large = QPushButton(self.tr("Show the code large"))
        large.clicked.connect(self._show_large)
        side = QVBoxLayout()
        side.addWidget(paragraph(self.tr("Scan this code with a phone’s camera, or type the address:")))
        side.addWidget(self.address)
        side.addLayout(button_row(copy, large, None))
        side.addSpacing(6)
        side.addWidget(self.count)
        side.addWidget(self.viewers)
        side.addStretch(1)
        side.addLayout(button_row(self.stop, None))
        self.on = QWidget()
        row = QHBoxLayout(self.on)
        row.setContentsMargins(0, 0, 0, 8)
        row.setSpacing(18)
        row.addWidget(self.code, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(side, 1)
        self.body.insertWidget(1, self.on)

    def _addresses(self) -> list[tuple[str, str]]:
        """(words, IP address) of what the page can be shared at."""
        entries = [(self.tr("Automatic"), "")]
        for address in local_addresses():
            words = f"{address.ip} ({address.interface})"
            if not address.private:
                words = self.tr("{address}: open to the internet").format(address=words)
            entries.append((words, address.ip))
        chosen = self.live.value.share.address
        if chosen not in [ip for _words, ip in entries]:
            entries.append((chosen, chosen))
        return entries

    def look_again(self) -> None:
        """The computer may be in another network by now."""
        self.address_choice.blockSignals(True)
        self.address_choice.clear()
        for words, ip in self._addresses():
            self.address_choice.addItem(words, ip)
        self.address_choice.setCurrentIndex(max(0, self.address_choice.findData(self.live.value.share.address)))
        self.address_choice.blockSignals(False)

    def show_state(self, state: ShareState) -> None:
        """What is in force."""
        on = bool(state.address)
        self.off.setVisible(not on)
        self.on.setVisible(on)
        self.problem.setText(state.problem)
        self.problem.setVisible(bool(state.problem))
        self.code.show_text(state.address)
        self.code.setAccessibleName(self.tr("QR code with the address of the captions"))
        self.address.setText(state.address)
        self.count.setText(self.tr("%n viewer(s)", "", len(state.viewers)))
        shown = [self._viewer_in_words(viewer) for viewer in state.viewers[-SHOWN_VIEWERS:]]
        more = len(state.viewers) - len(shown)
        self.viewers.setText("\n".join([*([self.tr("{n} more").format(n=more)] if more else []), *shown]))
        if self._large is not None:
            self._large.show_address(state.address)
            if not on:
                self._large.close()

    def _viewer_in_words(self, viewer: Viewer) -> str:
        time = QLocale().toString(QTime(viewer.since.hour, viewer.since.minute), QLocale.FormatType.ShortFormat)
        device = viewer.device or self.tr("Browser")
        return self.tr("{device} at {address}, since {time}").format(device=device, address=viewer.address, time=time)

    def _show_large(self) -> None:
        if self._large is None:
            self._large = CodeWindow(self)
        self._large.show_address(self.address.text())
        if not self._large.isVisible():
            open_clear(self._large, *LARGE_PX)
        self._large.show()
        self._large.raise_()
        self._large.activateWindow()
