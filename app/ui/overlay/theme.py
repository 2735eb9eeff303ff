"""The colours of the captions, and the rule that keeps them readable: pure, no Qt.

The box behind the text may be translucent, so anything from black to white can lie under it. Contrast is computed
against the worst of these (WCAG 2.2, relative luminance and contrast ratio) and never falls below level AA for normal
text, 4.5:1: where it would, letters get an outline, the box is made less translucent, or a colour is moved.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

AA_CONTRAST = 4.5
"""Least contrast of normal text at level AA, WCAG 2.2 success criterion 1.4.3."""

AAA_CONTRAST = 7.0
"""Least contrast of normal text at level AAA, criterion 1.4.6: what high contrast promises."""

Rgb = tuple[int, int, int]

BLACK: Rgb = (0, 0, 0)
WHITE: Rgb = (255, 255, 255)

PRESETS: dict[str, tuple[str, str]] = {
    "white_on_black": ("#ffffff", "#000000"),
    "yellow_on_black": ("#ffe94a", "#000000"),
    "black_on_white": ("#000000", "#ffffff"),
    "cyan_on_black": ("#5ff2ff", "#000000"),
}
"""Name -> (text, box)."""


CHROMA_KEY = "white_on_green"
"""Its box is there to be keyed out: opaque, and without round corners. The letters get an outline."""
CHROMA_COLOURS = ("#ffffff", "#00b140")


def parse_colour(text: str) -> Rgb | None:
    """`#rrggbb` as three numbers, None for anything else."""
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        return None
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def luminance(rgb: Rgb) -> float:
    """Relative luminance, 0..1 (WCAG 2.2, definition of relative luminance)."""

    def linear(channel: int) -> float:
        value = channel / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(channel) for channel in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    """Contrast ratio, 1..21 (WCAG 2.2, definition of contrast ratio)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def composite(box: Rgb, opacity: float, under: Rgb) -> Rgb:
    """What is seen of `box` at `opacity` 0..1 over `under`."""
    red, green, blue = (round(b * opacity + u * (1 - opacity)) for b, u in zip(box, under, strict=True))
    return red, green, blue


def worst_contrast(text: Rgb, box: Rgb, opacity: float) -> float:
    """Least contrast of `text` on `box` at `opacity` 0..1 over any background.

    The composite's luminance runs without a gap from the one over black to the one over white, so it is 1 where the
    text's own luminance lies between them, else that of the nearer end.
    """
    dark, light = composite(box, opacity, BLACK), composite(box, opacity, WHITE)
    if luminance(dark) <= luminance(text) <= luminance(light):
        return 1.0
    return min(contrast(text, dark), contrast(text, light))


@dataclass(frozen=True)
class Look:
    """What is really drawn.

    Attributes:
        text, box: colours.
        opacity: of the box, 0..1.
        outline: colour of the outline around letters, None for none.
        contrast: least contrast of the letters against what touches them (the outline, else the worst background).
        changes: what was changed to keep the contrast: "outline", "opacity", "text".
        edge: colour of a line around the box, None for none.
    """

    text: Rgb
    box: Rgb
    opacity: float
    outline: Rgb | None
    contrast: float
    changes: tuple[str, ...]
    edge: Rgb | None = None


def theme_colours(theme: str, text_colour: str, box_colour: str) -> tuple[Rgb, Rgb]:
    """Text and box colour of a preset, or of the user's own; a colour that cannot be read is the default's."""
    if theme == CHROMA_KEY:
        text_colour, box_colour = CHROMA_COLOURS
    elif theme in PRESETS:
        text_colour, box_colour = PRESETS[theme]
    return parse_colour(text_colour) or WHITE, parse_colour(box_colour) or BLACK


def decide_look(text: Rgb, box: Rgb, opacity: float, outline: str) -> Look:
    """The look closest to what was asked for (`opacity` 0..1, `outline` "auto", "on" or "off") with contrast >= 4.5."""
    changes: list[str] = []
    if outline == "on" or (outline == "auto" and worst_contrast(text, box, opacity) < AA_CONTRAST):
        if outline == "auto":
            changes.append("outline")
        edge = box if contrast(text, box) >= AA_CONTRAST else _opposite(text)
        return Look(text, box, opacity, edge, contrast(text, edge), tuple(changes))
    if contrast(text, box) < AA_CONTRAST:
        text = _readable_on(text, box)
        changes.append("text")
    if worst_contrast(text, box, opacity) < AA_CONTRAST:
        opacity = least_opacity(text, box)
        changes.append("opacity")
    return Look(text, box, opacity, None, worst_contrast(text, box, opacity), tuple(changes))


def high_contrast_look(text: Rgb, box: Rgb, opacity: float) -> Look:
    """The look where windows have high contrast: an opaque box with an edge, and white on black for what is below 7:1."""
    changes = ("opacity",) if opacity < 1 else ()
    if contrast(text, box) < AAA_CONTRAST:
        text, box, changes = WHITE, BLACK, (*changes, "text")
    return Look(text, box, 1.0, None, contrast(text, box), changes, edge=text)


def least_opacity(text: Rgb, box: Rgb) -> float:
    """The most translucent box, in whole percent as 0..1, that still gives 4.5 over anything; 1 if none does."""
    for percent in range(101):
        if worst_contrast(text, box, percent / 100) >= AA_CONTRAST:
            return percent / 100
    return 1.0


def _opposite(text: Rgb) -> Rgb:
    """Black or white, whichever stands out more from `text`; one of them always gives at least 4.58."""
    return BLACK if contrast(text, BLACK) >= contrast(text, WHITE) else WHITE


def _readable_on(text: Rgb, box: Rgb) -> Rgb:
    """`text` moved as little as needed towards black or white to stand out from `box`."""
    goal = _opposite(box)
    for step in range(101):
        moved = composite(goal, step / 100, text)
        if contrast(moved, box) >= AA_CONTRAST:
            return moved
    return goal
