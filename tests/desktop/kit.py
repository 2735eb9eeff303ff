"""A real desktop and a real microphone for tests: a private X server with a window manager, a private PulseAudio.

Nothing here touches the desktop or the sound server of the user who runs the tests: the X server takes a display
number that is free, the sound server lives in its own runtime folder, and every process that was started is ended by
its own id. On Linux the children also die with the test process, so that an aborted run leaves nothing behind.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

START_TIMEOUT_S = 60.0
STOP_TIMEOUT_S = 10.0
DESKTOP_PROGRAMS = ("Xvfb", "openbox", "xdotool", "xprop", "import")
SOUND_PROGRAMS = ("pulseaudio", "pactl", "paplay", "espeak-ng")
PIPEWIRE_PROGRAMS = ("pipewire", "wireplumber", "dbus-daemon", "pactl", "paplay", "espeak-ng")


class KitError(Exception):
    """A part of the virtual desktop did not start or a tool failed; the message carries its output."""


def missing_programs(names: Sequence[str]) -> list[str]:
    """Those of `names` that are not on the search path."""
    return [name for name in names if shutil.which(name) is None]


def wait_until(
    condition: Callable[[], object], timeout_s: float = START_TIMEOUT_S, what: str = "the condition"
) -> object:
    """Polls `condition` until it is true and returns its value. Raises KitError, with `what`, when time is up."""
    end = time.monotonic() + timeout_s
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise KitError(f"waited {timeout_s:.0f} s in vain for {what}")
        time.sleep(0.02)


def _leashed(command: Sequence[str]) -> list[str]:
    """`command`, to be ended when the thread that starts it ends: a killed test run must not leave servers behind."""
    return ["setpriv", "--pdeathsig", "TERM", "--", *command] if shutil.which("setpriv") else list(command)


class Started:
    """A process that this test started; its output goes to a file so that a full pipe can never stop it.

    Attributes:
        process: the running process.
        log: file with everything it wrote to stdout and stderr.
    """

    def __init__(
        self,
        command: Sequence[str],
        env: Mapping[str, str],
        log: Path,
        *,
        pass_fds: Sequence[int] = (),
        cwd: Path | None = None,
        leash: bool = True,
    ) -> None:
        self.log = log
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                _leashed(command) if leash else list(command),
                env=dict(env),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                pass_fds=tuple(pass_fds),
                cwd=cwd,
            )

    @property
    def running(self) -> bool:
        return self.process.poll() is None

    def output(self) -> str:
        """All it has written so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def stop(self, timeout_s: float = STOP_TIMEOUT_S) -> int:
        """Ends it (politely, then hard) and returns its exit status."""
        if self.running:
            self.process.terminate()
            try:
                self.process.wait(timeout_s)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.wait()


