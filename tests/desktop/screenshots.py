"""Pictures of every window, taken from the running program on a private screen.

    python -m tests.desktop.screenshots FOLDER [RUN …]

Each picture is one real window (or the overlay over a picture) at 100 % to 200 % scale, on a large or a small screen, in a
colour scheme and a language. Runs are named in `RUNS`, all of which are made if none is given, and in `SETS`. The windows
are the program's own, fed with fixed words instead of a microphone. Each run ends with contact sheets of its pictures.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

from tests.desktop.kit import Desktop, Sound, missing_programs

ROOT = Path(__file__).resolve().parents[2]

ENGLISH = (
    "Good morning, everybody, and welcome back. ",
    "Today we look at how sound becomes text: first the log-mel spectrogram, then the audio tower, "
    "and at the end a decoder that writes one token after the other.",
    "A word that is on the screen stays there, so nobody has to read the same line twice.",
    "Any questions so far?",
)
CHINESE = (
    "大家好，欢迎来到今天的会议。",
    "我们先来看一下上个季度的数据：“增长”了百分之十二，非常不错！接下来请王老师介绍一下新的项目计划，谢谢。",
    "屏幕上的字一旦出现，就不会再改变。",
)
ARABIC = (
    "صباح الخير، مرحبا بكم في اجتماع اليوم.",
    "سنبدأ بمراجعة أرقام الربع الماضي (12%) ثم ننتقل إلى مشروع R2T2 الجديد قبل نهاية اليوم.",
)
MIXED = (
    "So 今天 we talk about 机器学习, and สวัสดีครับ to our guests from Bangkok. ",
    "हिन्दी में भी, עברית גם כן, and a long address: https://example.org/a/very/long/path/without/any/space/at/all/index.html",
    "日本語の字幕も、きれいに折り返されます。「括弧」は行の先頭に残りません。",
)
PARTS = {"english": ENGLISH, "chinese": CHINESE, "arabic": ARABIC, "mixed": MIXED}

Run = tuple[str, str, str, str, str]
"""(name, scale, screen, scheme, language)"""

RUNS: tuple[Run, ...] = (
    ("light-100", "1", "1920x1080x24", "light", "en"),
    ("dark-100", "1", "1920x1080x24", "dark", "en"),
    ("light-200", "2", "3840x2160x24", "light", "en"),
    ("chinese-100", "1", "1920x1080x24", "light", "zh_CN"),
    ("small-100", "1", "1024x600x24", "light", "en"),
    ("small-200", "2", "1920x1080x24", "dark", "zh_TW"),
    ("laptop-150", "1.5", "1920x1080x24", "light", "zh_CN"),
    ("contrast-100", "1", "1366x768x24", "contrast", "en"),
)

SCREENS = ("1024x600", "1366x768", "1920x1080")
SCALES = ("100", "150", "200")
SCHEMES = ("light", "dark", "contrast")
LANGUAGES = ("en", "zh_CN", "zh_TW")
SETS: tuple[Run, ...] = tuple(
    (f"{screen}-{scale}-{scheme}-{language}", str(int(scale) / 100), f"{screen}x24", scheme, language)
    for screen, scale, scheme, language in product(SCREENS, SCALES, SCHEMES, LANGUAGES)
)
"""Every combination, made where it is named."""

PER_SHEET = 12


def make_sheets(folder: Path, name: str) -> None:
    """Contact sheets of a run, `sheet-NAME-1.png` and so on, to be looked at; the captions have one of their own."""
    pictures = sorted(folder.glob(f"{name}-*.png"))
    captions = [path for path in pictures if path.name.startswith(f"{name}-overlay-")]
    others = [path for path in pictures if path not in captions]
    parts = [others[at : at + PER_SHEET] for at in range(0, len(others), PER_SHEET)]
    for number, part in enumerate([*parts, captions], 1):
        tall = "250" if part is captions else "480"
        subprocess.run(
            [
                "montage", "-label", "%t", *map(str, part), "-tile", "3x", "-geometry", f"760x{tall}>+6+6",
                "-background", "#808080", str(folder / f"sheet-{name}-{number}.png"),
            ],
            check=True,
        )  # fmt: skip


def main() -> int:
    if len(sys.argv) < 2:
        print("usage: python -m tests.desktop.screenshots FOLDER [RUN …]", file=sys.stderr)
        return 2
    folder = Path(sys.argv[1]).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    sound = Sound()
    try:
        wanted = sys.argv[2:] or [run[0] for run in RUNS]
        for name, scale, size, scheme, language in (*RUNS, *SETS):
            if name not in wanted:
                continue
            desktop = Desktop(size)
            try:
                if not missing_programs(["xcompmgr"]):
                    desktop.start("xcompmgr")
                home = Path(tempfile.mkdtemp(prefix="r2t2-shots-"))
                child = desktop.start(
                    sys.executable, "-m", "tests.desktop.screenshots_child", str(folder), name, scheme, language,
                    env={
                        **sound.variables, "QT_SCALE_FACTOR": scale, "R2T2_CAPTIONS_HOME": str(home), "PYTHONPATH": str(ROOT),
                        "PATH": os.environ["PATH"],
                    },
                )  # fmt: skip
                status = child.process.wait(180)
                print(child.output(), end="")
                if status:
                    return status
                if not missing_programs(["montage"]):
                    make_sheets(folder, name)
            finally:
                desktop.close()
    finally:
        sound.close()
    for path in sorted(folder.glob("*.png")):
        print(path.name, path.stat().st_size // 1024, "KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
