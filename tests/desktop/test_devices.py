"""Devices of a real sound server: listed, opened, unplugged, plugged in again, changed, gone and back with the server."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from app.capture.device import Devices
from app.capture.devices import find_devices
from app.capture.inputs import open_input
from app.capture.listener import SoundInput
from app.capture.microphone import Microphone, rescan
from app.capture.ports import Block, CaptureError, SourceSpec
from app.capture.watch import DeviceWatcher
from tests.desktop.conftest import need_programs
from tests.desktop.kit import PIPEWIRE_PROGRAMS, SOUND_PROGRAMS, PipeWireSound, Sound, wait_until

pytestmark = pytest.mark.desktop


class Ear:
    """Reads an input as the engine does, and keeps what it heard and what was said.

    Attributes:
        longest_read_s: how long a read kept the engine waiting.
        heard: sound at 16 kHz.
        notices: sentences for the user.
    """

    def __init__(self, spec: SourceSpec) -> None:
        self.heard: list[np.ndarray] = []
        self.notices: list[str] = []
        self.fresh = 0
        self.longest_read_s = 0.0
        self._changes: queue.SimpleQueue[Devices] = queue.SimpleQueue()
        self.watcher = DeviceWatcher(self._changes.put)
        self.watcher.start()
        self.input: SoundInput = open_input(spec, self.notices.append)

    def listen(self, seconds: float = 0.0, until: Callable[[], object] | None = None, timeout_s: float = 60.0) -> None:
        """For some time, or until something is so. Fails when that does not come about."""
        end = time.monotonic() + (timeout_s if until else seconds)
        while time.monotonic() < end:
            while not self._changes.empty():
                self.input.devices_changed(self._changes.get())
            began = time.monotonic()
            heard = self.input.read(0.02)
            self.longest_read_s = max(self.longest_read_s, time.monotonic() - began)
            if heard is not None:
                apart = heard.computer is not None and heard.raw is not None
                self.heard.append(heard.raw + heard.computer if apart else heard.samples)
                self.fresh += heard.fresh
            if until is not None and until():
                return
        assert until is None, (
            f"waited in vain; notices {self.notices}, device {self.input.device!r}, {self.input.problem!r}"
        )

    @property
    def peak(self) -> float:
        """Loudest sample since `forget`."""
        return max((float(np.abs(part).max()) for part in self.heard if len(part)), default=0.0)

    @property
    def seconds(self) -> float:
        return sum(map(len, self.heard)) / 16_000

    def forget(self) -> None:
        self.heard.clear()

    def close(self) -> None:
        self.input.close()
        self.watcher.stop()


@pytest.fixture(params=["PulseAudio", "PipeWire"])
def sound(request: pytest.FixtureRequest) -> Iterator[Sound]:
    """A private sound server, of each kind in turn."""
    kind, programs = {"PulseAudio": (Sound, SOUND_PROGRAMS), "PipeWire": (PipeWireSound, PIPEWIRE_PROGRAMS)}[
        request.param
    ]
    need_programs(programs)
    server = kind()
    yield server
    server.close()


@pytest.fixture
def ear(sound_here: Sound) -> Iterator[Callable[[SourceSpec], Ear]]:
    ears: list[Ear] = []

    def make(spec: SourceSpec) -> Ear:
        ears.append(Ear(spec))
        return ears[-1]

    yield make
    for one in ears:
        one.close()


def test_microphones_and_outputs_are_listed_by_the_sound_server(sound_here: Sound) -> None:
    sound_here.pactl(
        "load-module",
        "module-null-sink",
        "sink_name=zweite",
        'sink_properties=device.description="Lautsprecher-Küche-厨房"',
    )
    found = find_devices()
    assert [device.name for device in found.inputs] == ["virtmic"]
    assert found.default_input == "virtmic"
    assert {device.label for device in found.outputs} == {"Speaker", "Lautsprecher-Küche-厨房"}
    assert found.backend == "server" and found.problem == ""


@pytest.mark.parametrize(
    "spec",
    [
        SourceSpec("microphone"),
        SourceSpec("microphone", input_device="virtmic"),
        SourceSpec("computer"),
        SourceSpec("computer", output_device="speaker"),
        SourceSpec("both"),
    ],
    ids=["default microphone", "chosen microphone", "default output", "chosen output", "both"],
)
def test_what_is_played_is_heard_whole(ear: Callable[[SourceSpec], Ear], sound_here: Sound, spec: SourceSpec) -> None:
    it = ear(spec)
    it.listen(until=lambda: it.input.live)
    it.forget()
    sound_here.play(sound_here.say("one two three four five"))
    it.listen(until=lambda: it.peak > 0.05)
    missing_s = []
    for _ in range(10):  # the sound server itself drops sound on a busy machine, but not all the time
        it.forget()
        started = time.monotonic()
        it.listen(3.0)
        missing_s.append(round(time.monotonic() - started - it.seconds, 2))
        if abs(missing_s[-1]) < 0.5:
            break
    assert abs(missing_s[-1]) < 0.5, f"the sound is not as long as the time: {missing_s}"
    assert it.notices == []


READY = ("Listening to", "silent", "nothing is playing", "Nothing is playing")
"""In what `live` says as soon as it listens; the others where it was ready only after a long silence."""
SLOW = "on this computer (CPU)"
"""In what it says where the recogniser does not keep up, as on a busy machine."""


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("source", ["microphone", "computer", "both"])
def test_ctrl_c_in_a_terminal_ends_captions_without_a_word_about_devices(
    sound_here: Sound, source: str, tmp_path: Path
) -> None:
    """A terminal sends it to every program of the group, also to those that record for us."""
    command = [sys.executable, "-m", "app.cli.main", "live", "--source", source]
    environment = {**os.environ, "R2T2_CAPTIONS_HOME": str(tmp_path)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, process_group=0
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        try:
            while not any(words in (line := process.stderr.readline()) for words in READY):
                assert SLOW in line, line
            sound_here.play(sound_here.say("one two three four five"))
            process.stdout.read(1)  # in the middle of a line, which is still finished
            os.killpg(process.pid, signal.SIGINT)
            said = [line for line in process.stderr.readlines() if not any(words in line for words in (SLOW, *READY))]
            process.wait(30)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert (process.returncode, said) == (0, [])


STUDIO = "aux0,aux1,aux2,aux3,aux4,aux5,aux6,aux7"


@pytest.mark.parametrize("channel_map", ["", STUDIO], ids=["the server's channels", "a studio's channels"])
def test_a_microphone_with_eight_channels_is_heard_on_its_fifth(
    ear: Callable[[SourceSpec], Ear], sound_here: Sound, tmp_path: Path, channel_map: str
) -> None:
    if channel_map and isinstance(sound_here, PipeWireSound):
        pytest.skip("PipeWire names eight channels so by itself")
    inputs = ["channels=8", *([f"channel_map={channel_map}"] if channel_map else [])]
    sound_here.pactl("load-module", "module-null-sink", "sink_name=interface", "rate=96000", *inputs)
    sound_here.add_microphone("eight", "interface", *inputs)
    wave = np.zeros((96_000, 8), np.float32)
    wave[:, 4] = 0.4 * np.sin(np.arange(96_000) * 2 * np.pi * 500 / 96_000)
    import soundfile

    soundfile.write(tmp_path / "eight.wav", wave, 96_000)
    it = ear(SourceSpec("microphone", input_device="eight"))
    it.listen(until=lambda: it.input.live)
    sound_here.play(
        tmp_path / "eight.wav", *([f"--channel-map={channel_map}"] if channel_map else []), sink="interface"
    )
    it.listen(until=lambda: it.peak > 0.3)
    it.listen(0.2)
    assert it.peak == pytest.approx(0.4, abs=0.05)


def test_an_unplugged_microphone_is_told_and_heard_again_when_it_is_back(
    ear: Callable[[SourceSpec], Ear], sound_here: Sound
) -> None:
    it = ear(SourceSpec("microphone"))
    it.listen(until=lambda: it.input.live)
    sound_here.unplug()
    it.listen(until=lambda: it.notices)
    assert "was disconnected" in it.notices[0]
    it.listen(0.6)
    it.forget()
    playing = sound_here.play(sound_here.say("this must not be heard"))
    it.listen(1.0)
    assert it.peak == 0.0, "the server moved the stream to what the computer plays; that is not the microphone"
    playing.process.wait()
    sound_here.plug()
    it.listen(until=lambda: it.input.live)
    assert any("is connected again" in text for text in it.notices)
    it.forget()
    sound_here.play(sound_here.say("hello again"))
    it.listen(until=lambda: it.peak > 0.05)


def test_unplugged_and_put_back_at_once_is_noticed(ear: Callable[[SourceSpec], Ear], sound_here: Sound) -> None:
    it = ear(SourceSpec("microphone"))
    it.listen(until=lambda: it.input.live)
    sound_here.unplug()
    sound_here.plug()
    it.listen(until=lambda: it.fresh == 2)
    it.forget()
    sound_here.play(sound_here.say("hello again"))
    it.listen(until=lambda: it.peak > 0.05)


def test_the_systems_default_microphone_is_followed(ear: Callable[[SourceSpec], Ear], sound_here: Sound) -> None:
    sound_here.add_sink("room")
    sound_here.add_microphone("roommic", "room")
    it = ear(SourceSpec("microphone"))
    it.listen(until=lambda: it.input.live)
    assert it.input.device == "Virtual-microphone"
    sound_here.set_default_source("roommic")
    it.listen(until=lambda: it.input.device == "roommic" and it.input.live)
    assert it.notices == ["Now listening to “roommic”."]
    it.forget()
    sound_here.play(sound_here.say("in the other room"), sink="room")
    it.listen(until=lambda: it.peak > 0.05)


def test_the_systems_default_output_is_followed(ear: Callable[[SourceSpec], Ear], sound_here: Sound) -> None:
    sound_here.add_sink("headphones")
    it = ear(SourceSpec("computer"))
    it.listen(until=lambda: it.input.live)
    sound_here.set_default_sink("headphones")
    it.listen(until=lambda: it.input.device == "headphones" and it.input.live)
    it.forget()
    sound_here.play(sound_here.say("a video"), sink="headphones")
    it.listen(until=lambda: it.peak > 0.05)


def test_a_chosen_microphone_that_is_away_is_replaced_and_taken_when_it_comes(
    ear: Callable[[SourceSpec], Ear], sound_here: Sound
) -> None:
    it = ear(SourceSpec("microphone", input_device="headset"))
    it.listen(until=lambda: it.input.live)
    assert it.notices == ["“headset” is not connected. Listening to “Virtual-microphone” until it is back."]
    sound_here.add_sink("ear")
    module = sound_here.add_microphone("headset", "ear")
    it.listen(until=lambda: it.input.device == "headset" and it.input.live)
    sound_here.remove(module)
    it.listen(until=lambda: it.input.device == "Virtual-microphone" and it.input.live)


KINDS = pytest.mark.parametrize(
    "spec", [SourceSpec("microphone"), SourceSpec("computer"), SourceSpec("both")], ids=lambda spec: spec.kind
)


def hears_again(it: Ear, sound: Sound, capfd: pytest.CaptureFixture[str]) -> None:
    """The server is back: so is the sound, and nothing was printed over and over meanwhile."""
    it.listen(until=lambda: it.input.live and not it.input.problem)
    it.forget()
    sound.play(sound.say("the server is back"))
    it.listen(until=lambda: it.peak > 0.05)
    printed = capfd.readouterr()
    assert len(printed.out + printed.err) < 2_000, printed.err[:2_000]


@KINDS
@pytest.mark.parametrize(
    "goes, comes, said",
    [
        (Sound.stop, Sound.start, "was disconnected"),
        (Sound.kill, Sound.start, "was disconnected"),
        (Sound.freeze, Sound.thaw, "has stopped sending sound"),
    ],
    ids=["ended", "killed", "frozen"],
)
def test_a_sound_server_that_goes_is_waited_for(
    ear: Callable[[SourceSpec], Ear],
    sound_here: Sound,
    capfd: pytest.CaptureFixture[str],
    spec: SourceSpec,
    goes: Callable[[Sound], None],
    comes: Callable[[Sound], None],
    said: str,
) -> None:
    it = ear(spec)
    it.listen(until=lambda: it.input.live)
    goes(sound_here)
    it.listen(until=lambda: it.input.problem)
    assert any(said in text for text in it.notices)
    it.listen(1.0)
    comes(sound_here)
    hears_again(it, sound_here, capfd)
    assert it.longest_read_s < 3.0, "a server that hangs keeps its tools waiting for five seconds, and nobody else"


@KINDS
def test_a_sound_server_that_restarts_is_heard_again(
    ear: Callable[[SourceSpec], Ear], sound_here: Sound, capfd: pytest.CaptureFixture[str], spec: SourceSpec
) -> None:
    it = ear(spec)
    it.listen(until=lambda: it.fresh == 1)
    sound_here.restart(0.0)
    it.listen(until=lambda: it.fresh > 1)
    hears_again(it, sound_here, capfd)


@KINDS
@pytest.mark.parametrize("after_s", [0.0, 0.05])
def test_a_sound_server_that_crashes_while_it_is_opened_is_waited_for(
    ear: Callable[[SourceSpec], Ear],
    sound_here: Sound,
    capfd: pytest.CaptureFixture[str],
    spec: SourceSpec,
    after_s: float,
) -> None:
    it = ear(spec)
    crash = threading.Timer(after_s, sound_here.kill)
    crash.start()
    it.listen(until=lambda: it.input.problem)
    crash.join()
    sound_here.start()
    hears_again(it, sound_here, capfd)


def test_a_new_device_is_listed_within_two_seconds(sound_here: Sound) -> None:
    seen: queue.SimpleQueue[Devices] = queue.SimpleQueue()
    watcher = DeviceWatcher(seen.put)
    watcher.start()
    try:
        time.sleep(0.5)
        sound_here.add_sink("dock")
        sound_here.add_microphone("dockmic", "dock")
        end = time.monotonic() + 2.0
        names: set[str] = set()
        while "dockmic" not in names:
            names = {device.name for device in seen.get(timeout=max(end - time.monotonic(), 0.01)).inputs}
    finally:
        watcher.stop()


def test_streams_that_come_and_go_are_no_news(sound_here: Sound) -> None:
    seen: list[Devices] = []
    watcher = DeviceWatcher(seen.append)
    watcher.start()
    try:
        time.sleep(0.5)
        sound_here.play(sound_here.say("one"), block=True)
        time.sleep(0.5)
        assert seen == []
    finally:
        watcher.stop()


def test_stopping_the_watcher_leaves_no_process(sound_here: Sound) -> None:
    watcher = DeviceWatcher(lambda devices: None)
    watcher.start()
    wait_until(lambda: watcher._process is not None, what="pactl")
    process = watcher._process
    assert process is not None and process.poll() is None
    watcher.stop()
    assert process.wait(30) is not None


def test_no_such_microphone_is_one_sentence(sound_here: Sound) -> None:
    with pytest.raises(CaptureError, match="There is no microphone called “attic”"):
        Microphone("attic", "attic").start()


def test_without_a_sound_server_there_is_a_reason_and_no_traceback(tmp_path: Path) -> None:
    environment = os.environ | {
        "PULSE_SERVER": f"unix:{tmp_path}/none",
        "XDG_RUNTIME_DIR": str(tmp_path),
        "PIPEWIRE_RUNTIME_DIR": str(tmp_path),
    }
    program = "from app.capture.devices import find_devices as f; d = f(); print(d.problem); print(len(d.inputs))"
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert done.returncode == 0
    reason, n_inputs = done.stdout.strip().splitlines()
    assert reason == "The sound server is not responding." or int(n_inputs) > 0


def test_portaudio_hears_a_microphone_whole(sound_here: Sound) -> None:
    """What Windows, macOS and a Linux without a sound server use, here through ALSA's bridge to one."""
    rescan()
    microphone = Microphone("bridge", "pulse")
    microphone.start()
    try:
        sound_here.play(sound_here.say("one two three"))
        heard: list[Block] = []
        wait_until(lambda: (block := microphone.read(0.05)) and (heard.append(block) or block.samples.max() > 0.05))
        assert heard[-1].start_frame == sum(len(block.samples) for block in heard[:-1])
    finally:
        microphone.close()
