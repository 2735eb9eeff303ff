"""Where the overlay stands: pure rules on rectangles, no Qt.

All numbers are logical pixels of one virtual desktop (screens to the left or above have negative coordinates). A place
is kept per monitor layout, as fractions of the work area of a named screen, so that it survives a change of resolution
or scale and is found again when a monitor comes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.base.fields import settings_in
from app.base.settings import OverlayPlace, setting_of

DEFAULT_WIDTH = 0.68
"""Share of the work area's width; the BBC's limit for a caption line on a 16:9 picture."""

BOTTOM_MARGIN = 0.06
"""Share of the work area's height left free under the overlay's default place."""

MIN_WIDTH = 240
MAX_PLACES = 20


@dataclass(frozen=True)
class Rect:
    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height

    def overlap(self, other: Rect) -> int:
        """Area of the part that both cover."""
        across = min(self.right, other.right) - max(self.x, other.x)
        down = min(self.bottom, other.bottom) - max(self.y, other.y)
        return max(0, across) * max(0, down)


@dataclass(frozen=True)
class Screen:
    """One monitor. `work` is what panels and docks leave free; the primary screen comes first in every list."""

    name: str
    geometry: Rect
    work: Rect


def layout_key(screens: Sequence[Screen]) -> str:
    """A text that is the same whenever the same monitors stand in the same places."""
    parts = sorted(
        f"{screen.name}:{screen.geometry.width}x{screen.geometry.height}+{screen.geometry.x}+{screen.geometry.y}"
        for screen in screens
    )
    return "|".join(parts)


def screen_of(screens: Sequence[Screen], rect: Rect) -> Screen:
    """The screen that shows most of `rect`, or the nearest one when none shows any of it."""
    best = max(screens, key=lambda screen: screen.geometry.overlap(rect))
    if best.geometry.overlap(rect):
        return best
    centre_x, centre_y = rect.x + rect.width / 2, rect.y + rect.height / 2

    def distance(screen: Screen) -> float:
        area = screen.geometry
        away_x = max(area.x - centre_x, 0, centre_x - area.right)
        away_y = max(area.y - centre_y, 0, centre_y - area.bottom)
        return away_x**2 + away_y**2

    return min(screens, key=distance)


def clamp(rect: Rect, work: Rect) -> Rect:
    """`rect` moved, and made narrower only where it must be, so that it lies inside `work`."""
    width = min(rect.width, work.width)
    x = min(max(rect.x, work.x), work.right - width)
    y = min(max(rect.y, work.y), max(work.y, work.bottom - rect.height))
    return Rect(x, y, width, rect.height)


def place(
    screens: Sequence[Screen],
    places: Sequence[OverlayPlace],
    height: int,
    *,
    dock: str = "free",
    dock_screen: str = "",
    last: OverlayPlace | None = None,
) -> Rect:
    """Where to show an overlay of `height`.

    Docked: at the edge of the chosen screen (the primary one if it is gone), as wide as it was, centred. Free: the
    place kept for this layout; without one, the place it had last (`last`), on the same screen if that is still there;
    without that, the lower middle of the primary screen. Always wholly inside a work area.
    """
    layout = layout_key(screens)
    kept = next((item for item in places if item.layout == layout), None) or last
    by_name = {screen.name: screen for screen in screens}
    if dock != "free":
        work = by_name.get(dock_screen, screens[0]).work
        width = _width(work, kept.width if kept else DEFAULT_WIDTH)
        y = work.y if dock == "top" else work.bottom - height
        return clamp(Rect(work.x + (work.width - width) // 2, y, width, height), work)
    if kept is None:
        return default_place(screens[0], height)
    work = by_name.get(kept.screen, screens[0]).work
    rect = Rect(
        work.x + round(kept.x * work.width),
        work.y + round(kept.y * work.height),
        _width(work, kept.width),
        height,
    )
    return clamp(rect, work)


def default_place(screen: Screen, height: int) -> Rect:
    """The lower middle of a screen."""
    work = screen.work
    width = _width(work, DEFAULT_WIDTH)
    y = work.bottom - height - round(work.height * BOTTOM_MARGIN)
    return clamp(Rect(work.x + (work.width - width) // 2, y, width, height), work)


def remember(screens: Sequence[Screen], rect: Rect) -> OverlayPlace:
    """The place to keep for an overlay that was put at `rect`."""
    screen = screen_of(screens, rect)
    work = screen.work
    return OverlayPlace(
        layout=layout_key(screens),
        screen=screen.name,
        x=_fraction(rect.x - work.x, work.width),
        y=_fraction(rect.y - work.y, work.height),
        width=settings_in(OverlayPlace)["width"].clamp(_fraction(rect.width, work.width)),
    )


def with_place(places: Sequence[OverlayPlace], new: OverlayPlace) -> tuple[OverlayPlace, ...]:
    """`places` with `new` in the place of an older one for the same layout; the oldest go when there are too many."""
    return (*(item for item in places if item.layout != new.layout), new)[-MAX_PLACES:]


def is_reachable(screens: Sequence[Screen], rect: Rect) -> bool:
    """At least a third of `rect` is on some screen."""
    return any(screen.geometry.overlap(rect) * 3 >= rect.width * rect.height for screen in screens)


def rows_for_height(height: int, row_height: int, padding: int) -> int:
    """How many rows a user asked for who dragged the edge to `height`: the nearest number that is allowed."""
    return setting_of("overlay", "lines").clamp(round((height - 2 * padding) / row_height))


def move_by_key(rect: Rect, work: Rect, dx: int, dy: int) -> Rect:
    """One keyboard step, kept inside the work area."""
    return clamp(Rect(rect.x + dx, rect.y + dy, rect.width, rect.height), work)


def resize_by_key(rect: Rect, work: Rect, dw: int) -> Rect:
    """One keyboard step in width, about the middle, kept inside the work area."""
    width = min(work.width, max(MIN_WIDTH, rect.width + dw))
    return clamp(Rect(rect.x - (width - rect.width) // 2, rect.y, width, rect.height), work)


@dataclass(frozen=True)
class Capabilities:
    """What the window system lets a program decide about its own window.

    Attributes:
        position: where it stands.
        on_top: that it stays above others.
        unfocused: that it comes without the keyboard.
    """

    position: bool
    on_top: bool
    unfocused: bool


def capabilities(platform: str) -> Capabilities:
    """`platform` is Qt's platform name. Wayland's shell has no request for any of them."""
    wayland = platform.startswith("wayland")
    return Capabilities(position=not wayland, on_top=not wayland, unfocused=not wayland)


def _width(work: Rect, fraction: float) -> int:
    return min(work.width, max(MIN_WIDTH, round(work.width * fraction)))


def _fraction(part: int, whole: int) -> float:
    return round(part / whole, 5) if whole else 0.0
