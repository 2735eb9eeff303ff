"""Word of devices that appear, vanish or become the default, while the program runs.

On Linux the sound server's own events are followed (`pactl subscribe`). Elsewhere, and without `pactl`, a cheap
fingerprint of the system's device list is polled, because PortAudio looks only once. The watcher has a thread of its
own; the callback runs there.
"""

from __future__ import annotations

import logging
import subprocess
import threading
from collections.abc import Callable

from app.capture.device import Devices
from app.capture.device_fingerprint import device_fingerprint
from app.capture.devices import find_devices, has_server_tools
from app.capture.microphone import rescan
from app.capture.ports import CaptureError
from app.capture.pulse import server_environment

log = logging.getLogger(__name__)

SETTLE_S = 0.15
"""A plugged headset causes a burst of events; the list is read once they are over."""
RETRY_S = 1.0
POLL_S = 2.0


def concerns_devices(event: str) -> bool:
    """Whether a line of `pactl subscribe` is about devices or defaults, not about streams or clients.

    >>> concerns_devices("Event 'new' on source #3")
    True
    >>> concerns_devices("Event 'change' on source-output #12")
    False
    """
    subject = event.rpartition(" on ")[2].split(" ")[0]
    return subject in ("source", "sink", "server", "card")


class DeviceWatcher:
    """Follows the devices. `start` it, `stop` it; `devices` is what there is.

    Attributes:
        devices: the latest list.
    """

    def __init__(self, on_change: Callable[[Devices], None], *, find: Callable[[], Devices] = find_devices) -> None:
        self.devices = Devices()
        self._on_change = on_change
        self._find = find
        self._stopped = threading.Event()
        self._dirty = threading.Event()
        self._process: subprocess.Popen[str] | None = None
        self._thread: threading.Thread | None = None
        self._fingerprint: object = None

    def start(self) -> None:
        """Reads the list (so that `devices` is filled) and begins to follow it."""
        self.devices = self._find()
        self._thread = threading.Thread(target=self._run, name="device watcher", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._dirty.set()
        process = self._process
        if process is not None:
            process.terminate()
        if self._thread is not None:
            self._thread.join(3.0)

    def _run(self) -> None:
        if has_server_tools():
            threading.Thread(target=self._subscribe, name="pactl subscribe", daemon=True).start()
        else:
            self._fingerprint = device_fingerprint()
        while not self._stopped.is_set():
            changed = self._dirty.wait(POLL_S)
            if self._stopped.is_set():
                return
            if changed:
                self._stopped.wait(SETTLE_S)
                self._dirty.clear()
                self._look()
            elif not has_server_tools():
                self._poll()

    def _poll(self) -> None:
        fingerprint = device_fingerprint()
        if fingerprint == self._fingerprint:
            return
        self._fingerprint = fingerprint
        try:
            rescan()
        except CaptureError as error:
            log.info("rescan: %s", error)
        self._look(always=True)

    def _look(self, always: bool = False) -> None:
        devices = self._find()
        if devices != self.devices or always:
            self.devices = devices
            self._on_change(devices)

    def _subscribe(self) -> None:
        """Runs `pactl subscribe` for as long as the watcher lives; a server that went away is waited for."""
        while not self._stopped.is_set():
            try:
                process = subprocess.Popen(
                    ["pactl", "subscribe"],
                    env=server_environment(),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    encoding="utf-8",
                    errors="replace",
                )
            except OSError as error:
                log.warning("pactl subscribe: %s", error)
                return
            self._process = process
            if self._stopped.is_set():
                process.terminate()
            self._dirty.set()  # what happened before the subscription
            assert process.stdout is not None
            for line in process.stdout:
                if concerns_devices(line.strip()):
                    self._dirty.set()
            process.wait()
            process.stdout.close()
            self._dirty.set()
            self._stopped.wait(RETRY_S)
