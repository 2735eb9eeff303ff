"""Which device is opened, from what the systems say: tables of rules, without any device."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from app.capture import computer, devices, microphone, wasapi, watch
from app.capture import device_fingerprint as system
from app.capture import inputs as open_module
from app.capture.device import Choice, Device, Devices
from app.capture.devices import Lookout, choose_input, choose_output, parse_portaudio, parse_server, without_plugs
from app.capture.inputs import open_input, open_microphone
from app.capture.listener import Heard, Listener, decide_device
from app.capture.microphone import channel_plan, rate_plan
from app.capture.ports import Block, CaptureError, SourceSpec
from app.capture.resample import To16k
from app.capture.watch import concerns_devices


def device(name: str, serial: int = 0) -> Device:
    return Device(name, name.title(), 2, 48_000, name, serial)


def inputs(*names: str, default: str = "") -> Devices:
    return Devices(tuple(map(device, names)), (), default, "", "server")


@pytest.mark.parametrize(
    "there, wanted, expected, missing",
    [
        (inputs("a", "b", default="b"), "", "b", ""),
        (inputs("a", "b", default="b"), "a", "a", ""),
        (inputs("a", "b", default="b"), "gone", "b", "gone"),
        (inputs("a", "b"), "", "a", ""),  # the server's default is a monitor
        (inputs(), "", None, ""),
        (inputs(), "a", None, "a"),
    ],
)
def test_which_microphone_is_opened(there: Devices, wanted: str, expected: str | None, missing: str) -> None:
    choice = choose_input(there, wanted)
    assert (choice.device.name if choice.device else None) == expected
    assert choice.missing == missing


@pytest.mark.parametrize(
    "current, choice, expected",
    [
        (None, Choice(device("a")), "keep"),
        (device("a"), Choice(device("a")), "keep"),
        (device("a"), Choice(device("b")), "switch"),
        (device("a", 1), Choice(device("a", 2)), "switch"),  # pulled out and put back between two looks
        (device("a"), Choice(None), "lose"),
    ],
)
def test_what_happens_to_an_open_device_when_the_devices_change(
    current: Device | None, choice: Choice, expected: str
) -> None:
    assert decide_device(current, choice) == expected


INFO = "Server Name: pulseaudio\nDefault Sink: alsa_output.hdmi\nDefault Source: alsa_input.usb\n"
MONITOR = """Source #4
\tState: IDLE
\tName: alsa_output.hdmi.monitor
\tDescription: Monitor of HDMI
\tSample Specification: s16le 2ch 44100Hz
\tMonitor of Sink: alsa_output.hdmi
\tProperties:
\t\tdevice.description = "Monitor of HDMI"
\t\tdevice.class = "monitor"
"""
MICROPHONE = """
Source #7
\tState: RUNNING
\tName: alsa_input.usb
\tDescription: Jürgens Mikrofon: 麦克风
\tSample Specification: s24le 8ch 96000Hz
\tChannel Map: aux0,aux1,aux2,aux3,aux4,aux5,aux6,aux7
\tMonitor of Sink: n/a
\tProperties:
\t\tdevice.class = "sound"
\tPorts:
\t\tanalog-input: Name: not the device's
"""
SINKS = """Sink #1
\tName: alsa_output.hdmi
\tDescription: HDMI
\tSample Specification: s16le 2ch 44100Hz
\tMonitor Source: alsa_output.hdmi.monitor
"""


def test_the_sound_servers_lists_are_understood() -> None:
    found = parse_server(INFO, MONITOR + MICROPHONE, SINKS)
    channel_map = "aux0,aux1,aux2,aux3,aux4,aux5,aux6,aux7"
    microphone = Device("alsa_input.usb", "Jürgens Mikrofon: 麦克风", 8, 96_000, "alsa_input.usb", 7, channel_map)
    assert found.inputs == (microphone,)
    assert found.outputs == (Device("alsa_output.hdmi", "HDMI", 2, 44_100, "alsa_output.hdmi.monitor", 4),)
    assert (found.default_input, found.default_output) == ("alsa_input.usb", "alsa_output.hdmi")
    assert choose_output(found, "").device == found.outputs[0]


def test_the_monitor_of_an_output_is_never_the_microphone() -> None:
    found = parse_server("Default Source: alsa_output.hdmi.monitor\n", MONITOR, SINKS)
    assert found.inputs == () and found.default_input == ""
    assert choose_input(found, "").device is None


@pytest.mark.parametrize("text", ["", "garbage", "Source #x\n\tName: a\n", "\tName: before any heading\n"])
def test_output_that_makes_no_sense_is_no_device(text: str) -> None:
    assert parse_server(text, text, text) == Devices(backend="server")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
def test_a_german_desktop_does_not_confuse_the_device_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain output is read: it must be asked for in English."""
    tool = tmp_path / "pactl"
    tool.write_text(
        "#!/bin/sh\n"
        'if [ "$LC_ALL" = C ]; then quelle="Source"; vor="Default Source"; else quelle="Quelle"; vor="Standard-Quelle"; fi\n'
        'case "$*" in\n'
        ' info) echo "$vor: mic";;\n'
        ' "list sources") printf "$quelle #1\\n\\tName: mic\\n\\tSample Specification: s16le 1ch 16000Hz\\n";;\n'
        "esac\n",
        encoding="utf-8",
    )
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.setenv("LANGUAGE", "de")
    found = devices.server_devices()
    assert found.default_input == "mic" and found.inputs[0].channels == 1


