"""Captions can be read over anything."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.base.settings import OverlaySettings
from app.ui.overlay.caption_box import look_of
from app.ui.overlay.theme import (
    AA_CONTRAST,
    AAA_CONTRAST,
    BLACK,
    PRESETS,
    WHITE,
    Rgb,
    composite,
    contrast,
    decide_look,
    high_contrast_look,
    least_opacity,
    parse_colour,
    theme_colours,
    worst_contrast,
)

rgb = st.tuples(st.integers(0, 255), st.integers(0, 255), st.integers(0, 255))


def test_contrast_of_black_and_white_is_twenty_one() -> None:
    assert contrast(BLACK, WHITE) == pytest.approx(21.0)
    assert contrast((119, 119, 119), WHITE) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_reach_the_best_level_on_an_opaque_box(name: str) -> None:
    text, box = theme_colours(name, "", "")
    assert contrast(text, box) >= 7.0


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("percent", range(0, 101, 5))
@pytest.mark.parametrize("outline", ["auto", "on", "off"])
def test_every_preset_is_readable_at_every_opacity(name: str, percent: int, outline: str) -> None:
    look = decide_look(*theme_colours(name, "", ""), percent / 100, outline)
    assert look.contrast >= AA_CONTRAST
    if outline == "off":
        assert look.outline is None


@given(rgb, rgb, st.integers(0, 100), st.sampled_from(["auto", "on", "off"]), rgb)
def test_no_colours_fall_below_level_aa_over_any_background(
    text: Rgb, box: Rgb, percent: int, outline: str, under: Rgb
) -> None:
    look = decide_look(text, box, percent / 100, outline)
    touching = look.outline if look.outline is not None else composite(look.box, look.opacity, under)
    assert contrast(look.text, touching) >= AA_CONTRAST - 0.02  # one step of 8-bit rounding


@given(rgb, rgb, st.integers(0, 100), rgb)
def test_the_worst_background_is_the_worst(text: Rgb, box: Rgb, percent: int, under: Rgb) -> None:
    seen = contrast(text, composite(box, percent / 100, under))
    assert seen >= worst_contrast(text, box, percent / 100) - 0.02


def test_what_was_asked_for_is_kept_where_it_can_be_read() -> None:
    look = decide_look(WHITE, BLACK, 0.85, "auto")
    assert (look.text, look.opacity, look.outline, look.changes) == (WHITE, 0.85, None, ())


def test_a_clear_box_gets_an_outline_unless_the_person_forbids_it() -> None:
    assert decide_look(WHITE, BLACK, 0.2, "auto").changes == ("outline",)
    forbidden = decide_look(WHITE, BLACK, 0.2, "off")
    assert forbidden.changes == ("opacity",)
    assert forbidden.opacity == least_opacity(WHITE, BLACK)


def test_colours_that_are_alike_are_moved_apart_and_it_is_said() -> None:
    look = decide_look((120, 120, 120), (110, 110, 110), 1.0, "off")
    assert "text" in look.changes
    assert look.contrast >= AA_CONTRAST


@pytest.mark.parametrize("text", ["", "white", "#fff", "#12345g", "#1234567"])
def test_a_colour_that_is_none_falls_back(text: str) -> None:
    assert parse_colour(text) is None
    assert theme_colours("own", text, text) == (WHITE, BLACK)


def test_the_chroma_key_is_opaque_and_its_letters_are_outlined() -> None:
    look = look_of(OverlaySettings(theme="white_on_green", opacity=0))
    assert (look.box, look.opacity) == ((0x00, 0xB1, 0x40), 1.0)
    assert look.outline == BLACK
    assert look.contrast >= AA_CONTRAST


@given(text=rgb, box=rgb, opacity=st.floats(0, 1))
def test_high_contrast_is_opaque_with_an_edge_and_at_least_seven_to_one(text: Rgb, box: Rgb, opacity: float) -> None:
    look = high_contrast_look(text, box, opacity)
    assert look.opacity == 1.0
    assert look.edge == look.text
    assert look.contrast == contrast(look.text, look.box) >= AAA_CONTRAST


def test_colours_that_are_far_enough_apart_stay_the_users_in_high_contrast() -> None:
    for name in PRESETS:
        text, box = theme_colours(name, "", "")
        look = high_contrast_look(text, box, 1.0)
        assert (look.text, look.box, look.changes) == (text, box, ())
