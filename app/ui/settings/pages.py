"""The pages of the settings dialog that belong to the captions and the windows."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontDatabase,
    QGuiApplication,
    QIcon,
    QLinearGradient,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QResizeEvent,
    QScreen,
)
from PySide6.QtWidgets import QCheckBox, QColorDialog, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from app.base.autostart import Autostart, AutostartError
from app.base.settings import OverlaySettings, Settings, label_of
from app.base.sides import speaker_words
from app.hotkeys.service import HotkeyService
from app.ui.kit.actions import Actions, button_for
from app.ui.kit.live_settings import SettingsInForce
from app.ui.overlay.caption_box import CaptionBox, look_of
from app.ui.overlay.placement import capabilities
from app.ui.settings.binding import SettingsPage
from app.ui.settings.desktop_keys import add_shortcut
from app.ui.settings.mask_field import MaskField
from app.ui.settings.place_preview import PlacePreview


class Preview(QWidget):
    """The captions as they will look, over a picture with both very bright and very dark places."""

    def __init__(self, settings: OverlaySettings) -> None:
        super().__init__()
        self.box = CaptionBox(settings, self)
        self.setAccessibleName(self.tr("Preview of the captions"))
        self.box.set_state("listening")
        self.show_settings(settings)

    def show_settings(self, settings: OverlaySettings) -> None:
        self._lines = min(2, settings.lines)
        shown = replace(settings, lines=self._lines, font_px=min(settings.font_px, 40), hide_when_empty=False)
        self.box.clear()
        self.box.restyle(shown, False)
        self.setFixedHeight(self.box.height_for(self._lines) + 36)
        self._fit()
        # What does not fit into a single row would leave only its last characters to look at.
        short, long = self.tr("Captions 字幕"), self.tr("Words never change. 文字不会改变。")
        self.box.append(0, short if self._lines == 1 else long)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.box.setGeometry(18, 18, max(60, self.width() - 36), self.box.height_for(self._lines))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        sky = QLinearGradient(0, 0, self.width(), self.height())
        for at, colour in ((0.0, "#0b1d33"), (0.45, "#4d7ea8"), (0.7, "#f4d9a8"), (1.0, "#ffffff")):
            sky.setColorAt(at, QColor(colour))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(sky)
        painter.drawRoundedRect(QRectF(self.rect()), 8, 8)
        painter.end()


class ColourButton(QPushButton):
    """Shows a colour and lets the user pick another one.

    Signals:
        picked(str): "#rrggbb".
    """

    picked = Signal(str)

    def __init__(self, label: str) -> None:
        super().__init__()
        self._colour = "#000000"
        self._label = label
        self.clicked.connect(self._ask)

    def show_colour(self, colour: str) -> None:
        self._colour = colour
        self.setText(colour)
        self.setAccessibleName(f"{self._label} {colour}")
        picture = QPixmap(32, 32)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Mid), 2))
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(QRectF(1, 1, 30, 30), 6, 6)
        painter.end()
        self.setIcon(QIcon(picture))

    def _ask(self) -> None:
        colour = QColorDialog.getColor(QColor(self._colour), self, self._label)
        if colour.isValid():
            self.picked.emit(colour.name())


class LookPage(SettingsPage):
    """Font, size, colours: with the preview on top."""

    def __init__(self, live: SettingsInForce) -> None:
        super().__init__(live, self.tr("Appearance"))
        self.preview = Preview(live.value.overlay)
        self.body.insertWidget(0, self.preview)
        self.choice("overlay", "theme")
        self.text_colour = self._colour("text_colour")
        self.box_colour = self._colour("box_colour")
        self.own = QWidget()
        row = QHBoxLayout(self.own)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.text_colour)
        row.addWidget(self.box_colour)
        row.addStretch(1)
        self.own_label = QLabel(self.tr("Custom colours"))
        self.form.addRow(self.own_label, self.own)
        self.slider("overlay", "opacity")
        self.choice("overlay", "outline")
        self.warning = self.note()
        self.gap()
        families = [(self.tr("System default"), "")] + [
            (name, name) for name in QFontDatabase.families() if not QFontDatabase.isPrivateFamily(name)
        ]
        self.choice("overlay", "font_family", families)
        self.number("overlay", "font_px")
        self.choice("overlay", "font_weight")
        self.number("overlay", "lines")
        self.gap()
        self.choice("overlay", "text_step")
        self.check("overlay", "speakers")
        self.choice("overlay", "smooth_scroll")
        self.number("overlay", "clear_after_s")
        self.check("overlay", "hide_when_empty")
        self.follow(self._show_look)

    def _colour(self, name: str) -> ColourButton:
        button = ColourButton(label_of("overlay", name))
        button.picked.connect(lambda colour: self.live.update("overlay", **{name: colour}))
        self.shown.add(("overlay", name))
        return button

    def _show_look(self, settings: Settings) -> None:
        overlay = settings.overlay
        self.preview.show_settings(overlay)
        own = overlay.theme == "own"
        self.own.setEnabled(own)
        self.own_label.setEnabled(own)
        self.text_colour.show_colour(overlay.text_colour)
        self.box_colour.show_colour(overlay.box_colour)
        look = look_of(overlay)
        words = {
            "outline": self.tr("The background is too transparent for these colours, so the text gets an outline."),
            "opacity": self.tr("Shown at {percent} % opacity, so that the text can be read on any background."),
            "text": self.tr("These colours are too similar. The text is shown in a readable colour."),
        }
        ratio = self.tr("Contrast at least {ratio:.1f} : 1.").format(ratio=look.contrast)
        messages = [ratio] + [words[change].format(percent=round(look.opacity * 100)) for change in look.changes]
        self.warning.setText(" ".join(messages))


class PlacePage(SettingsPage):
    """Where the overlay stands, and whether it can be touched."""

    def __init__(self, live: SettingsInForce, actions: Actions, hotkeys: HotkeyService | None) -> None:
        super().__init__(live, self.tr("Position"))
        self.check("overlay", "visible")
        self.preview = PlacePreview(live.value.overlay)
        self.form.addRow("", self.preview)
        self.follow(lambda settings: self.preview.show_settings(settings.overlay))
        self.choice("overlay", "dock")
        self.monitor = self.choice("overlay", "screen", self._screens())
        self.follow(lambda settings: self.monitor.setEnabled(settings.overlay.dock != "free"))
        self.gap()
        self.check("overlay", "locked")
        self.check("overlay", "click_through")
        self.note(self.tr("The main window, the tray icon and the shortcut below unlock it again."))
        self.button_row(button_for(actions.adjust))
        self.button_row(button_for(actions.back))
        if not capabilities(QGuiApplication.platformName()).position:
            self.note(self.tr("On Wayland, the desktop decides where windows are and which are on top."))
        self.gap()
        add_shortcut(self, "overlay_shortcut", hotkeys, "overlay")
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.screenAdded.connect(self.look_again)
        app.screenRemoved.connect(self._screen_gone)

    def _screens(self, gone: QScreen | None = None) -> list[tuple[str, str]]:
        """(words, name) of what the captions can stand on."""
        there = [screen for screen in QGuiApplication.screens() if screen is not gone]
        return [
            (self.tr("Primary screen"), ""),
            *(
                (f"{screen.name()} ({screen.size().width()} × {screen.size().height()})", screen.name())
                for screen in there
            ),
        ]

    def look_again(self) -> None:
        """The screens may be others by now."""
        self._show_screens(self._screens())

    def _screen_gone(self, screen: QScreen) -> None:
        """Qt may still count it while it says that it goes."""
        self._show_screens(self._screens(screen))

    def _show_screens(self, entries: list[tuple[str, str]]) -> None:
        with QSignalBlocker(self.monitor):
            self.monitor.clear()
            for words, name in entries:
                self.monitor.addItem(words, name)
            self.monitor.setCurrentIndex(max(0, self.monitor.findData(self.live.value.overlay.screen)))


class RecognitionPage(SettingsPage):
    """How speech becomes text."""

    def __init__(self, live: SettingsInForce, actions: Actions, hotkeys: HotkeyService | None) -> None:
        super().__init__(live, self.tr("Recognition"))
        self.choice("captions", "preset")
        self.note(self.tr("Whatever you choose, a word never changes once it is shown."))
        self.number("captions", "endpoint_ms")
        self.number("captions", "rest_after_min")
        self.choice("captions", "provider")
        self.note(
            self.tr("If your choice does not work on this computer, the next best one is used and a message appears.")
        )
        self.row(self.tr("Model"), button_for(actions.models, self.tr("Choose or download a model…")))
        self.gap()
        self.check("captions", "mask")
        self.mask_lists = MaskField()
        self.mask_lists.changed.connect(lambda lists: live.update("captions", mask_lists=lists))
        live.flushing.connect(self.mask_lists.flush)
        self.setting_row("captions", "mask_lists", self.mask_lists)
        self.follow(self._show_masks)
        self.note(self.tr("When microphone and computer are both heard, each line says who speaks."))
        for name, example in (("your_name", speaker_words("you")), ("computer_name", speaker_words("computer"))):
            self.text("captions", name).setPlaceholderText(example)
        self.gap()
        add_shortcut(self, "pause_shortcut", hotkeys, "pause")

    def _show_masks(self, settings: Settings) -> None:
        self.mask_lists.setEnabled(settings.captions.mask)
        self.mask_lists.show_lists(settings.captions.mask_lists)


class HistoryPage(SettingsPage):
    """What is kept."""

    def __init__(self, live: SettingsInForce, actions: Actions) -> None:
        super().__init__(live, self.tr("History"))
        self.check("history", "store")
        self.number("history", "keep_days")
        self.choice("history", "line_times")
        self.check("history", "skip_dictation")
        self.programs = QLineEdit()
        self.programs.setPlaceholderText(self.tr("Names of programs, separated by commas"))
        self.programs.editingFinished.connect(self._programs_changed)
        self.setting_row("history", "skip_programs", self.programs)
        self.follow(self._show_programs)
        self.note(self.tr("Sound is never saved, and nothing leaves this computer."))
        self.form.addRow("", button_for(actions.history, self.tr("Open the history…")))

    def _show_programs(self, settings: Settings) -> None:
        self.programs.setText(", ".join(settings.history.skip_programs))
        self.programs.setCursorPosition(0)

    def _programs_changed(self) -> None:
        names = [name.strip().lower() for name in self.programs.text().split(",")]
        self.live.update("history", skip_programs=tuple(dict.fromkeys(name for name in names if name)))


class StreamPage(SettingsPage):
    """The caption page for OBS.

    Signals:
        new_token_wanted()
    """

    new_token_wanted = Signal()

    def __init__(self, live: SettingsInForce) -> None:
        super().__init__(live, self.tr("Streaming"))
        self.check("obs", "enabled")
        self.number("obs", "port")
        self.address = QLineEdit()
        self.address.setReadOnly(True)
        self.address.setPlaceholderText(self.tr("Shown here when it is on"))
        self.row(self.tr("Address"), self.address)
        self.note(self.tr("Only programs on this computer can open the page, and only with its secret address."))
        self.copy = QPushButton(self.tr("Copy the address"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.address.text()))
        renew = QPushButton(self.tr("New secret address"))
        renew.clicked.connect(self.new_token_wanted)
        self.button_row(self.copy, renew)
        self.gap()
        self.check("overlay", "ordinary")
        self.note(
            self.tr(
                "For window capture in OBS, where the browser source is not wanted. The colours “White on green” can be "
                "keyed out."
            )
        )

    def show_address(self, address: str) -> None:
        self.address.setText(address)
        self.copy.setEnabled(bool(address))


class ProgramsPage(SettingsPage):
    """The recogniser for other programs on this computer."""

    def __init__(self, live: SettingsInForce) -> None:
        super().__init__(live, self.tr("Other programs"))
        self.check("serve", "enabled")
        self.number("serve", "port")
        self.address = QLineEdit()
        self.address.setReadOnly(True)
        self.address.setPlaceholderText(self.tr("Shown here when it is on"))
        self.row(self.tr("Address"), self.address)
        self.copy = QPushButton(self.tr("Copy the address"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.address.text()))
        self.button_row(self.copy)
        self.note(
            self.tr(
                "For programs that accept the address of a transcription service (an “OpenAI compatible” one). Enter "
                "anything as key and model. Only programs on this computer can use it, and captions and dictation come first."
            )
        )
        self.follow(self._show_address)

    def _show_address(self, settings: Settings) -> None:
        self.address.setText(f"http://127.0.0.1:{settings.serve.port}/v1" if settings.serve.enabled else "")
        self.copy.setEnabled(settings.serve.enabled)


class GeneralPage(SettingsPage):
    """The program's own windows and its start."""

    def __init__(self, live: SettingsInForce, autostart: Autostart, has_tray: bool) -> None:
        super().__init__(live, self.tr("General"))
        self.choice("interface", "ui_language")
        self.choice("interface", "colour_scheme")
        self.gap()
        self._autostart = autostart
        label = self.tr("Start when I log in")
        self.at_login = QCheckBox(label)
        self.at_login.setAccessibleName(label)
        self.at_login.setChecked(autostart.enabled)
        self.at_login.toggled.connect(self._switch_autostart)
        self.form.addRow("", self.at_login)
        self.problem = self.note()
        self.problem.hide()
        self.check("interface", "keep_awake")
        self.check("interface", "start_hidden")
        self.check("interface", "close_to_tray")
        if not has_tray:
            self.note(self.tr("Your desktop has no system tray, so the window is minimised instead."))

    def _switch_autostart(self, on: bool) -> None:
        try:
            self._autostart.set_enabled(on)
        except AutostartError as error:
            self.problem.setText(self.tr("“Start when I log in” could not be changed: {reason}").format(reason=error))
            self.problem.show()
            self._show_autostart()
        else:
            self.problem.hide()

    def look_again(self) -> None:
        """The desktop's own settings may have switched it meanwhile."""
        self.problem.hide()
        self._show_autostart()

    def _show_autostart(self) -> None:
        with QSignalBlocker(self.at_login):
            self.at_login.setChecked(self._autostart.enabled)
