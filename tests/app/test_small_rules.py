"""The windows' small rules: level hints, hotword lists, recent languages, screens, starts at login, languages."""

from __future__ import annotations

import configparser
import plistlib
import subprocess
import sys
from pathlib import Path, PureWindowsPath

import pytest

from app.base.autostart import Autostart, desktop_entry, escape_exec, launch_agent, windows_command
from app.base.hotword_fit import fit, sent_chars
from app.base.settings import HotwordList
from app.base.translation import STARTER_NAME, model_words
from app.hotkeys.keys import parse_combo
from app.hotkeys.shortcut_text import combo_text
from app.program.display import decide_platform, display_problem, parse_display
from app.program.single_instance import socket_name
from app.ui.kit.hotword_panel import with_list, without_list
from app.ui.kit.i18n import choose_language
from app.ui.kit.language_picker import with_recent
from app.ui.kit.theme import decide_smooth, palette_for
from app.ui.main_window.level import LevelJudge, classify_level, meter_fraction
from app.ui.main_window.transcript_view import clock
from app.ui.main_window.tray import decide_dark_panel
from inference.bundle import open_bundle


@pytest.mark.parametrize(
    ("readings", "hint"),
    [
        ([], ""),
        ([-120.0] * 50, "silent"),
        ([-62.0] * 50, ""),
        ([-62.0] * 40 + [-48.0] * 10, "quiet"),
        ([-60.0] * 40 + [-25.0] * 10, ""),
        ([-30.0] * 40 + [-1.0] * 10, "loud"),
    ],
)
def test_level_hint(readings: list[float], hint: str) -> None:
    assert classify_level(readings) == hint


def test_level_hint_waits_for_some_seconds_and_starts_afresh_with_another_device() -> None:
    judge = LevelJudge()
    hints = [judge.add(step / 10, -110.0) for step in range(70)]
    assert hints[10] == ""
    assert hints[-1] == "silent"
    judge.forget()
    assert judge.add(8.0, -110.0) == ""


def test_meter_runs_from_left_to_right() -> None:
    assert [meter_fraction(level) for level in (-120.0, -60.0, -30.0, 0.0, 6.0)] == [0.0, 0.0, 0.5, 1.0, 1.0]


def test_hotwords_that_do_not_fit_are_left_out_from_the_end() -> None:
    words = tuple(f"word{number:04d}" for number in range(1000))
    kept = fit(words, 100)
    assert kept == words[: len(kept)]
    assert sent_chars(kept) <= 100 < sent_chars(words[: len(kept) + 1])
    assert fit(("a", "b"), 100) == ("a", "b")


def test_lists_are_saved_under_a_name_and_sorted() -> None:
    lists = with_list(with_list((), "Team", "Zoë"), "lecture", "Ada")
    assert [item.name for item in lists] == ["lecture", "Team"]
    assert with_list(lists, "Team", "Łukasz")[1] == HotwordList("Team", "Łukasz")
    assert without_list(lists, "Team") == (HotwordList("lecture", "Ada"),)


def test_recent_languages_come_first_once_and_are_few() -> None:
    recents = with_recent(("Chinese", "German", "French"), "German")
    assert recents == ("German", "Chinese", "French")
    assert with_recent(recents, "Thai") == ("Thai", "German", "Chinese")
    assert with_recent(recents, "") == recents


@pytest.mark.parametrize(
    ("setting", "system", "expected"),
    [
        ("", ["de-DE", "de", "en-US"], "en"),
        ("", ["zh-Hans-CN", "zh-CN", "zh"], "zh_CN"),
        ("", ["zh_CN"], "zh_CN"),
        ("", ["zh-Hant-TW", "zh-TW", "zh-Hant", "zh"], "zh_TW"),
        ("", ["zh-TW"], "zh_TW"),
        ("", ["zh-HK"], "zh_TW"),
        ("", ["zh-Hant-MO", "zh-MO", "zh-Hant", "zh"], "zh_TW"),
        ("", ["zh-Hans-HK"], "zh_CN"),
        ("", ["yue-Hant-HK", "yue"], "zh_TW"),
        ("", ["zh-Hans-SG", "zh-SG", "zh"], "zh_CN"),
        ("zh_TW", ["zh-CN"], "zh_TW"),
        ("", ["zh-SG"], "zh_CN"),
        ("", [], "en"),
        ("zh_CN", ["en-GB"], "zh_CN"),
        ("en", ["zh-CN"], "en"),
        ("xx", ["zh-CN"], "zh_CN"),
    ],
)
def test_language_of_the_program(setting: str, system: list[str], expected: str) -> None:
    assert choose_language(setting, system) == expected