def test_without_a_sound_server_its_plugs_are_no_devices() -> None:
    found = Devices(
        (Device("pulse [ALSA]", "pulse", 32, 44_100, ""), Device("USB [ALSA]", "USB", 1, 48_000, "")),
        (),
        "pulse [ALSA]",
    )
    left = without_plugs(found)
    assert [d.label for d in left.inputs] == ["USB"] and left.default_input == ""


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_while_a_sound_server_is_away_alsa_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would take the hardware from the server, and hang with it."""
    tool = tmp_path / "pactl"
    tool.write_text("#!/bin/sh\necho Default Source: mic\n", encoding="utf-8")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(devices, "_server_seen", False)
    looked: list[str] = []
    monkeypatch.setattr(devices, "portaudio_devices", lambda: looked.append("ALSA") or Devices(backend="portaudio"))
    assert devices.find_devices().backend == "server" and devices.uses_server()
    tool.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    assert devices.find_devices() == Devices(problem="The sound server is not responding.") and devices.uses_server()
    assert looked == []
    monkeypatch.setattr(devices, "_server_seen", False)
    assert devices.find_devices().backend == "portaudio" and not devices.uses_server()


def test_without_the_servers_tools_its_plugs_are_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(devices, "has_server_tools", lambda: False)
    plug = Device("pulse [ALSA]", "pulse", 32, 44_100, "")
    monkeypatch.setattr(devices, "portaudio_devices", lambda: Devices((plug,), (), plug.name, backend="portaudio"))
    found = devices.find_devices()
    assert found.inputs == () and "pulseaudio-utils" in found.problem


APIS = [{"name": "MME", "default_input_device": 0}, {"name": "Windows WASAPI", "default_input_device": 2}]
LISTED = [
    {"name": "Mic (MME)", "hostapi": 0, "max_input_channels": 2, "default_samplerate": 44100.0},
    {"name": "Speakers", "hostapi": 1, "max_input_channels": 0, "default_samplerate": 48000.0},
    {"name": "Mic", "hostapi": 1, "max_input_channels": 1, "default_samplerate": 48000.0},
]


def test_on_windows_a_microphone_is_listed_once() -> None:
    found = parse_portaudio(LISTED, APIS, 0, "win32")
    assert [d.name for d in found.inputs] == ["Mic [Windows WASAPI]"]
    assert found.default_input == "Mic [Windows WASAPI]"


def test_on_macos_a_virtual_device_is_an_output_that_can_be_captioned() -> None:
    apis = [{"name": "Core Audio"}]
    listed = [
        {"name": "MacBook Microphone", "hostapi": 0, "max_input_channels": 1, "default_samplerate": 48000.0},
        {"name": "BlackHole 2ch", "hostapi": 0, "max_input_channels": 2, "default_samplerate": 48000.0},
    ]
    found = parse_portaudio(listed, apis, 0, "darwin")
    assert [d.label for d in found.outputs] == ["BlackHole 2ch"]
    assert parse_portaudio(listed, apis, 0, "linux").outputs == ()
    assert "BlackHole" in computer.no_output_sentence("darwin")


@pytest.mark.parametrize("most, expected", [(0, (1,)), (1, (1,)), (2, (2, 1)), (8, (8, 2, 1)), (32, (2, 1))])
def test_channel_counts_that_are_tried(most: int, expected: tuple[int, ...]) -> None:
    assert channel_plan(most) == expected


def test_rates_that_are_tried_begin_with_the_devices_own() -> None:
    assert rate_plan(44_100.0) == (44_100, 48_000, 16_000)
    assert rate_plan(96_000.0)[0] == 96_000
    assert rate_plan(0.0)[0] == 48_000


@pytest.mark.parametrize(
    "event, expected",
    [
        ("Event 'new' on source #3", True),
        ("Event 'remove' on sink #1", True),
        ("Event 'change' on server", True),
        ("Event 'change' on server #4294967295", True),
        ("Event 'new' on card #2", True),
        ("Event 'new' on source-output #9", False),
        ("Event 'change' on client #9", False),
        ("", False),
    ],
)
def test_which_events_are_about_devices(event: str, expected: bool) -> None:
    assert concerns_devices(event) is expected


def answer_of(look: Lookout) -> Devices:
    """What it answers in the end."""
    end = time.monotonic() + 60
    while (found := look()) is None:
        assert time.monotonic() < end
        time.sleep(0.001)
    return found


def test_a_sound_server_that_hangs_keeps_no_listener_waiting() -> None:
    answered, asked = threading.Event(), threading.Semaphore(0)
    now = [0.0]

    def find() -> Devices:
        asked.release()
        answered.wait(60)
        return inputs("mic")

    look = Lookout(find, lambda: now[0])
    assert look() is None and asked.acquire(timeout=60)
    assert look() is None
    answered.set()
    assert answer_of(look) == inputs("mic")
    assert look() is None and asked.acquire(timeout=60), "the next question is asked anew"
    assert look._asked is not None and look._asked.result(60)
    now[0] = 60.0
    assert look() is None and asked.acquire(timeout=60), "an old answer is none"


def test_an_error_of_the_search_for_devices_reaches_the_listener() -> None:
    def find() -> Devices:
        raise ImportError("no such library")

    look = Lookout(find)
    with pytest.raises(ImportError):
        answer_of(look)


# The listener with devices of its own --------------------------------------------------------------------------------


class FakeCapture:
    """A device that can be opened or not, and lost."""

    paced = True
    latency_s = 0.0
    ended = False

    def __init__(self, name: str, rate: int = 16_000) -> None:
        self.name, self.rate = name, rate
        self.blocks: list[Block] = []
        self.lost = ""
        self.refuse = ""
        self.closed = False
        self.frames_heard = 0

    def start(self) -> None:
        if self.refuse:
            raise CaptureError(self.refuse)

    def read(self, timeout_s: float) -> Block | None:
        if self.lost:
            raise CaptureError(self.lost)
        if not self.blocks:
            return None
        block = self.blocks.pop(0)
        self.frames_heard += len(block.samples) + block.lost
        return block

    def close(self) -> None:
        self.closed = True


class Desk:
    """Devices that a test plugs in and out, and what the listener says."""

    def __init__(self, *names: str, default: str = "", wanted: str = "") -> None:
        self.now = inputs(*names, default=default or (names[0] if names else ""))
        self.captures: list[FakeCapture] = []
        self.refuse: dict[str, str] = {}
        self.said: list[str] = []
        self.time = 0.0
        self.listener = Listener(
            lambda there: choose_input(there, wanted),
            self._make_capture,
            lambda: self.now,
            self.said.append,
            lambda: self.time,
        )

    def _make_capture(self, choice: Choice, there: Devices) -> FakeCapture:
        assert choice.device is not None
        capture = FakeCapture(choice.device.label)
        capture.refuse = self.refuse.get(choice.device.name, "")
        self.captures.append(capture)
        return capture

    def hear(self, n: int = 1600, lost: int = 0) -> Heard | None:
        self.captures[-1].blocks.append(Block(np.ones(n, np.float32), 16_000, 0, lost))
        return self.listener.read(0.0)

    def change(self, *names: str, default: str = "") -> None:
        self.now = inputs(*names, default=default or (names[0] if names else ""))
        self.listener.devices_changed(self.now)


def test_a_lost_device_is_told_once_and_taken_again_when_it_is_back() -> None:
    desk = Desk("mic")
    desk.listener.read(0.0)
    assert desk.hear() is not None and desk.listener.device == "Mic" and desk.said == []
    desk.change()
    assert desk.captures[-1].closed and desk.listener.device == ""
    assert desk.said[0].startswith("“Mic” was disconnected.")
    for _ in range(20):
        desk.time += 1.0
        desk.listener.read(0.0)
    assert desk.listener.problem == "No microphone is connected."
    assert desk.said[1:] == ["No microphone is connected."], "said once"
    desk.change("mic")
    desk.listener.read(0.0)
    heard = desk.hear()
    assert heard is not None and heard.fresh
    assert desk.said[2:] == ["“Mic” is connected again."]
    assert desk.listener.problem == ""


def test_while_the_chosen_device_is_away_the_default_is_heard_and_the_chosen_one_is_taken_again() -> None:
    desk = Desk("mic", "headset", wanted="headset")
    desk.listener.read(0.0)
    assert desk.hear() and desk.listener.device == "Headset"
    desk.change("mic")
    desk.listener.read(0.0)
    assert desk.hear() and desk.listener.device == "Mic"
    assert desk.said == ["“Headset” is not connected. Listening to “Mic” until it is back."]
    desk.change("mic", "headset")
    desk.listener.read(0.0)
    assert desk.hear() and desk.listener.device == "Headset"
    assert desk.said[1:] == ["“Headset” is connected again."]


def test_the_systems_default_is_followed() -> None:
    desk = Desk("a", "b", default="a")
    desk.listener.read(0.0)
    desk.hear()
    desk.change("a", "b", default="b")
    assert desk.listener.device == "B" and desk.captures[0].closed
    desk.hear()
    assert desk.said == ["Now listening to “B”."]


def test_a_change_that_does_not_concern_the_device_leaves_it_alone() -> None:
    desk = Desk("a")
    desk.listener.read(0.0)
    desk.hear()
    desk.change("a", "b", default="a")
    assert len(desk.captures) == 1 and not desk.captures[0].closed


def test_a_device_that_cannot_be_opened_is_tried_again_ever_more_slowly() -> None:
    desk = Desk("a")
    desk.refuse = {"a": "“A” is used by another program."}
    for _ in range(600):
        desk.listener.read(0.0)
        desk.time += 0.1
    assert desk.said == ["“A” is used by another program."]
    assert 12 <= len(desk.captures) <= 20, "a minute, five seconds apart in the end"
    desk.refuse = {}
    desk.time += 6
    desk.listener.read(0.0)
    assert desk.hear() is not None and desk.listener.problem == ""


def test_a_device_that_dies_while_it_is_read_is_reopened() -> None:
    desk = Desk("a")
    desk.listener.read(0.0)
    assert desk.hear()
    desk.captures[-1].lost = "“A” has stopped sending sound."
    assert desk.listener.read(0.0) is None
    desk.time += 1.0
    desk.listener.read(0.0)
    assert desk.hear() and len(desk.captures) == 2


def test_a_source_that_its_user_suspended_is_told_once_until_it_sounds() -> None:
    """It can be opened each time, and delivers nothing: that is no news, and "is back" would be false."""
    desk = Desk("a")
    desk.listener.read(0.0)
    assert desk.hear()
    for _ in range(5):
        desk.captures[-1].lost = "“A” has stopped sending sound."
        assert desk.listener.read(0.0) is None
        desk.time += 6.0
        desk.listener.read(0.0)
        assert desk.listener.problem == "“A” has stopped sending sound.", "nothing is heard yet"
    assert len(desk.captures) == 6 and len(desk.said) == 1
    assert desk.hear() and desk.listener.problem == ""
    assert desk.said[1:] == ["“A” is connected again."]


def test_when_sound_was_heard_is_told_with_it() -> None:
    """Also behind a filter that holds sound back, and where silence stands for what was lost."""
    desk = Desk("a")
    desk.listener.read(0.0)
    desk.captures[-1].rate = 48_000
    desk.listener._resample = To16k(48_000)
    at = 5.0
    for number in range(10):
        lost = 480 if number == 5 else 0  # 10 ms
        begins_at = 5.0 + number * 0.1 + (0.01 if number >= 5 else 0.0)
        desk.captures[-1].blocks.append(Block(np.ones(4800, np.float32), 48_000, 0, lost, begins_at))
        heard = desk.listener.read(0.0)
        assert heard is not None and heard.heard_at == pytest.approx(at, abs=2e-4)
        at += len(heard.samples) / 16_000


def test_lost_sound_stands_as_silence_of_its_length() -> None:
    desk = Desk("a")
    desk.listener.read(0.0)
    heard = desk.hear(1600, lost=800)
    assert heard is not None and heard.lost_s == 0.05
    assert len(heard.samples) == 2400 and not heard.samples[:800].any()
    assert desk.listener.heard_now() == 2400


def test_positions_go_on_after_a_device_was_reopened() -> None:
    desk = Desk("a")
    desk.listener.read(0.0)
    desk.hear(1600)
    desk.change("b")
    desk.hear(800)
    assert desk.listener.heard_now() == 2400


# What other systems need ---------------------------------------------------------------------------------------------


def test_windows_is_asked_for_its_devices_without_portaudio() -> None:
    calls = []

    class Winmm:
        def waveInGetNumDevs(self) -> int:
            return 2

        def waveOutGetNumDevs(self) -> int:
            return 3

        def waveInMessage(self, *arguments: Any) -> int:
            calls.append(arguments)
            ctypes.cast(arguments[2], ctypes.POINTER(ctypes.c_uint32))[0] = 1
            return 0

        waveOutMessage = waveInMessage  # noqa: N815

    assert system.windows_fingerprint(Winmm()) == (2, 3, 1, 1)
    assert calls[0][1] == 0x2015


def test_macos_is_asked_for_its_devices_without_portaudio() -> None:
    class CoreAudio:
        def AudioObjectGetPropertyDataSize(self, *arguments: Any) -> int:
            ctypes.cast(arguments[4], ctypes.POINTER(ctypes.c_uint32))[0] = 4
            return 0

        def AudioObjectGetPropertyData(self, *arguments: Any) -> int:
            arguments[5][0:4] = b"abcd"
            return 0

    assert system.mac_fingerprint(CoreAudio()) == (b"abcd", b"abcd", b"abcd")


def test_without_a_sound_server_the_kernels_devices_are_looked_at(tmp_path: Path) -> None:
    folder = tmp_path / "snd"
    assert system.alsa_fingerprint(folder) == frozenset()
    folder.mkdir()
    (folder / "pcmC0D0c").touch()
    (folder / "timer").touch()
    one = system.alsa_fingerprint(folder)
    assert [name for name, _ in one] == ["pcmC0D0c"]
    assert system.alsa_fingerprint(folder) == one
    (folder / "pcmC1D0c").touch()
    assert system.alsa_fingerprint(folder) > one
    (folder / "pcmC1D0c").unlink()
    (folder / "held").touch()  # takes the number that has become free
    (folder / "pcmC0D0c").rename(folder / "gone")
    (folder / "pcmC0D0c").touch()
    assert system.alsa_fingerprint(folder) != one, "plugged out and in again"


def test_a_watcher_without_pactl_tells_of_a_device_that_is_plugged_in(monkeypatch: pytest.MonkeyPatch) -> None:
    prints = iter([frozenset(), frozenset(), frozenset({("pcmC1D0c", 7)})])
    last = frozenset({("pcmC1D0c", 7)})
    monkeypatch.setattr(watch, "has_server_tools", lambda: False)
    monkeypatch.setattr(watch, "device_fingerprint", lambda: next(prints, last))
    monkeypatch.setattr(watch, "POLL_S", 0.01)
    looked: list[str] = []
    monkeypatch.setattr(watch, "rescan", lambda: looked.append("portaudio"))
    told: list[Devices] = []
    found = threading.Event()
    devices = Devices(backend="portaudio")
    watcher = watch.DeviceWatcher(lambda new: (told.append(new), found.set()), find=lambda: devices)
    watcher.start()
    assert found.wait(10)
    watcher.stop()
    assert told == [devices] and looked == ["portaudio"]


class FakeLoopback:
    """PyAudioWPatch as far as it is used."""

    paFloat32 = 1  # noqa: N815

    def __init__(self) -> None:
        self.callback: Any = None
        self.active = True

    def PyAudio(self) -> FakeLoopback:
        return self

    def __enter__(self) -> FakeLoopback:
        return self

    def __exit__(self, *error: object) -> None:
        return None

    def get_loopback_device_info_generator(self) -> Any:
        yield {"name": "Speakers [Loopback]", "index": 5, "maxInputChannels": 2, "defaultSampleRate": 48000.0}

    def get_default_wasapi_loopback(self) -> dict[str, str]:
        return {"name": "Speakers [Loopback]"}

    def open(self, **arguments: Any) -> Any:
        assert arguments["input_device_index"] == 5
        self.callback = arguments["stream_callback"]
        return SimpleNamespace(is_active=lambda: self.active, close=lambda: None)

    def terminate(self) -> None:
        self.active = False


def test_windows_loopback_fills_the_times_without_playback_with_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    library = FakeLoopback()
    monkeypatch.setattr(wasapi, "_wasapi", lambda: library)
    outputs, default = wasapi.windows_outputs()
    assert outputs[0].label == "Speakers" and default == outputs[0].name
    now = [0.0]
    capture = computer.open_computer(Choice(outputs[0]), "win32")
    assert isinstance(capture, wasapi.WasapiLoopback)
    capture._clock = lambda: now[0]
    capture.start()

    def play() -> None:
        times = {"current_time": now[0], "input_buffer_adc_time": now[0] - 0.01}
        library.callback(np.full((480, 2), 0.5, "<f4").tobytes(), 480, times, 0)

    now[0] = 0.01
    play()
    block = capture.read(0.0)
    assert block is not None and len(block.samples) == 480 and block.samples[0] == 0.5
    now[0] = 1.2
    silent = capture.read(0.0)
    assert silent is not None and not silent.samples.any()
    assert silent.start_frame == 480 and capture.frames_heard == 48_000, "a second has passed"
    now[0] = 1.3
    play()
    block = capture.read(0.0)
    assert block is not None and block.samples[-1] == 0.5
    assert (block.start_frame + len(block.samples)) / 48_000 == pytest.approx(1.3), "it stands where it was played"
    now[0] = 8 * 3600.0  # the computer slept
    silent = capture.read(0.0)
    assert silent is not None and len(silent.samples) == 48_000
    assert capture.read(0.0) is None
    library.active = False
    with pytest.raises(CaptureError, match="disconnected"):
        capture.read(0.0)
    capture.close()


def test_windows_loopback_without_its_library_says_which_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyaudiowpatch", None)
    with pytest.raises(CaptureError, match="pip install PyAudioWPatch"):
        wasapi.WasapiLoopback("Speakers", "Speakers [Loopback]").start()


def test_no_output_is_one_sentence() -> None:
    with pytest.raises(CaptureError, match="No sound output"):
        computer.open_computer(Choice(None), "linux")


def test_a_file_source_without_a_file_is_one_sentence() -> None:
    with pytest.raises(CaptureError, match="No recording was chosen"):
        open_input(SourceSpec("file"), print)


class BrokenOnce:
    """PortAudio, whose start fails the first time."""

    class PortAudioError(Exception):
        pass

    def __init__(self) -> None:
        self.initialised, self.starts = True, 0

    def _terminate(self) -> None:
        if not self.initialised:
            raise self.PortAudioError("not initialized")
        self.initialised = False

    def _initialize(self) -> None:
        self.starts += 1
        if self.starts == 1:
            raise self.PortAudioError("Unanticipated host error")
        self.initialised = True


def test_a_look_at_the_devices_that_failed_once_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    library = BrokenOnce()
    monkeypatch.setattr(microphone, "portaudio", lambda: library)
    with pytest.raises(CaptureError, match="Unanticipated"):
        microphone.rescan()
    microphone.rescan()
    assert library.initialised


@pytest.mark.parametrize("backend, expected", [("server", "ServerSource"), ("portaudio", "Microphone")])
def test_a_microphone_of_the_sound_server_is_never_opened_through_alsa(
    backend: Any, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ALSA's bridge continues with another device when the default moves, and spins when the server goes."""
    monkeypatch.setattr(open_module, "portaudio_index", lambda name: 0)
    devices = Devices(inputs=(device("usb"),), default_input="usb", backend=backend)
    assert type(open_microphone(choose_input(devices, ""), devices)).__name__ == expected
