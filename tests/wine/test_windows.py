"""What users do, with Windows' own binaries under Wine: see `docs/windows.md` for what that proves and what not."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from app import __version__
from app.base.settings import HistorySettings
from app.history.store import HistoryStore
from app.ui.kit.relay import post_to_qt
from tests.desktop.app_kit import ROOT, assert_only_grows
from tests.desktop.kit import Desktop, KitError, Sound, wait_until
from tests.wine.kit import HOME, START_S, Notepad, WineApp, WineDesktop, windows_path

pytestmark = pytest.mark.desktop

SENTENCES = "Good morning, everybody. The weather is nice today. We are going to the park. Please bring some water."
RIGHT_CTRL = "105"
"""The key's code: by its name, xdotool would press the left one as well."""
DICTATION = {"replacements": [{"find": "park", "put": "Pärk 公园 😀"}]}

Launch = Callable[..., WineApp]
Picture = Callable[[str], Path]
Measured = Callable[..., None]


def test_the_first_start_welcomes_and_then_captions(
    launch: Launch, desktop: WineDesktop, sound: Sound, picture: Picture, measured: Measured
) -> None:
    began = time.time()
    app = launch(first_run_done=False)
    measured(start_to_window_s=app.first_event("window")["wall_s"] - began)
    measured(start_to_model_s=app.wait_ready(timeout_s=START_S)["wall_s"] - began)
    welcome = desktop.find_window("^Welcome", START_S)
    picture("welcome")
    desktop.xdotool("windowactivate", "--sync", welcome, "key", "Return")
    app.wait_setting("interface", "first_run_done", True)
    hear(app, sound)
    assert app.quit() == 0


def hear(app: WineApp, sound: Sound, text: str = "We are going to the park today.") -> None:
    """Somebody speaks, and a line of captions is finished."""
    before = len(app.events("line_finished"))
    sound.play(sound.say(text), block=True)
    app.wait(lambda: len(app.events("line_finished")) > before, "captions", START_S)


@pytest.mark.parametrize("source", ["microphone", "computer"])
def test_captions_grow_while_somebody_speaks(
    launch: Launch, sound: Sound, picture: Picture, measured: Measured, source: str
) -> None:
    """Through WASAPI's microphone, and through its loopback of what the computer plays."""
    app = launch(settings={"captions": {"source": source}})
    app.wait_ready(timeout_s=START_S)
    began = time.time()
    sound.play(sound.say(SENTENCES, words_per_minute=140), block=True)
    ended = time.time()
    app.wait(lambda: [e for e in app.events("line_finished") if "water" in e["text"].lower()], "the last word", START_S)
    picture(f"captions-{source}")
    said = " ".join(assert_only_grows(app.events()).values()).lower()
    assert sum(word in said for word in ("morning", "weather", "nice", "today", "going", "park", "water")) >= 5, said
    measured(
        **{
            f"{source}_first_text_s": app.events("text")[0]["wall_s"] - began,
            f"{source}_end_to_final_s": app.events("line_finished")[-1]["wall_s"] - ended,
            f"{source}_most_lag_s": max(event["lag_s"] for event in app.events("status")),
        }
    )
    assert app.quit() == 0


def stored(folder: Path) -> list[str]:
    """The lines in the history."""
    with HistoryStore.open(folder, HistorySettings(), post_to_qt()) as store:
        return [line.shown.strip() for session in store.sessions() for line in store.lines(session.id)]


@pytest.mark.parametrize("way", ["hold", "toggle"])
def test_what_is_dictated_stands_in_notepad_letter_for_letter(
    launch: Launch, desktop: Desktop, sound: Sound, notepad: Notepad, picture: Picture, measured: Measured, way: str
) -> None:
    app = launch(settings={"dictation": DICTATION})
    app.wait_ready(timeout_s=START_S)
    notepad.focus()
    desktop.xdotool(*(("keydown", RIGHT_CTRL) if way == "hold" else ("key", "ctrl+alt+d")))
    time.sleep(1.0)
    player = sound.play(sound.say("We are going to the park today."))
    player.process.wait(60)
    released = time.time()
    desktop.xdotool(*(("keyup", RIGHT_CTRL) if way == "hold" else ("key", "ctrl+alt+d")))
    try:
        wait_until(lambda: notepad.text.rstrip().endswith("today."), START_S, "the end of the sentence")
    except KitError as error:
        raise KitError(f"{error}; in Notepad: {notepad.text!r}") from error
    picture(f"dictation-{way}")
    last = notepad.changes[-1]
    measured(**{f"{way}_release_to_last_character_s": last["wall_s"] - released})
    assert "Pärk 公园 😀" in notepad.text
    texts = [change["text"] for change in notepad.changes]
    assert all(after.startswith(before) for before, after in pairwise(texts)), texts
    assert app.quit() == 0
    assert notepad.text.strip() in stored(app.home / "data")


def test_ctrl_alt_p_pauses_captions_from_another_window(
    launch: Launch, desktop: Desktop, sound: Sound, notepad: Notepad
) -> None:
    app = launch()
    app.wait_ready(timeout_s=START_S)
    notepad.focus()
    mark = len(app.events())
    desktop.xdotool("key", "ctrl+alt+p")
    app.wait_state("paused", after=mark, timeout_s=START_S)
    mark = len(app.events())
    desktop.xdotool("key", "ctrl+alt+p")
    app.wait_state("listening", after=mark, timeout_s=START_S)
    hear(app, sound)
    assert notepad.text == "", "the shortcut's letter reached Notepad"
    assert app.quit() == 0