@pytest.mark.skipif(sys.platform == "win32", reason="a shell takes the command apart")
@pytest.mark.parametrize(
    "arguments",
    [
        ["/usr/bin/r2t2-captions", "--hidden"],
        ["/opt/with space/run", "--hidden"],
        ['/opt/qu"ote/$HOME/`x`', "a\\b", "100%", "--x=~/y"],
        ["/opt/字幕 ü/run", ""],
    ],
)
def test_a_desktop_entry_says_the_command_exactly(arguments: list[str], tmp_path: Path) -> None:
    path = tmp_path / "a.desktop"
    path.write_text(desktop_entry(arguments), encoding="utf-8")
    entry = configparser.RawConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(path, encoding="utf-8")
    # Undo the file format's escapes, then the quoting of the Exec key, as the specification orders them.
    value = entry["Desktop Entry"]["Exec"].replace("\\\\", "\0").replace("\\n", "\n").replace("\0", "\\")
    # Inside double quotes the key has the shell's rules, so the shell itself takes them apart.
    said = subprocess.run(["sh", "-c", f"printf '%s\\0' {value}"], capture_output=True, check=True).stdout.decode()
    assert [part.replace("%%", "%") for part in said.split("\0")[:-1]] == arguments


def test_a_plain_command_is_not_quoted() -> None:
    assert escape_exec(["/usr/bin/r2t2-captions", "--hidden"]) == "/usr/bin/r2t2-captions --hidden"


def test_a_launch_agent_says_the_command_exactly() -> None:
    parsed = plistlib.loads(launch_agent(["/Applications/R2T2 Captions.app/x", "--hidden"]))
    assert parsed["ProgramArguments"] == ["/Applications/R2T2 Captions.app/x", "--hidden"]
    assert parsed["RunAtLoad"] is True


@pytest.mark.parametrize(
    "executable, frozen, there, expected",
    [
        (r"C:\R2T2\r2t2-captions.exe", True, [r"C:\R2T2\R2T2 Captions.exe"], [r"C:\R2T2\R2T2 Captions.exe"]),
        (r"C:\R2T2\R2T2 Captions.exe", True, [r"C:\R2T2\R2T2 Captions.exe"], [r"C:\R2T2\R2T2 Captions.exe"]),
        (r"D:\renamed.exe", True, [], [r"D:\renamed.exe"]),
        (
            r"C:\v\Scripts\python.exe",
            False,
            [r"C:\v\Scripts\r2t2-captions-window.exe", r"C:\v\Scripts\pythonw.exe"],
            [r"C:\v\Scripts\r2t2-captions-window.exe"],
        ),
        (
            r"C:\Python\python.exe",
            False,
            [r"C:\Python\Scripts\r2t2-captions-window.exe"],
            [r"C:\Python\Scripts\r2t2-captions-window.exe"],
        ),
        (
            r"C:\Python\python.exe",
            False,
            [r"C:\Python\pythonw.exe"],
            [r"C:\Python\pythonw.exe", "-m", "app"],
        ),
        (r"C:\Python\python.exe", False, [], [r"C:\Python\python.exe", "-m", "app"]),
    ],
)
def test_on_windows_no_console_opens_at_log_in(
    executable: str, frozen: bool, there: list[str], expected: list[str]
) -> None:
    assert windows_command(PureWindowsPath(executable), frozen=frozen, exists=there.__contains__) == expected


def test_start_at_login_can_be_switched_on_and_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "con fig"))
    autostart = Autostart(["/usr/bin/r2t2-captions"], system="linux")
    assert not autostart.enabled
    autostart.set_enabled(True)
    assert autostart.enabled
    assert "--hidden" in autostart.file.read_text(encoding="utf-8")
    autostart.set_enabled(False)
    autostart.set_enabled(False)
    assert not autostart.enabled


