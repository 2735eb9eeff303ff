"""The moving picture of the README: captions that grow, then a dictation, made from the running program.

    python -m tests.desktop.moving_picture FILE.webp

The windows are the program's own on a private screen, fed with fixed words instead of a microphone.
"""

from __future__ import annotations

import os
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.base.events import CommittedLine, Status
from app.ui.dictation.pill import Box, PillState
from app.ui.kit.icons import app_icon

SIZE = (960, 540)
RATE = 8
"""Frames a second."""
WORD_FRAMES = 2
HOLD_FRAMES = 12
SPOKEN = (
    "Good morning, everybody, and welcome back. Today we look at how sound becomes text, while it is still being spoken.",
    "A word that is on the screen stays there, so nobody has to read the same line twice.",
)
DICTATED = "Dear Ada, thank you for the notes. I will bring the slides on Thursday. Best wishes, Zoë"


def film(target: Path) -> None:
    """In the process that has the windows: plays both scenes and writes the frames to `target`."""
    from app.program.captions_application import CaptionsApplication
    from tests.desktop.screenshots_child import DEVICES, Backdrop, Shots

    app = CaptionsApplication(sys.argv[:1])
    app.setWindowIcon(app_icon())
    app.setStyle("Fusion")
    app.setQuitOnLastWindowClosed(False)
    shots = Shots(app, target.parent, "moving", "light", "en")
    program, frames = shots.program, list[QImage]()

    def take(count: int = 1) -> None:
        QApplication.processEvents()
        shots.wait(40)
        picture = program.overlay.screen().grabWindow(0).toImage()
        smooth = Qt.TransformationMode.SmoothTransformation
        frames.extend([picture.scaled(*SIZE, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)] * count)

    backdrop = Backdrop()
    backdrop.setWindowFlag(Qt.WindowType.FramelessWindowHint)
    area = program.overlay.screens()[0].work
    backdrop.setGeometry(area.x, area.y, area.width, area.height)
    backdrop.show()
    program.window.source_panel.show_devices(DEVICES)
    program.show_status(Status("listening", 0.3, "cpu", "Starter model (English)", device="Yeti Stereo Microphone"))
    program.overlay.apply(shots.live.value.overlay, False)
    program.window.restore_size(())
    program.window.present()
    take(HOLD_FRAMES // 2)
    for number, sentence in enumerate(SPOKEN):
        for index, word in enumerate(sentence.split(" ")):
            text = word if index == 0 else f" {word}"
            program.transcript.append(CommittedLine(number, text, number * 9.0, number * 9.0 + 0.3, "English"))
            take(WORD_FRAMES)
    take(HOLD_FRAMES)
    assert program.services is not None
    dictation = program.services.dictation
    program.window.hide()
    dictation.show_scratchpad()
    take(HOLD_FRAMES // 2)
    pad = dictation.scratchpad
    corner = pad.mapToGlobal(pad.rect().topLeft())
    dictation.pill.attach(Box(corner.x(), corner.y(), pad.width(), pad.height()), None)
    dictation.pill.show_state(PillState.LISTENING)
    pad.set_recording(True)
    for index, word in enumerate(DICTATED.split(" ")):
        pad.append(word if index == 0 else f" {word}")
        dictation.pill.set_level(-18.0 - 6 * (index % 3))
        take(WORD_FRAMES)
    dictation.pill.show_state(PillState.HIDDEN)
    pad.set_recording(False)
    take(HOLD_FRAMES)
    write(frames, target)
    program.quit()


def write(frames: list[QImage], target: Path) -> None:
    """The frames as an animated WebP that begins anew at its end."""
    with av.open(str(target), "w", format="webp", options={"loop": "0"}) as container:
        stream = container.add_stream("libwebp_anim", rate=RATE, options={"quality": "70", "compression_level": "6"})
        stream.width, stream.height = SIZE
        stream.pix_fmt = "yuv420p"
        for number, image in enumerate(frames):
            rgb = image.convertToFormat(QImage.Format.Format_RGB888)
            pixels = np.frombuffer(rgb.constBits(), np.uint8).reshape(SIZE[1], rgb.bytesPerLine())
            frame = av.VideoFrame.from_ndarray(
                np.ascontiguousarray(pixels[:, : 3 * SIZE[0]]).reshape(SIZE[1], SIZE[0], 3), format="rgb24"
            )
            frame.pts, frame.time_base = number, Fraction(1, RATE)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: python -m tests.desktop.moving_picture FILE.webp", file=sys.stderr)
        return 2
    target = Path(sys.argv[1]).absolute()
    if os.environ.get("R2T2_CAPTIONS_HOME"):
        film(target)
        return 0
    from tests.desktop.kit import Desktop, Sound, missing_programs

    desktop, sound = Desktop("1280x720x24"), Sound()
    try:
        if not missing_programs(["xcompmgr"]):
            desktop.start("xcompmgr")
        home = tempfile.mkdtemp(prefix="r2t2-film-")
        child = desktop.start(
            sys.executable, "-m", "tests.desktop.moving_picture", str(target),
            env={**sound.variables, "R2T2_CAPTIONS_HOME": home, "PATH": os.environ["PATH"]},
        )  # fmt: skip
        status = child.process.wait(300)
        print(child.output(), end="")
        if not status:
            print(target.name, target.stat().st_size // 1024, "KiB")
        return status
    finally:
        sound.close()
        desktop.close()


if __name__ == "__main__":
    sys.exit(main())
