"""The page for phones under load, in a real Chromium: load time, 10 000 lines, 20 viewers at once, a minute without network.

    python -m tests.bench.phone_page

Writes one JSON line for each measurement to `tests/bench/results/phone_page.jsonl`. Every measurement also checks that the
page has exactly what was said.
"""

from __future__ import annotations

import json
import os
import platform
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from app.base.events import Status
from app.base.settings_file import SettingsFile
from app.program import sharing as sharing_module
from app.program.sharing import MAX_VIEWERS, Sharing
from app.serve.listening import WebServer
from app.transcript.document import Transcript
from app.ui.kit.live_settings import LiveSettings
from app.ui.settings.local_addresses import LocalAddress
from tests.app.program.test_phone_page import TEXTS, Network, Phone, show_through
from tests.app.program.test_sharing import Phone as Reader
from tests.app.program.test_sharing import say

RESULTS = Path(__file__).parent / "results" / "phone_page.jsonl"
LINE = "Line {}: a sentence of the usual length, about as long as people say them without a pause."
N_LINES, N_VIEWERS, OFFLINE_S = 10_000, 20, 60.0
MIB = 1 << 20
COUNT = "document.querySelectorAll('#captions p').length"


def made(earlier: int) -> tuple[Sharing, Transcript]:
    """Sharing on the loopback interface, after `earlier` lines that viewers may see."""
    sharing_module.local_addresses = lambda: [LocalAddress("127.0.0.1", "lo")]
    live = LiveSettings(SettingsFile(Path(tempfile.mkdtemp())))
    live.update("share", port=0, earlier=True)
    transcript = Transcript()
    for number in range(earlier):
        say(transcript, LINE.format(number))
    sharing = Sharing(WebServer(), transcript, live)
    sharing.show_status(Status("listening"))
    sharing.start()
    return sharing, transcript


def seconds(act: Callable[[], object]) -> float:
    begin = time.perf_counter()
    act()
    return round(time.perf_counter() - begin, 3)


def page_mib(phone: Phone) -> float:
    """Memory of the browser's processes that draw pages, shared parts counted once."""
    phone.call("HeapProfiler.collectGarbage")
    drawing = [
        process
        for process in psutil.Process(phone._process.pid).children(recursive=True)
        if "--type=renderer" in process.cmdline()
    ]
    return round(sum(process.memory_full_info().pss for process in drawing) / MIB, 1)


def own_mib() -> float:
    return round(psutil.Process().memory_info().rss / MIB, 1)


def long_session(phone: Phone) -> dict[str, Any]:
    """A session of 10 000 lines is opened, then all of it is fetched."""
    before = own_mib()
    sharing, _transcript = made(N_LINES)

    def load() -> None:
        phone.open(sharing.state.address)
        phone.state("live")
        phone.until(f"Line {N_LINES - 1}:")

    def fetch_all() -> None:
        while not phone.evaluate("document.getElementById('earlier').hidden"):
            have = phone.evaluate(COUNT)
            phone.click("#earlier")
            phone.wait(lambda have=have: phone.evaluate(COUNT) > have, "earlier lines")

    found = {"until_newest_lines_s": seconds(load), "page_newest_mib": page_mib(phone)}
    found |= {"until_all_lines_s": seconds(fetch_all), "page_all_mib": page_mib(phone)}
    assert phone.texts() == [LINE.format(number) for number in range(N_LINES)]
    found |= {"program_mib_more": round(own_mib() - before, 1)}
    sharing.stop()
    return found


def many_viewers(phone: Phone) -> dict[str, Any]:
    """20 browsers' pages, each with connections of its own, and the time from a word's arrival until the last page shows it."""
    sharing, transcript = made(0)
    contexts = [phone._call("Target.createBrowserContext")["browserContextId"] for _ in range(N_VIEWERS)]
    targets = [
        phone._call("Target.createTarget", url=sharing.state.address, browserContextId=context)["targetId"]
        for context in contexts
    ]
    end = time.monotonic() + 120
    while len(sharing.state.viewers) < N_VIEWERS:
        assert time.monotonic() < end, "not all pages came"
        QCoreApplication.processEvents()
        time.sleep(0.01)
    reader = Reader(sharing.state.address)
    reader.next()
    process = psutil.Process()
    cpu = sum(process.cpu_times()[:2])
    begin = time.perf_counter()
    for number in range(200):
        say(transcript, LINE.format(number))
        time.sleep(0.05)
    reader.read_until(199, "pause.")
    spent = time.perf_counter() - begin
    cpu = sum(process.cpu_times()[:2]) - cpu
    sessions = [phone._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"] for target in targets]
    for session in sessions:
        while True:
            answer = phone._call("Runtime.evaluate", session, expression=TEXTS, returnByValue=True)
            texts = answer["result"]["value"]
            if len(texts) == 200 and texts[-1].endswith("pause."):
                break
            assert time.monotonic() < end + 120, "a page did not catch up"
        assert texts == [LINE.format(number) for number in range(200)]
    for context in contexts:
        phone._call("Target.disposeBrowserContext", browserContextId=context)
    reader.close()
    sharing.stop()
    return {"viewers": N_VIEWERS, "changes": 600, "spent_s": round(spent, 2), "server_cpu_share": round(cpu / spent, 3)}


def full_room(_phone: Phone) -> dict[str, Any]:
    """As many readers as are let in, each of which reads everything."""
    sharing, transcript = made(0)
    readers = [Reader(sharing.state.address, name=f"reader{number}") for number in range(MAX_VIEWERS)]
    process, begin = psutil.Process(), time.perf_counter()
    for number in range(100):
        say(transcript, LINE.format(number))
    for reader in readers:
        reader.read_until(99, "pause.")
        assert list(reader.lines.values()) == [LINE.format(number) for number in range(100)]
    spent = round(time.perf_counter() - begin, 2)
    found = {"viewers": len(readers), "lines": 100, "until_all_have_read_s": spent, "open_files": process.num_fds()}
    for reader in readers:
        reader.close()
    sharing.stop()
    return found


def offline(phone: Phone) -> dict[str, Any]:
    """A minute without network while a line comes every 100 ms, then the network is back."""
    sharing, transcript = made(0)
    assert sharing._listener is not None
    network = Network(sharing._listener.port)
    show_through(phone, sharing, network)
    say(transcript, LINE.format(0))
    phone.until("Line 0:")
    network.cut()
    begin, number = time.monotonic(), 1
    while time.monotonic() < begin + OFFLINE_S:
        say(transcript, LINE.format(number))
        number += 1
        time.sleep(0.1)
    network.mend()
    back = seconds(lambda: phone.until(f"Line {number - 1}:"))
    assert phone.texts() == [LINE.format(line) for line in range(number)]
    network.close()
    sharing.stop()
    return {"offline_s": OFFLINE_S, "missed_lines": number - 1, "lost": 0, "doubled": 0, "back_after_s": back}


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication([])
    with Phone() as phone, RESULTS.open("w", encoding="utf-8") as results:
        version = phone._call("Browser.getVersion")["product"]
        for measure in (long_session, many_viewers, full_room, offline):
            line = {
                "measurement": measure.__name__,
                **measure(phone),
                "browser": version,
                "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
                "load": round(os.getloadavg()[0], 1),
            }
            print(json.dumps(line), flush=True)
            results.write(json.dumps(line) + "\n")
    application.quit()


if __name__ == "__main__":
    main()