@pytest.mark.parametrize(
    ("more", "on"),
    [
        ("", True),
        ("Hidden=false\n", True),
        ("Hidden = true\n", False),
        ("X-GNOME-Autostart-enabled=false\n", False),
        ("[Desktop Action New]\nHidden=true\n", True),
    ],
)
def test_a_desktop_switches_the_start_at_login_off_in_its_file(
    more: str, on: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    autostart = Autostart(["/usr/bin/r2t2-captions"], system="linux")
    autostart.set_enabled(True)
    autostart.file.write_text(desktop_entry(["x"]) + more, encoding="utf-8")
    assert autostart.enabled is on
    autostart.set_enabled(True)
    assert autostart.enabled


@pytest.mark.skipif(sys.platform == "win32", reason="X11 has its sockets elsewhere")
def test_no_display_is_one_sentence() -> None:
    assert "No display" in (display_problem({}, "linux") or "")
    assert ":987654" in (display_problem({"DISPLAY": ":987654"}, "linux") or "")
    assert "nonsense" in (display_problem({"DISPLAY": "nonsense"}, "linux") or "")
    assert display_problem({"QT_QPA_PLATFORM": "offscreen"}, "linux") is None
    assert display_problem({}, "darwin") is None


@pytest.mark.parametrize(
    ("env", "system", "x_answers", "expected"),
    [
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, "linux", True, "xcb"),
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, "linux", False, "wayland"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True, None),
        ({"DISPLAY": ":0"}, "linux", True, None),
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0", "QT_QPA_PLATFORM": "wayland"}, "linux", True, None),
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, "win32", True, None),
    ],
)
def test_xwayland_is_used_where_it_is_there(
    env: dict[str, str], system: str, x_answers: bool, expected: str | None
) -> None:
    assert decide_platform(env, system, lambda display: x_answers) == expected


def test_display_names() -> None:
    assert parse_display(":1.0") == ("", 1)
    assert parse_display("unix:2") == ("", 2)
    assert parse_display("box.local:10.0") == ("box.local", 10)
    assert parse_display("") is None


@pytest.mark.parametrize(
    ("qt", "ours"),
    [("Ctrl+Alt+P", "ctrl+alt+p"), ("Meta+F9", "super+f9"), ("Ctrl+PgUp", "ctrl+page up"), ("Ctrl++", "ctrl++")],
)
def test_shortcuts_are_understood_by_the_hotkeys(qt: str, ours: str) -> None:
    combo = parse_combo(combo_text(qt))
    assert str(combo) == ours


@pytest.mark.parametrize(
    ("setting", "reduces", "smooth"),
    [("on", True, True), ("off", False, False), ("system", True, False), ("system", False, True)],
)
def test_reduced_motion_is_respected(setting: str, reduces: bool, smooth: bool) -> None:
    assert decide_smooth(setting, reduces) is smooth


@pytest.mark.parametrize("dark", [False, True])
def test_every_text_of_the_palette_can_be_read(dark: bool) -> None:
    from app.ui.overlay.theme import contrast, parse_colour

    palette = palette_for(dark)
    roles = palette.ColorRole
    pairs = [
        (roles.WindowText, roles.Window),
        (roles.Text, roles.Base),
        (roles.ButtonText, roles.Button),
        (roles.PlaceholderText, roles.Base),
        (roles.PlaceholderText, roles.Window),
        (roles.HighlightedText, roles.Highlight),
        (roles.Link, roles.Base),
        (roles.ToolTipText, roles.ToolTipBase),
    ]
    for text, under in pairs:
        one, other = parse_colour(palette.color(text).name()), parse_colour(palette.color(under).name())
        assert one is not None
        assert other is not None
        assert contrast(one, other) >= 4.5, (text, under)


@pytest.mark.parametrize(
    ("desktop", "dark_windows", "dark"),
    [("ubuntu:GNOME", False, True), ("KDE", False, False), ("KDE", True, True), ("windows", False, True)],
)
def test_tray_icon_suits_its_panel(desktop: str, dark_windows: bool, dark: bool) -> None:
    assert decide_dark_panel(desktop, dark_windows) is dark


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.0, "0:00"), (187.9, "3:07"), (3600.0, "1:00:00"), (36061.0, "10:01:01")]
)
def test_clock(seconds: float, text: str) -> None:
    assert clock(seconds) == text


def test_every_settings_folder_is_an_instance_of_its_own(tmp_path: Path) -> None:
    assert socket_name(tmp_path / "a") != socket_name(tmp_path / "b")
    assert socket_name(tmp_path / "a") == socket_name(tmp_path / "x" / ".." / "a")
    assert len(socket_name(tmp_path)) < 50


def test_the_models_name_that_is_translated_is_the_starters(starter_bundle: Path) -> None:
    assert open_bundle(starter_bundle).name == STARTER_NAME
    assert model_words("Confucius4-R2T2 (int8)") == "Confucius4-R2T2 (int8)"
