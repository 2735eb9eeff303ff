"""No Qt class may come into being on another thread than Qt's: what is imported there must not define one.

Each question is asked of a fresh interpreter, as an earlier import would hide the answer.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.program.staged_imports import MODELS_PLAIN, MODELS_QT, SERVICES_PLAIN, SERVICES_QT, StagedImports

WINDOWS = (
    "import app.program.application, app.program.captions_application, app.program.diagnostics\n"
    "import app.ui.kit.i18n, app.ui.kit.icons, app.program.coordinator\n"
)

COUNT_CLASSES = """
import importlib, sys
from shiboken6 import Shiboken
def qt_classes(kind=Shiboken.Object):
    return {kind}.union(*(qt_classes(child) for child in type.__subclasses__(kind)))
"""


def run_python(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_count_sees_a_class_that_a_module_defines() -> None:
    code = WINDOWS + COUNT_CLASSES + "old = qt_classes()\nimport app.engine.worker\nprint(len(qt_classes() - old) > 0)"
    assert run_python(code) == "True"


@pytest.mark.parametrize("stage", ["services", "models"])
def test_what_is_imported_on_a_thread_makes_no_qt_class(stage: str) -> None:
    before = () if stage == "services" else (*SERVICES_PLAIN, *SERVICES_QT)
    plain = SERVICES_PLAIN if stage == "services" else MODELS_PLAIN
    code = (
        WINDOWS + COUNT_CLASSES + f"for name in {before!r}: importlib.import_module(name)\n"
        "old = qt_classes()\n"
        f"for name in {plain!r}:\n"
        "    importlib.import_module(name)\n"
        "    new = qt_classes() - old\n"
        "    assert not new, (name, new)\n"
    )
    run_python(code)


@pytest.mark.parametrize("stage", ["services", "models"])
def test_qts_thread_imports_only_what_needs_qt(stage: str) -> None:
    """All else would hold up the windows, and has a thread of its own."""
    before = SERVICES_PLAIN if stage == "services" else (*SERVICES_PLAIN, *SERVICES_QT, *MODELS_PLAIN)
    last = SERVICES_QT if stage == "services" else MODELS_QT
    code = (
        WINDOWS + f"import importlib, sys\nfor name in {before!r}: importlib.import_module(name)\n"
        "old = set(sys.modules)\n"
        f"for name in {last!r}: importlib.import_module(name)\n"
        "new = {name for name in set(sys.modules) - old if name.split('.')[0] in ('app', 'inference', 'onnx_export')}\n"
        "print(*sorted(name for name in new if '.ui' not in name and name.count('.') > 1))\n"
    )
    found = set(run_python(code).split())
    assert found <= {
        "app.engine.worker",
        "app.hotkeys.service",
        "app.program.awake",
        "app.program.served",
        "app.program.sharing",
        *SERVICES_QT,
    }


def test_the_last_module_of_each_stage_brings_nothing_more() -> None:
    """What the program asks for when the stage is done is there."""
    code = (
        WINDOWS + "import importlib, sys\n"
        f"for name in {(*SERVICES_PLAIN, *SERVICES_QT)!r}: importlib.import_module(name)\n"
        "assert {'app.program.windows', 'app.program.services'} <= set(sys.modules)\n"
        f"for name in {(*MODELS_PLAIN, *MODELS_QT)!r}: importlib.import_module(name)\n"
        "assert 'app.ui.models.dialog' in sys.modules\n"
    )
    run_python(code)


def test_qt_modules_are_imported_on_qts_thread_between_turns(tmp_path: Path) -> None:
    for name in ("staged_plain", "staged_first", "staged_second"):
        (tmp_path / f"{name}.py").write_text("import threading\nTHREAD = threading.current_thread().name\n")
    code = f"""
import sys
import time
from pathlib import Path
sys.path.insert(0, {str(tmp_path)!r})
from PySide6.QtCore import QCoreApplication, QTimer
from app.program.staged_imports import StagedImports
app = QCoreApplication([])
turns = []
timer = QTimer(interval=0)
timer.timeout.connect(lambda: turns.append(len([m for m in sys.modules if m.startswith("staged_")])))
timer.start()
imports = StagedImports(["staged_plain"], ["staged_first", "staged_second"])
imports.done.connect(app.quit)
imports.start()
app.exec()
import staged_plain, staged_first, staged_second
print(staged_plain.THREAD, staged_first.THREAD, staged_second.THREAD, 2 in turns)
"""
    assert run_python(code) == "imports MainThread MainThread True"


@pytest.mark.parametrize(
    ("plain", "with_qt"), [(("json", "no_such_module"), ("csv",)), (("json",), ("csv", "no_such_module"))]
)
@pytest.mark.logs("a part of the program cannot be loaded")
def test_what_cannot_be_imported_is_said(qapp: QApplication, plain: tuple[str, ...], with_qt: tuple[str, ...]) -> None:
    """The button that asked for it stayed dead, and nobody was told why."""
    imports = StagedImports(plain, with_qt)
    told: list[str] = []
    imports.failed.connect(told.append)
    imports.done.connect(lambda: told.append("done"))
    imports.start()
    end = time.monotonic() + 20
    while not told and time.monotonic() < end:
        QTest.qWait(10)
    assert len(told) == 1 and "no_such_module" in told[0] and "doctor" in told[0]
