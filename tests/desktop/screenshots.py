"""Pictures of every window, taken from the running program on a private screen.

    python -m tests.desktop.screenshots FOLDER [RUN …]

Each picture is one real window (or the overlay over a picture) at 100 % to 200 % scale, on a large or a small screen,
light or dark, in English or Chinese. A run is named in `RUNS`; all are made if none is given. The windows are the
program's own, fed with fixed words instead of a microphone.
"""

from __future__ import annotations

import os
import sys
import tempfile
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

RUNS = (
    ("light-100", "1", "1920x1080x24", "light", "en"),
    ("dark-100", "1", "1920x1080x24", "dark", "en"),
    ("light-200", "2", "3840x2160x24", "light", "en"),
    ("chinese-100", "1", "1920x1080x24", "light", "zh_CN"),
    ("small-100", "1", "1024x600x24", "light", "en"),
    ("small-200", "2", "1920x1080x24", "dark", "zh_TW"),
    ("laptop-150", "1.5", "1920x1080x24", "light", "zh_CN"),
)
"""(name, scale, screen, scheme, language)"""


def main() -> int:
    if len(sys.argv) < 2:
        print("usage: python -m tests.desktop.screenshots FOLDER [RUN …]", file=sys.stderr)
        return 2
    folder = Path(sys.argv[1]).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    sound = Sound()
    try:
        for name, scale, size, scheme, language in RUNS:
            if sys.argv[2:] and name not in sys.argv[2:]:
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
            finally:
                desktop.close()
    finally:
        sound.close()
    for path in sorted(folder.glob("*.png")):
        print(path.name, path.stat().st_size // 1024, "KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