@pytest.mark.parametrize(("keys", "title"), [("ctrl+comma", "Settings"), ("ctrl+h", "History"), ("ctrl+d", "Models")])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_window_opens_by_key_and_closes_with_escape(
    launch: Launch, desktop: Desktop, picture: Picture, keys: str, title: str, theme: str
) -> None:
    app = launch(settings={"interface": {"colour_scheme": theme}})
    app.wait_ready(timeout_s=START_S)
    desktop.xdotool("windowactivate", "--sync", app.window_id(), "key", keys)
    window = desktop.find_window(f"^{title}", START_S)
    desktop.xdotool("windowactivate", "--sync", window)
    time.sleep(1.0)  # it is painted
    picture(f"{title.lower()}-{theme}")
    desktop.xdotool("key", "Escape")
    wait_until(
        lambda: window not in desktop.windows(),
        START_S,
        "it to close",
    )
    assert app.quit() == 0


def test_settings_are_kept_and_a_second_start_shows_the_first(
    launch: Launch, desktop: Desktop, measured: Measured
) -> None:
    app = launch()
    app.wait_ready(timeout_s=START_S)
    desktop.xdotool("windowactivate", "--sync", app.window_id(), "key", "ctrl+comma")
    desktop.xdotool("windowactivate", "--sync", desktop.find_window("^Settings", START_S))
    app.tab_to("Colours")
    desktop.xdotool("key", "Down")
    app.wait_setting("overlay", "theme", "yellow_on_black")
    desktop.xdotool("key", "Return")
    began = time.time()
    assert app.again().process.wait(START_S) == 0
    measured(second_start_s=time.time() - began)
    mark = len(app.events())
    assert app.again("--pause").process.wait(START_S) == 0
    app.wait_state("paused", after=mark)
    assert app.quit() == 0
    mark = len(app.events())
    app = launch()
    app.wait_ready(after=mark, timeout_s=START_S)
    assert app.settings()["overlay"]["theme"] == "yellow_on_black"
    desktop.xdotool("windowactivate", "--sync", app.window_id(), "key", "ctrl+q")
    assert app.started.process.wait(START_S) == 0


def test_the_installed_wheel_starts_at_log_in_without_a_console(
    desktop: WineDesktop, sound: Sound, tmp_path: Path, picture: Picture
) -> None:
    """`pip install` of the wheel, its two programs, and the command in the Run key as a log-in starts it."""
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, timeout=300)
    (wheel,) = tmp_path.glob("*.whl")
    pip = ("-m", "pip", "--disable-pip-version-check")

    def finished(*command: str) -> str:
        program = desktop.start(*command, env={"R2T2_CAPTIONS_HOME": str(tmp_path)})
        assert program.process.wait(2 * START_S) == 0, program.output()
        return program.output()

    finished(sys.executable, *pip, "install", "--no-deps", "--no-index", "--force-reinstall", str(wheel))
    scripts = HOME / "win" / "Scripts"
    enable = "from app.base.autostart import Autostart as A; a = A(); a.set_enabled({}); print(a._run_value())"
    try:
        assert __version__ in finished(windows_path(scripts / "r2t2-captions.exe"), "--version")
        line = finished(sys.executable, "-I", "-c", enable.format(True)).strip()
        assert line == windows_path(scripts / "r2t2-captions-window.exe") + " --hidden"
        events = tmp_path / "events.jsonl"
        settings = tmp_path / "config" / "settings.json"
        settings.parent.mkdir(exist_ok=True)
        settings.write_text('{"interface": {"first_run_done": true}}', encoding="utf-8")
        own = {"R2T2_CAPTIONS_HOME": str(tmp_path), "R2T2_CAPTIONS_EVENTS": str(events), **sound.variables}
        program = desktop.start(*line.split(), env=own)
        wait_until(lambda: events.exists() and '"listening"' in events.read_text(encoding="utf-8"), START_S, "captions")
        picture("log-in")
        titles = [desktop.xdotool("getwindowname", window) for window in desktop.windows(".")]
        assert "R2T2 Captions" not in titles, titles
        assert [title for title in titles if title.startswith("Captions overlay")], titles
        assert not [title for title in titles if "python" in title.lower() or ".exe" in title.lower()], titles
        finished(windows_path(scripts / "r2t2-captions.exe"), "--quit")
        assert program.process.wait(START_S) == 0
        assert finished(sys.executable, "-I", "-c", enable.format(False)).strip() == "None"
    finally:
        finished(sys.executable, *pip, "uninstall", "-y", "r2t2-captions")


@pytest.mark.parametrize("arguments", [("doctor",), ("transcribe", "resources/sample.wav")], ids=lambda given: given[0])
def test_commands_work_on_a_windows_without_the_visual_c_runtime(
    desktop: WineDesktop, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    """As on a fresh Windows: Wine's own copy is refused, so ONNX Runtime needs the one in PySide6's package."""
    without = {"WINEDLLOVERRIDES": "msvcp140,msvcp140_1=n", "R2T2_CAPTIONS_HOME": str(tmp_path)}
    program = desktop.start(sys.executable, "-m", "app", *arguments, env=without)
    assert program.process.wait(START_S) == 0, program.output()