class Screen(ABC):
    """A private desktop on which programs appear; all of them end with it.

    Attributes:
        env: environment for programs that shall appear on it; no other desktop and no session bus can be reached.
        folder: its own; short, since sockets lie in it.
    """

    env: dict[str, str]

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="r2t2-desk-", dir="/tmp"))
        self._processes: list[Started] = []
        self._started = 0
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    @abstractmethod
    def _open(self) -> None:
        """Starts the servers and sets `env`. Raises KitError."""

    def start(self, *command: str, env: Mapping[str, str] | None = None) -> Started:
        """Starts a program on this desktop; it is ended with the desktop at the latest."""
        self._started += 1
        log = self.folder / f"program-{self._started}.log"
        started = Started(command, {**self.env, **(env or {})}, log)
        self._processes.append(started)
        return started

    @contextmanager
    def guests(self) -> Iterator[None]:
        """Ends what is started inside it: a program that a failed test has left would hold keys and cover windows."""
        before = len(self._processes)
        try:
            yield
        finally:
            while len(self._processes) > before:
                self._processes.pop().stop()

    def close(self) -> None:
        for process in reversed(self._processes):
            process.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Desktop(Screen):
    """A private X server with openbox.

    Attributes:
        display: its name, ":7".
    """

    def __init__(self, size: str = "1920x1080x24") -> None:
        self._size = size
        super().__init__()

    def _open(self) -> None:
        read_end, write_end = os.pipe()
        try:
            server = Started(
                [
                    "Xvfb",
                    "-displayfd",
                    str(write_end),
                    "-screen",
                    "0",
                    self._size,
                    "-nolisten",
                    "tcp",
                    "-noreset",
                    "-ac",
                    "+extension",
                    "RANDR",
                ],
                os.environ,
                self.folder / "xvfb.log",
                pass_fds=(write_end,),
            )
            self._processes.append(server)
            os.close(write_end)
            write_end = -1
            with os.fdopen(read_end, "r", encoding="ascii") as numbers:
                read_end = -1
                number = numbers.readline().strip()
        finally:
            for end in (read_end, write_end):
                if end >= 0:
                    os.close(end)
        if not number:
            raise KitError(f"Xvfb did not start: {server.output()}")
        self.display = f":{number}"
        config = self.folder / "config"
        config.mkdir()
        env = {
            key: value
            for key, value in os.environ.items()
            if key not in ("WAYLAND_DISPLAY", "XAUTHORITY", "DESKTOP_SESSION")
        }
        env |= {
            "DISPLAY": self.display,
            "QT_QPA_PLATFORM": "xcb",
            "XDG_SESSION_TYPE": "x11",
            "XDG_CURRENT_DESKTOP": "openbox",
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
            "LC_ALL": "C.UTF-8",
            "PYTHONUNBUFFERED": "1",
        }
        self.env = env
        manager = Started(
            ["openbox", "--sm-disable"], {**env, "XDG_CONFIG_HOME": str(config)}, self.folder / "openbox.log"
        )
        self._processes.append(manager)
        wait_until(
            lambda: "window id" in self._output(["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"]),
            what=f"openbox ({manager.output()})",
        )

    def _output(self, command: Sequence[str]) -> str:
        return subprocess.run(
            list(command), env=self.env, capture_output=True, text=True, check=False, timeout=30
        ).stdout

    def run(self, *command: str) -> str:
        """Output of a tool run on this desktop. Raises KitError with what it wrote if it fails."""
        done = subprocess.run(command, env=self.env, capture_output=True, text=True, check=False, timeout=60)
        if done.returncode:
            raise KitError(f"{' '.join(command)} failed ({done.returncode}): {done.stdout}{done.stderr}")
        return done.stdout.strip()

    def xdotool(self, *args: object) -> str:
        """`xdotool` with these arguments; returns what it printed."""
        return self.run("xdotool", *map(str, args))

    def find_window(self, title: str, timeout_s: float = START_TIMEOUT_S) -> str:
        """Id of the newest visible window whose title matches the regular expression `title`."""
        ids = wait_until(lambda: self.windows(title), timeout_s, f"a window named {title!r}")
        assert isinstance(ids, list)
        return str(ids[-1])

    def windows(self, title: str = "") -> list[str]:
        """Ids of all visible windows whose title matches `title`. A window may close during the search: it is repeated."""
        while True:
            try:
                return self.xdotool("search", "--onlyvisible", "--name", title).split()
            except KitError as error:
                if "X Error" not in str(error):  # none has such a title
                    return []

    def screenshot(self, path: Path) -> Path:
        """The whole screen as a PNG."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.run("import", "-window", "root", str(path))
        return path


class Sound:
    """A private PulseAudio: a null sink `speaker` and a microphone `virtmic` that hears what is played on it.

    Attributes:
        env: environment for programs that shall use it.
        server: the PulseAudio process.
    """

    SINK = "speaker"
    SOURCE = "virtmic"

    def __init__(self) -> None:
        # A short path: the name of a Unix socket may have 108 bytes at most.
        self.folder = Path(tempfile.mkdtemp(prefix="r2t2-snd-", dir="/tmp"))
        self.folder.chmod(0o700)
        self._players: list[Started] = []
        self._spoken: dict[tuple[str, str, int], Path] = {}
        self._module: str | None = None
        self.variables = {
            "XDG_RUNTIME_DIR": str(self.folder),
            "PIPEWIRE_RUNTIME_DIR": str(self.folder),
            "PULSE_RUNTIME_PATH": str(self.folder / "pulse"),
            "PULSE_SERVER": f"unix:{self.folder}/native",
            "PULSE_COOKIE": str(self.folder / "cookie"),
        }
        self.env: dict[str, str] = {
            key: value for key, value in os.environ.items() if not key.startswith("PULSE_")
        } | self.variables
        self.server: Started | None = None
        self._listener: Started | None = None
        try:
            self.start()
        except BaseException:
            self.close()
            raise

    def start(self) -> None:
        """Starts the server and plugs the microphone in."""
        (self.folder / "native").unlink(missing_ok=True)
        self.server = self._start_server()
        wait_until(self._has_sink, what="the sound server")
        # A null sink that nobody hears sleeps for two seconds at a time; a listener with short buffers keeps it as
        # prompt as a sound card.
        listen = ["parec", f"--device={self.SINK}.monitor", "--latency-msec=20", "/dev/null"]
        self._listener = Started(listen, self.env, self.folder / "listener.log")
        wait_until(self.listeners, what="the listener")
        self.plug()

    def _start_server(self) -> Started:
        """The process that programs speak to."""
        return self._start_part(
            "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1",
            "-L", f"module-native-protocol-unix auth-anonymous=1 socket={self.folder}/native",
            "-L", f"module-null-sink sink_name={self.SINK} sink_properties=device.description=Speaker",
        )  # fmt: skip

    def _start_part(self, *command: str, **variables: str) -> Started:
        """A server's process with a home of its own, on no screen and (by default) no bus."""
        own = {
            **self.env,
            "HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "XDG_STATE_HOME": str(self.folder / "state"),
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        } | variables
        own.pop("PULSE_SERVER")
        own.pop("DISPLAY", None)
        return Started(command, own, self.folder / f"{command[0]}.log")

    def _has_sink(self) -> bool:
        assert self.server is not None
        if not self.server.running:
            raise KitError(f"the sound server ended: {self.server.output()}")
        return self.SINK in self._pactl("list", "short", "sinks", check=False)

    def _pactl(self, *args: str, check: bool = True) -> str:
        done = subprocess.run(["pactl", *args], env=self.env, capture_output=True, text=True, check=False, timeout=60)
        if check and done.returncode:
            raise KitError(f"pactl {' '.join(args)} failed: {done.stderr}")
        return done.stdout.strip()

    def pactl(self, *args: str) -> str:
        """`pactl` against this server; returns what it printed. Raises KitError if it fails."""
        return self._pactl(*args)

    def listeners(self) -> int:
        """How many streams record at the moment, the kit's own included."""
        return len(self._pactl("list", "short", "source-outputs").splitlines())

    def players(self) -> int:
        """How many streams play at the moment."""
        return len(self._pactl("list", "short", "sink-inputs").splitlines())

    def plug(self) -> None:
        """Plugs the microphone in and makes it the default, as a desktop does with a new headset."""
        self._module = self._pactl(
            "load-module", "module-remap-source", f"master={self.SINK}.monitor", f"source_name={self.SOURCE}",
            "source_properties=device.description=Virtual-microphone",
        )  # fmt: skip
        self._make_default("source", self.SOURCE)

    def unplug(self) -> None:
        """Takes the microphone away."""
        if self._module is not None:
            self._pactl("unload-module", self._module)
            self._module = None

    def add_sink(self, name: str) -> str:
        """Another output (its monitor is a source too). Returns the module's number for `remove`."""
        return self._pactl(
            "load-module", "module-null-sink", f"sink_name={name}", f"sink_properties=device.description={name}"
        )

    def add_microphone(self, name: str, sink: str, *arguments: str) -> str:
        """Another microphone, which hears what is played on `sink`. Returns the module's number for `remove`."""
        return self._pactl(
            "load-module",
            "module-remap-source",
            f"master={sink}.monitor",
            f"source_name={name}",
            f"source_properties=device.description={name}",
            *arguments,
        )

    def remove(self, module: str) -> None:
        self._pactl("unload-module", module)

    def set_default_source(self, name: str) -> None:
        self._make_default("source", name)

    def set_default_sink(self, name: str) -> None:
        self._make_default("sink", name)

    def _make_default(self, kind: str, name: str) -> None:
        """PipeWire's session manager takes its time: at first it answers "Not supported", then it obeys a moment later."""

        def made() -> bool:
            try:
                self._pactl(f"set-default-{kind}", name)
            except KitError:
                return False
            return self._pactl(f"get-default-{kind}") == name

        wait_until(made, what=f"{name} as the default {kind}")

    def say(self, text: str, *, voice: str = "en-us", words_per_minute: int = 150) -> Path:
        """A WAV file in which `text` is spoken (22.05 kHz mono)."""
        key = (text, voice, words_per_minute)
        if key not in self._spoken:
            path = self.folder / f"said-{len(self._spoken)}.wav"
            subprocess.run(
                ["espeak-ng", "-v", voice, "-s", str(words_per_minute), "-w", str(path), text], check=True, timeout=60
            )
            self._spoken[key] = path
        return self._spoken[key]

    def play(self, wav: Path, *options: str, block: bool = False, sink: str = SINK) -> Started:
        """Plays a file into an output (`options` are paplay's); with `block` returns when it has been played."""
        player = Started(
            ["paplay", f"--device={sink}", *options, str(wav)], self.env, self.folder / f"play-{len(self._players)}.log"
        )
        self._players.append(player)
        if block and (status := player.process.wait(600)):
            raise KitError(f"paplay failed ({status}): {player.output()}")
        return player

    def stop(self) -> None:
        """Ends the server, as a log-out of the sound session does."""
        if self._listener is not None:
            self._listener.stop()
            self._listener = None
        if self.server is not None:
            self.server.stop()
            self.server = None
        self._module = None

    def kill(self) -> None:
        """Ends the server as a crash does: it closes nothing, and its socket stays."""
        assert self.server is not None
        self.server.process.kill()
        self.server.process.wait()
        self.stop()

    def freeze(self) -> None:
        """The server stands still: it takes connections and answers none."""
        assert self.server is not None
        self.server.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self.server is not None
        self.server.process.send_signal(signal.SIGCONT)

    def restart(self, pause_s: float = 0.5) -> None:
        """The sound server goes away and comes back after `pause_s`."""
        self.stop()
        time.sleep(pause_s)
        self.start()

    def close(self) -> None:
        for player in self._players:
            player.stop()
        if self.server is not None:
            self.thaw()
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class PipeWireSound(Sound):
    """The same with PipeWire. Its pulse service is what starts and stops; PipeWire itself lives as long as the object."""

    def __init__(self) -> None:
        self._core: list[Started] = []
        super().__init__()

    def _start_server(self) -> Started:
        bus = {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.folder}/bus"}
        if not self._core:
            self._start_core(bus)
        config = self.folder / "pulse.conf"
        config.write_text(
            "context.spa-libs = { audio.convert.* = audioconvert/libspa-audioconvert support.* = support/libspa-support }\n"
            "context.modules = [ { name = libpipewire-module-protocol-native } { name = libpipewire-module-client-node }\n"
            "  { name = libpipewire-module-adapter } { name = libpipewire-module-metadata }\n"
            "  { name = libpipewire-module-protocol-pulse\n"
            f'    args = {{ server.address = [ "unix:{self.folder}/native" ] }} }} ]\n',
            encoding="utf-8",
        )
        server = self._start_part("pipewire", "-c", str(config), **bus)
        wait_until(lambda: self._pactl("info", check=False), what="PipeWire's pulse service")
        self._pactl(
            "load-module", "module-null-sink", f"sink_name={self.SINK}", "sink_properties=device.description=Speaker"
        )
        return server

    def _start_core(self, bus: dict[str, str]) -> None:
        # The session manager reserves devices on a bus, and older ones end without one.
        self._core.append(
            self._start_part(
                "dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={bus['DBUS_SESSION_BUS_ADDRESS']}"
            )
        )
        wait_until((self.folder / "bus").exists, what="the bus")
        self._core.append(self._start_part("pipewire", **bus))
        wait_until((self.folder / "pipewire-0").exists, what="PipeWire")
        self._core.append(self._start_part("wireplumber", **bus))

    def close(self) -> None:
        for part in reversed(self._core):
            part.stop()
        super().close()
