"""The pill's place, the sounds, the settings' way into a dictation."""

from __future__ import annotations

import stat
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QByteArray, QMimeData, Qt
from PySide6.QtWidgets import QApplication

from app.base.settings import CaptionSettings, DictationSettings, Hotwords, Replacement, Settings
from app.dictation import sounds
from app.dictation.from_settings import bindings_of, options_of, plan_of
from app.dictation.replacements import Rule
from app.hotkeys.keys import Combo
from app.typing.typist import Box, Readings
from app.ui.dictation import clipboard
from app.ui.dictation import pill as pill_module
from app.ui.dictation.pill import PillState, StatusPill, place_pill
from app.ui.dictation.scratchpad import Scratchpad
from app.ui.kit.floating import window_flags
from app.ui.overlay.placement import Capabilities
from app.ui.settings.hotkey_field import judge_combo, key_name

SCREEN = Box(0, 0, 1920, 1040)
LEFT = Box(-1280, 200, 1280, 984)
SIZE = (200.0, 36.0)


@pytest.mark.parametrize(
    ("setting", "area", "window", "caret", "place"),
    [
        ("bottom", SCREEN, None, None, (860, 988)),
        ("top", SCREEN, None, None, (860, 16)),
        ("window", SCREEN, None, None, (860, 988)),
        ("window", SCREEN, Box(100, 100, 800, 600), None, (400, 654)),
        ("bottom", SCREEN, Box(100, 100, 800, 600), None, (860, 988)),
        ("window", SCREEN, Box(100, 100, 800, 600), Box(300, 200, 1, 20), (300, 230)),
        ("window", SCREEN, None, Box(300, 1010, 1, 20), (300, 964)),
        ("window", SCREEN, None, Box(1900, 200, 1, 20), (1720, 230)),
        ("window", LEFT, Box(-1300, 100, 400, 300), None, (-1200, 354)),
        ("window", SCREEN, Box(-500, -500, 300, 200), None, (0, 0)),
    ],
)
def test_the_pill_stands_at_the_text_and_wholly_on_the_screen(
    setting: str, area: Box, window: Box | None, caret: Box | None, place: tuple[float, float]
) -> None:
    assert place_pill(setting, SIZE, area, window, caret) == place
    x, y = place
    assert area.x <= x <= area.x + area.width - SIZE[0]
    assert area.y <= y <= area.y + area.height - SIZE[1]


@pytest.mark.skipif(sys.platform == "win32", reason="modes are a matter of other systems")
def test_the_scratchpad_is_its_owners_alone(application: object, tmp_path: Path) -> None:
    file = tmp_path / "scratchpad.txt"
    file.write_text("from an earlier version", encoding="utf-8")
    file.chmod(0o644)
    pad = Scratchpad(file)
    pad.append("secret ")
    pad.save()
    assert file.read_text(encoding="utf-8") == "secret from an earlier version"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    pad.close()


def test_the_scratchpad_writes_nothing_while_nothing_may_be_stored(application: object, tmp_path: Path) -> None:
    file = tmp_path / "scratchpad.txt"
    pad = Scratchpad(file)
    pad.append("kept. ")
    pad.save()
    pad.stored = False
    pad.append("Not for the disk.")
    pad.save()
    assert file.read_text(encoding="utf-8") == "kept. "
    pad.edit.clear()
    pad.save()
    assert file.read_text(encoding="utf-8") == ""
    pad.close()


def test_the_shipped_sounds_are_what_the_script_makes(tmp_path: Path) -> None:
    for path in sounds.write_all(tmp_path):
        samples, rate = sounds.load(path.stem)
        assert rate == sounds.RATE
        assert path.read_bytes() == (Path(sounds.__file__).parents[2] / "resources" / "sounds" / path.name).read_bytes()
        assert 0.1 < len(samples) / rate < 0.5
        assert 0.1 * 32767 < np.abs(samples.astype(int)).max() < 0.5 * 32767, "soft, but to be heard"
        assert abs(int(samples[0])) < 200
        assert abs(int(samples[-1])) < 200, "no click"


def test_dictation_follows_the_captions_until_told_otherwise() -> None:
    captions = CaptionSettings(language="French", hotwords=Hotwords("Kuhn, Dupont"))
    settings = Settings(captions=captions)
    assert options_of(settings).language == "French"
    assert options_of(settings).hotwords == ("Kuhn", "Dupont")
    own = DictationSettings(caption_language=False, language="", caption_hotwords=False, hotwords=Hotwords("Zürich"))
    settings = replace(settings, dictation=own)
    assert options_of(settings).language is None
    assert options_of(settings).hotwords == ("Zürich",)


def test_the_plan_comes_from_the_settings() -> None:
    own = DictationSettings(live=False, ending="enter", replacements=(Replacement("a", "b", True, True),))
    plan = plan_of(replace(Settings(), dictation=own))
    assert (plan.live, plan.ending, plan.rules) == (False, "enter", (Rule("a", "b", True, True),))


