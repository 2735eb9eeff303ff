"""The desktop program's entry: checks that it can run, makes sure that it runs once, and starts it.

`run_gui(argv)` is all that the command line needs of this package.
"""

from __future__ import annotations

import argparse
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from app import __version__
from app.base.autostart import start_command
from app.base.desktop_entry import DesktopEntry, ensure_entry, in_sandbox
from app.base.leaving import ended_by_interrupt, leave_at_once, threads_at_work
from app.base.paths import APP_ID, config_dir, state_dir
from app.hotkeys.backends import session_type
from app.program.display import decide_platform, display_problem

if TYPE_CHECKING:
    from PySide6.QtCore import QLockFile, QSocketNotifier

log = logging.getLogger(__name__)

EXIT_NO_DISPLAY = 3
"""No window can be shown; the reason is on stderr. The command line falls back to the terminal."""

FLAGS = {
    "pause": "pause the captions of the running program",
    "resume": "resume them",
    "toggle": "pause or resume them; for a key of the desktop's own settings",
    "overlay": "unlock the captions overlay and bring it back on screen",
    "quit": "end the running program",
    "dictate": "begin or end dictation in the running program",
    "dictate-press": "the dictation key was pressed",
    "dictate-release": "the dictation key was released",
}


def parse_arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="r2t2-captions", description="Live captions on screen. A second start shows the running program."
    )
    parser.add_argument("--hidden", action="store_true", help="start with the captions only, without the window")
    parser.add_argument(
        "--uninstall-entry", action="store_true", help="remove the desktop entry that the program wrote for itself"
    )
    group = parser.add_mutually_exclusive_group()
    for flag, words in FLAGS.items():
        group.add_argument(f"--{flag}", dest="command", action="store_const", const=flag, help=words)
    return parser.parse_args(list(argv))


def run_gui(argv: Sequence[str] = ()) -> int:
    """Runs the desktop program until it ends; returns the process's exit status.

    Returns `EXIT_NO_DISPLAY`, with one message on stderr, where no window can be shown.
    """
    arguments = parse_arguments(argv)
    if arguments.uninstall_entry:
        entry = DesktopEntry(os.environ)
        print(f"Removed {entry.file}." if entry.remove() else "The program has written no desktop entry.")
        return 0
    if problem := display_problem():
        print(problem, file=sys.stderr)
        return EXIT_NO_DISPLAY
    if platform := decide_platform(os.environ, sys.platform):
        os.environ["QT_QPA_PLATFORM"] = platform
    with ended_by_interrupt():
        from app.program.single_instance import hand_over, instance_lock, socket_name
    name = socket_name(config_dir())
    lock = instance_lock(name)
    if hand_over(name, arguments.command or "show", lock):
        return 0
    if arguments.command:
        lock.unlock()
        print("R2T2 Captions is not running.", file=sys.stderr)
        return 1
    return _run(name, lock, arguments.hidden)


def _run(name: str, lock: QLockFile, hidden: bool) -> int:
    """The program itself; `lock` is held and let go at the end."""
    with ended_by_interrupt():
        from PySide6.QtCore import QSettings, QTimer

        from app.base.settings_file import SettingsFile
        from app.base.telemetry_leftovers import clean_up_after_telemetry
        from app.program.captions_application import CaptionsApplication
        from app.program.coordinator import Program
        from app.program.diagnostics import CrashReport, EventLog, qt_to_logging, report_unhandled, start_logging
        from app.program.garbage import QtThreadCollector
        from app.program.single_instance import SingleInstance
        from app.ui.kit.i18n import Translators
        from app.ui.kit.icons import app_icon, icon_file
        from app.ui.kit.live_settings import LiveSettings
        from app.ui.kit.theme import STYLE

    start_logging(state_dir())
    qt_to_logging()
    crash = CrashReport(state_dir())
    log.info("version %s", __version__)
    if session_type(os.environ, sys.platform) == "wayland" and not in_sandbox(os.environ):
        ensure_entry(start_command(), icon_file("app"))  # before a portal is asked for anything
    CaptionsApplication.setApplicationName("r2t2-captions")
    CaptionsApplication.setApplicationVersion(__version__)
    CaptionsApplication.setDesktopFileName(APP_ID)
    app = CaptionsApplication([sys.argv[0] if sys.argv else "r2t2-captions"])
    app.setStyle(STYLE)
    # Qt's own file dialog keeps the visited folders in "QtProject.conf", otherwise in a folder that all Qt programs share.
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(config_dir()))
    app.setWindowIcon(app_icon())
    app.setQuitOnLastWindowClosed(False)
    collector = QtThreadCollector(app)
    events = EventLog()
    instance = SingleInstance(name)
    file = SettingsFile(config_dir())
    live = LiveSettings(file)
    if file.found_format == 1:
        clean_up_after_telemetry()
        live.save_now()
    program = Program(app, live, Translators(app), events)
    report_unhandled(program.report_unhandled)
    instance.command.connect(program.command)
    program.ending.connect(instance.close)
    wakeup = _quit_on_signals(program.quit)
    QTimer.singleShot(0, lambda: program.start(hidden=hidden, previous_crash=crash.previous))
    status = app.exec()
    collector.stop()
    instance.close()
    crash.close()
    wakeup.close()
    lock.unlock()
    if program.forced or threads_at_work():
        # A thread inside native code (a model is being loaded) cannot be stopped, and the interpreter's end would abort
        # the process under it. Everything has been written and closed: leave at once.
        leave_at_once(status)
    return status


class _Wakeup:
    """What wakes Qt when a signal arrives; must live as long as the event loop."""

    def __init__(self, notifier: QSocketNotifier, *ends: socket.socket) -> None:
        self._notifier = notifier
        self._ends = ends

    def close(self) -> None:
        signal.set_wakeup_fd(-1)
        self._notifier.setEnabled(False)
        for end in self._ends:
            end.close()


def _quit_on_signals(quit_: Callable[[], None]) -> _Wakeup:
    """Ctrl+C and `kill` end the program as its Quit does: the interpreter wakes Qt through a socket."""
    from PySide6.QtCore import QSocketNotifier

    reading, writing = socket.socketpair()
    reading.setblocking(False)
    writing.setblocking(False)
    notifier = QSocketNotifier(reading.fileno(), QSocketNotifier.Type.Read)

    def woken() -> None:
        reading.recv(64)
        quit_()

    notifier.activated.connect(woken)
    signal.set_wakeup_fd(writing.fileno(), warn_on_full_buffer=False)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: None)
    return _Wakeup(notifier, reading, writing)
