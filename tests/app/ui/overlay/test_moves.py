"""The overlay between its settings and the user who moves it: it stays where it was put, and Esc puts it back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.ui.kit.actions import Actions
from app.ui.kit.live_settings import LiveSettings
from app.ui.overlay.adjust_dialog import AdjustDialog
from app.ui.overlay.placement import Rect, with_place
from app.ui.overlay.window import Overlay


@pytest.fixture
def overlay(live: LiveSettings) -> Iterator[Overlay]:
    """Tied to its settings as in the program."""
    made = Overlay(live.value.overlay, lambda number: True, Actions())
    made.place_changed.connect(
        lambda place: live.update("overlay", places=with_place(live.value.overlay.places, place))
    )
    made.dock_changed.connect(lambda dock: live.update("overlay", dock=dock))
    live.changed.connect(lambda old, new: made.apply(new.overlay, False))
    made.apply(live.value.overlay, False)
    yield made
    made.hide()
    made.deleteLater()


def near(rect: Rect, other: Rect) -> bool:
    """A place is kept as fractions of the screen."""
    return abs(rect.x - other.x) <= 1 and abs(rect.y - other.y) <= 1 and abs(rect.width - other.width) <= 1


def put(overlay: Overlay, x: int, y: int) -> Rect:
    """As if dragged there before."""
    overlay._put(Rect(x, y, 400, overlay.height()))
    overlay._keep_place()
    return overlay.rect_now()


def drag(overlay: Overlay, by: QPoint) -> None:
    at, start = QPoint(60, 30), overlay.pos()
    for kind, to in (
        (QEvent.Type.MouseButtonPress, QPoint()),
        (QEvent.Type.MouseMove, by),
        (QEvent.Type.MouseButtonRelease, by),
    ):
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        event = QMouseEvent(kind, QPointF(at), QPointF(start + at + to), left, left, none)
        QApplication.sendEvent(overlay, event)


def test_pulled_off_its_edge_it_stays_where_it_was_dropped(overlay: Overlay, live: LiveSettings) -> None:
    put(overlay, 100, 100)
    live.update("overlay", dock="bottom")
    docked = overlay.rect_now()
    drag(overlay, QPoint(50, -200))
    assert live.value.overlay.dock == "free"
    dropped = Rect(docked.x + 50, docked.y - 200, docked.width, docked.height)
    assert near(overlay.rect_now(), dropped)
    live.update("overlay", dock="top")
    live.update("overlay", dock="free")
    assert near(overlay.rect_now(), dropped)


def test_moved_off_its_edge_by_keyboard_it_makes_one_step(overlay: Overlay, live: LiveSettings) -> None:
    put(overlay, 100, 300)
    live.update("overlay", dock="top")
    docked = overlay.rect_now()
    overlay.step(0, -40, 0)
    assert live.value.overlay.dock == "top", "it could not move, so it still stands at its edge"
    overlay.step(0, 40, 0)
    assert near(overlay.rect_now(), Rect(docked.x, docked.y + 40, docked.width, docked.height))


def test_brought_back_from_its_edge_it_stands_in_the_lower_middle(overlay: Overlay, live: LiveSettings) -> None:
    put(overlay, 10, 10)
    live.update("overlay", dock="top")
    overlay.bring_back()
    assert overlay.rect_now().y > overlay.screen().availableGeometry().height() / 2


@pytest.mark.parametrize("dock", ["free", "top", "bottom"])
@pytest.mark.parametrize(
    "keys", [[], [Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up]]
)
def test_escape_puts_the_captions_back_as_they_stood(
    overlay: Overlay, live: LiveSettings, dock: str, keys: list[Qt.Key]
) -> None:
    free = put(overlay, 100, 300)
    live.update("overlay", dock=dock)
    before, stood = live.value, overlay.rect_now()
    dialog = AdjustDialog(overlay)
    dialog.show()
    for key in keys:
        QTest.keyClick(dialog, key)
    if keys:
        assert live.value != before
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert live.value == before
    assert near(overlay.rect_now(), stood)
    live.update("overlay", dock="free")
    assert near(overlay.rect_now(), free)
    dialog.deleteLater()


def test_an_ordinary_window_is_one_that_programs_can_capture(overlay: Overlay, live: LiveSettings) -> None:
    shown = live.value.overlay
    overlay.apply(shown, False)
    assert overlay.windowType() == Qt.WindowType.Tool
    overlay.apply(replace(shown, ordinary=True), False)
    assert overlay.windowType() == Qt.WindowType.Window
    assert overlay.isVisible()
    assert not overlay.windowFlags() & Qt.WindowType.BypassWindowManagerHint
    assert overlay.windowFlags() & Qt.WindowType.WindowStaysOnTopHint
    place = overlay.geometry()
    overlay.apply(shown, False)
    assert overlay.windowType() == Qt.WindowType.Tool
    assert overlay.isVisible()
    assert overlay.geometry() == place


def test_captions_give_way_while_the_desktop_asks_and_come_back_as_they_are_set(
    overlay: Overlay, live: LiveSettings
) -> None:
    assert overlay.isVisible()
    overlay.give_way(True)
    overlay.give_way(True)  # two questions at once: for hotkeys and for typing
    overlay.give_way(False)
    live.update("overlay", font_px=40)
    assert not overlay.isVisible()
    overlay.give_way(False)
    assert overlay.isVisible()
    overlay.give_way(True)
    live.update("overlay", visible=False)
    overlay.give_way(False)
    assert not overlay.isVisible()