@pytest.mark.parametrize(
    ("hold", "toggle", "bindings"),
    [
        ("right ctrl", "ctrl+alt+d", {"hold": "right ctrl", "toggle": "ctrl+alt+d"}),
        ("f9", "f9", {"both": "f9"}),
        ("", "f9", {"toggle": "f9"}),
        ("nonsense+key", "f9", {"toggle": "f9"}),
        ("", "", {}),
    ],
)
@pytest.mark.logs("hotkey left out")
def test_bindings(hold: str, toggle: str, bindings: dict[str, str]) -> None:
    found = bindings_of(DictationSettings(hold_key=hold, toggle_key=toggle))
    assert {name: str(combo) for name, combo in found.items()} == bindings


@pytest.mark.parametrize(
    ("combo", "taken", "usable", "reason"),
    [
        (Combo("a"), False, False, "typing"),
        (Combo("f9"), True, False, "taken"),
        (Combo("f8"), False, True, "same"),
        (Combo("c", frozenset({"ctrl"})), False, True, "known"),
        (Combo("f9"), False, True, ""),
    ],
)
def test_what_speaks_against_a_combination(combo: Combo, taken: bool, usable: bool, reason: str) -> None:
    assert judge_combo(combo, {"other": Combo("f8")}, taken) == (usable, reason)


@pytest.mark.parametrize(
    ("key", "native", "scan", "platform", "name"),
    [
        (0x01000021, 0xFFE4, 105, "linux", "right ctrl"),
        (0x01000021, 0xFFE3, 37, "linux", "left ctrl"),
        (0x01001103, 0xFE03, 108, "linux", "right alt"),
        (0x01000021, 0x11, 0x11D, "win32", "right ctrl"),
        (0x01000021, 0x3E, 0, "darwin", "right ctrl"),
        (0x44, 0x64, 40, "linux", "d"),
        (0x01000038, 0xFFC6, 75, "linux", "f9"),
        (0x416, 0x6D6, 47, "linux", "ж"),
        (0x0100FFFF, 0, 0, "linux", ""),
    ],
)
def test_qt_keys_have_our_names(key: int, native: int, scan: int, platform: str, name: str) -> None:
    assert key_name(key, native, scan, platform) == name


@pytest.mark.parametrize("unfocused", [True, False])
def test_the_pill_is_not_shown_where_a_new_window_gets_the_keyboard(
    unfocused: bool, monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    """Seen on a tiling Wayland desktop: the dictated words went into the pill."""
    monkeypatch.setattr(pill_module, "capabilities", lambda platform: Capabilities(True, True, unfocused))
    pill = StatusPill()
    pill.show_state(PillState.LISTENING)
    assert pill.isVisible() is unfocused
    assert pill.state is PillState.LISTENING, "the tray and the windows tell"
    pill.close()


def test_what_floats_is_not_managed_on_x11_and_never_wants_the_keyboard() -> None:
    for platform in ("xcb", "wayland", "windows", "cocoa"):
        flags = window_flags(platform, click_through=True)
        assert flags & Qt.WindowType.WindowDoesNotAcceptFocus
        assert flags & Qt.WindowType.WindowTransparentForInput
        assert bool(flags & Qt.WindowType.BypassWindowManagerHint) is (platform == "xcb")
    assert not window_flags("xcb", click_through=False) & Qt.WindowType.WindowTransparentForInput


class SlowContents(QMimeData):
    """What a program that hangs offers: Qt waits for each form."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def formats(self) -> list[str]:
        return [f"text/form{n}" for n in range(8)]

    def retrieveData(self, mimetype: str, preferred: object) -> object:
        self.asked.append(mimetype)
        time.sleep(0.2)
        return QByteArray(b"x")


def test_a_clipboard_that_answers_slowly_is_given_up(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> None:
    """The windows stand still meanwhile, and the captions with them."""
    monkeypatch.setattr(clipboard, "SLOWEST_S", 0.1)
    source = SlowContents()
    copy, whole = clipboard.copy_contents(source)
    assert not whole
    assert copy.formats() == []
    assert len(source.asked) == 1


def test_a_program_that_asks_what_there_is_to_read_is_not_taken_for_one_that_has_read(application: object) -> None:
    """Qt asks the offered text for its formats whenever a program on X asks for them (TARGETS)."""
    readings = Readings()
    offered = clipboard.OfferedText("text", readings)
    readings.clear()
    offered.formats()
    assert not readings.wait(0.0)
    time.sleep(0.05)
    assert offered.data("text/plain") == b"text"
    assert readings.wait(0.0)
    read = readings.wait_until_quiet(lambda slowest_s: 0.0, 60.0)
    assert read.count == 1
    assert read.slowest_s >= 0.05
