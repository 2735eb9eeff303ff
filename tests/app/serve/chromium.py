"""A real Chromium, driven over its DevTools pipe: no port, no extra library."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
TIMEOUT_S = 60.0
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--remote-debugging-pipe",
)


def program() -> str | None:
    """The browser's path, None where there is none."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Chromium:
    """One browser with one page.

    Attributes:
        requests: every address that the page has asked for.
    """

    def __init__(self, width: int = 1280, height: int = 360) -> None:
        self.requests: list[str] = []
        self._folder = tempfile.mkdtemp(prefix="r2t2-chromium-")
        to_browser, self._write = os.pipe()
        self._read, from_browser = os.pipe()
        command = [
            str(program()),
            *FLAGS,
            f"--user-data-dir={self._folder}",
            f"--window-size={width},{height}",
            "about:blank",
        ]
        # the browser reads commands from descriptor 3 and answers on 4
        shell = f'exec "$@" 3<&{to_browser} 4>&{from_browser}'
        self._process = subprocess.Popen(
            ["bash", "-c", shell, "bash", *command],
            pass_fds=(to_browser, from_browser),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self._answers: dict[int, dict[str, Any]] = {}
        self._arrived = threading.Condition()
        self._number = 0
        threading.Thread(target=self._listen, daemon=True).start()
        target = self._page()
        self._session = self._call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def __enter__(self) -> Chromium:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait(TIMEOUT_S)
        os.close(self._write)
        shutil.rmtree(self._folder, ignore_errors=True)

    def open(self, address: str) -> None:
        """Goes to `address` and waits until the page has loaded."""
        self.call("Page.navigate", url=address)
        self.wait(lambda: self.evaluate("document.readyState") == "complete", "the page to load")

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait(self, condition: Callable[[], object], what: str, timeout_s: float = TIMEOUT_S) -> None:
        end = time.monotonic() + timeout_s
        while not condition():
            assert time.monotonic() < end, f"waited in vain for {what}"
            time.sleep(0.02)

    def screenshot(self, path: Path, transparent: bool = False) -> None:
        if transparent:
            self.call("Emulation.setDefaultBackgroundColorOverride", color={"r": 0, "g": 0, "b": 0, "a": 0})
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """One DevTools command to the page."""
        return self._call(method, self._session, **parameters)

    def _page(self) -> dict[str, Any]:
        """The page that it opens by itself, a moment after its start."""
        end = time.monotonic() + TIMEOUT_S
        while True:
            for info in self._call("Target.getTargets")["targetInfos"]:
                if info["type"] == "page":
                    return dict(info)
            assert time.monotonic() < end, "no page was opened"
            time.sleep(0.05)

    def _call(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        self._number += 1
        number = self._number
        message = {"id": number, "method": method, "params": parameters, **({"sessionId": session} if session else {})}
        os.write(self._write, json.dumps(message).encode() + b"\0")
        with self._arrived:
            assert self._arrived.wait_for(lambda: number in self._answers, TIMEOUT_S), f"no answer to {method}"
            answer = self._answers.pop(number)
        assert "error" not in answer, f"{method}: {answer['error']}"
        result: dict[str, Any] = answer["result"]
        return result

    def _listen(self) -> None:
        with os.fdopen(self._read, "rb") as pipe:
            rest = b""
            while part := pipe.read1(1 << 16):
                *messages, rest = (rest + part).split(b"\0")
                for message in map(json.loads, messages):
                    if "id" in message:
                        with self._arrived:
                            self._answers[message["id"]] = message
                            self._arrived.notify_all()
                    elif message["method"] == "Network.requestWillBeSent":
                        self.requests.append(message["params"]["request"]["url"])
