"""The captions overlay: a frameless window above all others that shows the newest rows of the transcript.

It is given the transcript's deltas and the worker's status and gives signals when the user moves or changes it; it
never takes the keyboard focus. Its height is always a whole number of rows, and what it shows only ever grows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QContextMenuEvent,
    QEnterEvent,
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QScreen,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu

from app.base.settings import OverlayPlace, OverlaySettings
from app.ui.kit.actions import Actions
from app.ui.kit.floating import window_flags
from app.ui.kit.placing import STANDS_ABOVE
from app.ui.kit.state_names import state_words
from app.ui.overlay.caption_box import CORNER_PX
from app.ui.overlay.placement import (
    MIN_WIDTH,
    Rect,
    Screen,
    capabilities,
    clamp,
    is_reachable,
    layout_key,
    move_by_key,
    place,
    remember,
    resize_by_key,
    rows_for_height,
    screen_of,
)
from app.ui.overlay.reading_box import ReadingBox
from app.ui.overlay.rows import qcolor, row_height
from app.ui.overlay.toolbar import OverlayToolbar

GRIP_PX = 8
SETTLE_MS = 250


@dataclass(frozen=True)
class Standing:
    """Where the overlay stands, to be put back there: its rectangle, its dock, and the place kept for this layout."""

    rect: Rect
    dock: str
    kept: OverlayPlace | None


class Overlay(ReadingBox):
    """The caption box as a window of its own.

    Signals:
        place_changed(OverlayPlace), dock_changed(str), lines_changed(int): the user moved it, pulled it off its edge,
            dragged its lower edge. The place comes before the dock, so that whoever puts the dock in force knows the
            place already.
    """

    place_changed = Signal(object)
    dock_changed = Signal(str)
    lines_changed = Signal(int)

    def __init__(
        self,
        settings: OverlaySettings,
        line_finished: Callable[[int], bool],
        actions: Actions,
        text_of: Callable[[int], str] = lambda _line: "",
    ) -> None:
        """`line_finished` says whether a line of the transcript is over: only then is silence counted. `text_of` gives
        what has been shown of a line so far, for whoever reads back."""
        super().__init__(settings, text_of)
        self.setProperty(STANDS_ABOVE, True)
        self.setWindowFlags(window_flags(QGuiApplication.platformName(), False, settings.ordinary))
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)
        self.setAttribute(Qt.WidgetAttribute.WA_AlwaysShowToolTips)
        self.setMouseTracking(True)
        self._line_finished = line_finished
        self._last_line = -1
        self._grip: str | None = None
        self._press = QPoint()
        self._press_rect = Rect(0, 0, 0, 0)
        self._desktop_resizes = False
        self._hovered = False
        self._questions = 0  # that the desktop is asking
        self._actions = actions
        self.toolbar = OverlayToolbar(actions, self)
        self.toolbar.hide()
        self.menu = QMenu()  # no child: it would be under the overlay
        self.menu.addActions([actions.pause, actions.lock, actions.adjust])
        self.menu.addSeparator()
        self.menu.addActions([actions.earlier, actions.live, actions.copy, actions.larger, actions.smaller])
        self.menu.addSeparator()
        self.menu.addActions([actions.appearance, actions.present, actions.hide])
        actions.earlier.triggered.connect(lambda: self.scroll_view(-1))
        actions.later.triggered.connect(lambda: self.scroll_view(1))
        actions.live.triggered.connect(self.to_live)
        actions.copy.triggered.connect(self.copy)
        self.back_changed.connect(self._show_back)
        self._silence = QTimer(self, singleShot=True)
        self._silence.timeout.connect(self._silent)
        self._screens_settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._screens_settle.timeout.connect(self.reposition)
        self._stay_on_top = QTimer(self, interval=5000)
        self._stay_on_top.timeout.connect(self._raise_again)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.screenAdded.connect(self._watch_screen)
        app.screenRemoved.connect(lambda _screen: self._screens_settle.start())
        app.primaryScreenChanged.connect(lambda _screen: self._screens_settle.start())
        for screen in app.screens():
            self._watch_screen(screen)

    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("Captions overlay"))
        self.setAccessibleName(self.tr("Captions"))

    # Text

    def append(self, line: int, delta: str) -> None:
        self._last_line = line
        super().append(line, delta)
        self._count_silence()

    def _count_silence(self) -> None:
        if self._settings.clear_after_s:
            self._silence.start(self._settings.clear_after_s * 1000)
        else:
            self._silence.stop()

    def _silent(self) -> None:
        if self._last_line >= 0 and not self._line_finished(self._last_line):
            self._count_silence()
        else:
            self.clear()

    def set_state(self, state: str, lag_s: float = 0.0) -> None:
        super().set_state(state, lag_s)
        self.setAccessibleDescription(state_words(state, lag_s))

    # Settings

    def apply(self, settings: OverlaySettings, smooth: bool) -> None:
        """Takes over all settings at once: look, height, place, lock, visibility."""
        old = self._settings
        self.restyle(settings, smooth)
        self._apply_input_flags()
        moved = (
            old.dock != settings.dock
            or old.screen != settings.screen
            or self.height() != self.height_for(settings.lines)
            or not self.isVisible()
        )
        if moved and self._grip is None:
            self.reposition()
        if old.clear_after_s != settings.clear_after_s and self._rows.rows:
            self._count_silence()
        if settings.locked and not self.is_back:
            self.unsetCursor()
        self._show_toolbar()
        self._show_or_hide()

    def give_way(self, on: bool) -> None:
        """Hidden while the desktop asks the user something: on XWayland the overlay would lie over its dialog."""
        self._questions += 1 if on else -1
        self._show_or_hide()

    def _show_or_hide(self) -> None:
        visible = self._settings.visible and self._questions == 0
        if visible != self.isVisible():
            self.setVisible(visible)
        if visible:
            self._stay_on_top.start()
        else:
            self._stay_on_top.stop()

    @property
    def click_through(self) -> bool:
        return self._settings.locked and self._settings.click_through

    def _apply_input_flags(self) -> None:
        """Click-through is changed on the native window, so that it need not be hidden and shown again."""
        flags = window_flags(QGuiApplication.platformName(), self.click_through, self._settings.ordinary)
        if self.windowFlags() == flags:
            return
        if (self.windowType() == Qt.WindowType.Window) != self._settings.ordinary:
            self.setWindowFlags(flags)  # hides it: only a window that is shown anew is managed, or no more
            return
        self.overrideWindowFlags(flags)
        handle = self.windowHandle()
        if handle is not None:
            handle.setFlags(flags)

    # Place

    def screens(self) -> list[Screen]:
        """The monitors, the primary one first."""
        primary = QGuiApplication.primaryScreen()
        ordered = sorted(QGuiApplication.screens(), key=lambda screen: screen is not primary)
        return [
            Screen(screen.name(), _rect(screen.geometry()), _rect(screen.availableGeometry())) for screen in ordered
        ]

    def reposition(self) -> None:
        """Goes where the settings and the monitors of this moment say."""
        screens = self.screens()
        if not screens:
            return
        height = self.height_for(self._settings.lines)
        places = self._settings.places
        target = place(
            screens,
            places,
            height,
            dock=self._settings.dock,
            dock_screen=self._settings.screen,
            last=places[-1] if places else None,
        )
        self._put(target)

    def bring_back(self) -> None:
        """To the lower middle of the primary screen, wherever it was lost."""
        screens = self.screens()
        if screens:
            primary = screens[0]
            target = place([primary], (), self.height_for(self._settings.lines))
            self._put(target)
            self._keep_place()

    def rect_now(self) -> Rect:
        return _rect(self.geometry())

    def step(self, dx: int, dy: int, dw: int) -> None:
        """One keyboard step: moved by `dx`, `dy`, wider by `dw` logical pixels."""
        screens = self.screens()
        rect = self.rect_now()
        work = screen_of(screens, rect).work
        if dw:
            rect = resize_by_key(rect, work, dw)
        if dx or dy:
            moved = move_by_key(rect, work, dx, dy)
            if moved == rect:
                moved = _onto_next_screen(screens, rect, dx, dy)
            rect = moved
        if rect != self.rect_now():
            self._put(rect)
            self._keep_place()

    def standing(self) -> Standing:
        """For `put_back`."""
        layout = layout_key(self.screens())
        kept = next((item for item in self._settings.places if item.layout == layout), None)
        return Standing(self.rect_now(), self._settings.dock, kept)

    def put_back(self, before: Standing) -> None:
        """To where it stood before the keyboard moved it, docked as it was."""
        self._put(before.rect)
        if self.standing().kept != before.kept:
            self.place_changed.emit(before.kept or remember(self.screens(), before.rect))
        if self._settings.dock != before.dock:
            self.dock_changed.emit(before.dock)

    def _put(self, rect: Rect) -> None:
        if not capabilities(QGuiApplication.platformName()).position:
            # The desktop decides where. One that tiles its windows leaves those alone that have one size only.
            self._desktop_resizes = False
            self.setFixedSize(rect.width, rect.height)
            return
        self.setMinimumSize(1, 1)
        self.setMaximumSize(16777215, 16777215)
        self.setGeometry(rect.x, rect.y, rect.width, rect.height)

    def _keep_place(self) -> None:
        self.place_changed.emit(remember(self.screens(), self.rect_now()))
        if self._settings.dock != "free":
            self.dock_changed.emit("free")

    def _watch_screen(self, screen: QScreen) -> None:
        screen.geometryChanged.connect(lambda _rect: self._screens_settle.start())
        screen.availableGeometryChanged.connect(lambda _rect: self._screens_settle.start())
        self._screens_settle.start()

    def _raise_again(self) -> None:
        """Another topmost window that was put over it must not cover the captions for good.

        On X11 an unmanaged window stays above the others by itself, and raising it would cover open menus.
        """
        if not self.isVisible():
            return
        platform = QGuiApplication.platformName()
        if capabilities(platform).on_top and platform != "xcb":
            self.raise_()
        if self._grip is None and not is_reachable(self.screens(), self.rect_now()):
            self.reposition()

    # Mouse

    def _grip_at(self, at: QPoint) -> str:
        """Which part of the window is under the mouse: "left", "right", "top", "bottom" or "move"."""
        if at.x() < GRIP_PX:
            return "left"
        if at.x() >= self.width() - GRIP_PX:
            return "right"
        if at.y() < GRIP_PX:
            return "top"
        if at.y() >= self.height() - GRIP_PX:
            return "bottom"
        return "move"

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._settings.locked:
            return
        grip = self._grip_at(event.position().toPoint())
        if self.is_back and grip == "move":
            self.begin_selection(event.position().toPoint())
            self._grip = "select"
            return
        if not capabilities(QGuiApplication.platformName()).position:
            self._system_drag(grip)
            return
        self._grip = grip
        self._press = event.globalPosition().toPoint()
        self._press_rect = self.rect_now()

    def _system_drag(self, grip: str) -> None:
        handle = self.windowHandle()
        edges = {"left": Qt.Edge.LeftEdge, "right": Qt.Edge.RightEdge}
        if handle is None:
            return
        if grip in edges:
            self.setMinimumWidth(MIN_WIDTH)
            self.setMaximumWidth(16777215)
            self._desktop_resizes = True
            handle.startSystemResize(edges[grip])
        else:
            handle.startSystemMove()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is None:
            shapes = {
                "left": Qt.CursorShape.SizeHorCursor,
                "right": Qt.CursorShape.SizeHorCursor,
                "top": Qt.CursorShape.SizeVerCursor,
                "bottom": Qt.CursorShape.SizeVerCursor,
                "move": Qt.CursorShape.IBeamCursor if self.is_back else Qt.CursorShape.SizeAllCursor,
            }
            if not self._settings.locked:
                self.setCursor(shapes[self._grip_at(event.position().toPoint())])
            return
        if self._grip == "select":
            self.extend_selection(event.position().toPoint())
            return
        delta = event.globalPosition().toPoint() - self._press
        self._drag(delta.x(), delta.y())

    def _drag(self, dx: int, dy: int) -> None:
        start = self._press_rect
        if self._grip == "move":
            self.move(start.x + dx, start.y + dy)
        elif self._grip == "right":
            self._put(Rect(start.x, start.y, max(MIN_WIDTH, start.width + dx), start.height))
        elif self._grip == "left":
            width = max(MIN_WIDTH, start.width - dx)
            self._put(Rect(start.right - width, start.y, width, start.height))
        else:
            up = self._grip == "top"
            lines = rows_for_height(
                start.height + (-dy if up else dy), row_height(self._settings.font_px), self.padding
            )
            height = self.height_for(lines)
            if height != self.height():
                self._put(Rect(start.x, start.bottom - height if up else start.y, start.width, height))
                self.lines_changed.emit(lines)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._grip is None or event.button() != Qt.MouseButton.LeftButton:
            return
        grip, self._grip = self._grip, None
        if grip == "select":
            self.end_selection()
            return
        rect = self.rect_now()
        if rect != self._press_rect:
            screens = self.screens()
            inside = clamp(rect, screen_of(screens, rect).work)
            if inside != rect:
                self._put(inside)
            self._keep_place()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Back through what was said; with Ctrl the text grows or shrinks."""
        angle = event.angleDelta().y()
        if not angle or self.click_through:
            return
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            (self._actions.larger if angle > 0 else self._actions.smaller).trigger()
        else:
            self.turn_wheel(angle)
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu.popup(event.globalPos())

    def enterEvent(self, event: QEnterEvent) -> None:
        self._hovered = True
        self._show_toolbar()
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = False
        self._show_toolbar()
        self.update()

    def _show_toolbar(self) -> None:
        """Under the mouse while it is unlocked, and always while somebody reads back: it has the way to return."""
        self.toolbar.setVisible(self.is_back or (self._hovered and not self._settings.locked))

    def _show_back(self) -> None:
        self._actions.live.setEnabled(self.is_back)
        self.toolbar.show_back(self.is_back, self.new_words)
        self._show_toolbar()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.toolbar.place()
        if self._desktop_resizes:
            self._keep_place()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._hovered and not self._settings.locked:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(qcolor(self._look.text, 0.6), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), CORNER_PX, CORNER_PX)
            painter.end()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing by the window manager hides the captions; the program continues."""
        event.ignore()
        self._actions.hide.trigger()


def _rect(rect: QRect) -> Rect:
    return Rect(rect.x(), rect.y(), rect.width(), rect.height())


def _onto_next_screen(screens: list[Screen], rect: Rect, dx: int, dy: int) -> Rect:
    """At the edge of a screen a further step goes to the neighbour there, if there is one."""
    area = screen_of(screens, rect).geometry
    probe = Rect(
        area.right + 1 if dx > 0 else area.x - 2 if dx < 0 else rect.x,
        area.bottom + 1 if dy > 0 else area.y - 2 if dy < 0 else rect.y,
        1,
        1,
    )
    for screen in screens:
        if screen.geometry.overlap(probe):
            return clamp(rect, screen.work)
    return rect
