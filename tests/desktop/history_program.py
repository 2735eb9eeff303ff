"""The history window alone, over a store in a folder: what desktop tests and screenshots drive.

    python -m tests.desktop.history_program FOLDER [--scheme light|dark] [--fill] [--session N] [--search TEXT]

Writes one line of JSON about what is shown whenever that changes.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.base.events import CommittedLine, FinalLine
from app.base.settings import HistorySettings
from app.history.store import HistoryStore
from app.ui.history.window import HistoryWindow
from app.ui.kit.relay import post_to_qt
from app.ui.kit.theme import apply_scheme

TALKS = {
    ("", "microphone", "English"): [
        "Good morning, everybody, and welcome to the second lecture of the course.",
        "Today we will look at how the octopus, which has no bones at all, manages to squeeze itself through openings "
        "that are not much larger than its own eye.",
        "An octopus has three hearts. Two of them pump blood through the gills, the third through the rest of the body.",
        "Does anybody know why their blood is blue?",
        "Because it carries copper instead of iron, exactly.",
    ],
    ("周会记录", "computer", "Chinese"): [
        "大家好，欢迎来到今天的会议。",
        "我们先看一下上个季度的销售数据，然后再讨论下一步的计划。",
        "海洋馆的章鱼展览下周一开放，octopus 这个词不用翻译。",
    ],
    ("محاضرة الأحياء", "microphone", "Arabic"): [
        "صباح الخير جميعاً، وأهلاً بكم في المحاضرة الثانية.",
        "للأخطبوط (octopus) ثلاثة قلوب ودم أزرق.",
    ],
    ("Interview with Ms Tanaka", "both", "Japanese"): [
        "これは、テストです。「はい」と答えてください。",
        "ちょっと待ってください、コンピューターが起動しています。",
        "The octopus is, by the way, my favourite animal: タコ。",
    ],
}


def fill(store: HistoryStore) -> None:
    utterance = 0
    for (title, source, language), lines in TALKS.items():
        store.begin_session(source=source, language=language)
        now = 2.0
        for text in lines:
            utterance += 1
            seconds = max(1.5, len(text) / 14)
            store.add_committed(CommittedLine(utterance, text[:-1], now, now + seconds * 0.9, language))
            store.add_final(FinalLine(utterance, text, text, text[-1], False, now, now + seconds, language))
            now += seconds + 61.0
        store.end_session()
        store.flush()
        if title:
            store.rename(store.sessions()[0].id, title)
    store.flush()


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scheme", default="light")
    parser.add_argument("--fill", action="store_true")
    parser.add_argument("--search", default="")
    parser.add_argument("--session", type=int, default=0)
    arguments = parser.parse_args()
    application = QApplication(sys.argv[:1])
    application.setQuitOnLastWindowClosed(False)
    apply_scheme(application, arguments.scheme)
    store = HistoryStore.open(arguments.folder, HistorySettings(), post_to_qt())
    if arguments.fill:
        fill(store)
    window = HistoryWindow(store, HistorySettings(export_folder=str(arguments.folder)))
    window.show()
    if arguments.session:
        window.open_session(arguments.session)
    window.parts.search.setText(arguments.search)
    told = ""

    def tell() -> None:
        nonlocal told
        parts = window.parts
        focus = QApplication.focusWidget()
        state = json.dumps(
            {
                "rows": [entry.head for entry in window.list.entries],
                "count": parts.count.text(),
                "title": parts.title.text(),
                "text": parts.view.toPlainText(),
                "matches": parts.matches.text() if parts.match_row.isVisible() else "",
                "marks": len(parts.view.extraSelections()),
                "undo": parts.undo_bar.isVisible(),
                "focus": focus.accessibleName() if focus else "",
                "clipboard": QApplication.clipboard().text(),
                "dialog": [widget.windowTitle() for widget in QApplication.topLevelWidgets() if widget.isModal()],
                "active": active.windowTitle() if (active := QApplication.activeWindow()) else "",
                "visible": window.isVisible(),
            }
        )
        if state != told:
            told = state
            print(state, flush=True)

    timer = QTimer(interval=50)
    timer.timeout.connect(tell)
    timer.start()
    result = application.exec()
    store.close()
    return result


if __name__ == "__main__":
    sys.exit(main())
