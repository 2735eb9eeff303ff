"""The accessibility bus as a screen reader sees it: AT-SPI over D-Bus, spoken with jeepney.

    with AccessibilityBus(desktop) as bus:
        app = RunningApp(desktop, home, env=bus.variables)
        reader = bus.reader()
        window = reader.window("R2T2 Captions")
        for control in window.controls(): …

The bus is a private one: a session bus that starts Debian's at-spi2-core when the program asks for it.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from jeepney import DBusAddress, MessageType, Properties, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from tests.desktop.kit import Desktop, Started, wait_until

SERVICE = Path("/usr/share/dbus-1/services/org.a11y.Bus.service")
NO_CONTROLS = {"filler", "frame", "dialog", "label", "panel", "window", "viewport", "scroll pane"}
"""Roles that may have the keyboard and are no controls: a label whose words can be selected, for instance."""
CONTAINERS = {
    *NO_CONTROLS,
    "page tab list",
    "split pane",
    "splitter",
    "layered pane",
    "tool bar",
    "grouping",
    "status bar",
}
"""Roles that hold controls. What is inside another object, the rows of a list for instance, speaks through it."""
FOCUSABLE, FOCUSED, SHOWING = 11, 12, 25
"""Numbers of states, from AT-SPI's `AtspiStateType`."""
LABELLED_BY = 2
"""Number of a relation, from `AtspiRelationType`."""
TIMEOUT_S = 30.0


def missing_for_bus() -> str:
    """What the bus cannot be started without, "" if all is there."""
    lacks = [name for name in ("dbus-daemon",) if shutil.which(name) is None]
    return ", ".join(lacks + ([] if SERVICE.exists() else ["at-spi2-core"]))


@dataclass(frozen=True)
class Accessible:
    """One object of a program. Each question goes to the program, over the bus."""

    reader: Reader
    owner: str
    path: str

    def _ask(self, method: str, signature: str = "", body: tuple[Any, ...] = (), interface: str = "Accessible") -> Any:
        address = DBusAddress(self.path, self.owner, f"org.a11y.atspi.{interface}")
        return self.reader.ask(new_method_call(address, method, signature, body))

    @property
    def name(self) -> str:
        address = DBusAddress(self.path, self.owner, "org.a11y.atspi.Accessible")
        return str(self.reader.ask(Properties(address).get("Name"))[1])

    @property
    def role(self) -> str:
        return str(self._ask("GetRoleName"))

    @property
    def states(self) -> frozenset[int]:
        low, high = self._ask("GetState")
        return frozenset(bit for bit in range(64) if (low | high << 32) >> bit & 1)

    @property
    def area(self) -> tuple[int, int, int, int]:
        """x, y, width, height on the screen."""
        x, y, width, height = self._ask("GetExtents", "u", (0,), "Component")
        return x, y, width, height

    @property
    def spoken_name(self) -> str:
        """What a screen reader calls it: the label that belongs to it, else its own name.

        The own name of a combo box is what is chosen in it.
        """
        labels = [
            Accessible(self.reader, *target).name
            for kind, targets in self._ask("GetRelationSet")
            if kind == LABELLED_BY
            for target in targets
        ]
        own = "" if self.role == "combo box" else self.name
        return " ".join(labels).strip() or own.strip()

    def press(self) -> None:
        """Returns at once: the answer comes when a dialog that it opens is closed."""
        address = DBusAddress(self.path, self.owner, "org.a11y.atspi.Action")
        self.reader.tell(new_method_call(address, "DoAction", "i", (0,)))

    def children(self) -> list[Accessible]:
        return [Accessible(self.reader, owner, path) for owner, path in self._ask("GetChildren")]

    def below(self) -> Iterator[Accessible]:
        """All that is inside it, in the order of the tree, without the inside of controls."""
        for child in self.children():
            yield child
            if child.role in CONTAINERS:
                yield from child.below()

    def controls(self) -> list[Accessible]:
        """What can be operated in it and is on screen."""
        return [part for part in self.below() if part.role not in NO_CONTROLS and {FOCUSABLE, SHOWING} <= part.states]

    def control(self, name: str) -> Accessible:
        """Waits for the control that is called `name`."""

        def found() -> Accessible | None:
            return next((part for part in self.controls() if name in (part.name, part.spoken_name)), None)

        control = wait_until(found, what=f"the control {name!r} of {self.name!r}")
        assert isinstance(control, Accessible)
        return control


class Reader:
    """A screen reader's connection to the bus."""

    def __init__(self, connection: DBusConnection) -> None:
        self._connection = connection

    def ask(self, message: Any) -> Any:
        reply = self._connection.send_and_get_reply(message, timeout=TIMEOUT_S)
        if reply.header.message_type is MessageType.error:
            raise LookupError(f"{reply.header.fields}: {reply.body}")
        return reply.body[0] if reply.body else None

    def tell(self, message: Any) -> None:
        self._connection.send(message)

    def windows(self) -> list[Accessible]:
        """Those of all programs."""
        desktop = Accessible(self, "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
        return [window for program in desktop.children() for window in program.children()]

    def window(self, title: str) -> Accessible:
        """Waits for a window whose name begins with `title` and that is on screen."""

        def found() -> Accessible | None:
            named = (window for window in self.windows() if window.name.startswith(title))
            return next((window for window in named if SHOWING in window.states), None)

        window = wait_until(found, what=f"the window {title!r} on the accessibility bus")
        assert isinstance(window, Accessible)
        return window

    def close(self) -> None:
        self._connection.close()


class AccessibilityBus:
    """A session bus and, on it, the accessibility bus.

    Attributes:
        variables: environment of programs that shall be read.
    """

    def __init__(self, desktop: Desktop) -> None:
        self._folder = desktop.folder / "a11y"
        self._folder.mkdir(mode=0o700, exist_ok=True)
        self._session = f"unix:path={self._folder}/session"
        self._readers: list[Reader] = []
        Path(self._folder / "session").unlink(missing_ok=True)
        self._daemon: Started = desktop.start(
            "dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={self._session}",
            env={"XDG_RUNTIME_DIR": str(self._folder), "DBUS_SESSION_BUS_ADDRESS": self._session},
        )  # fmt: skip
        self.variables = {"DBUS_SESSION_BUS_ADDRESS": self._session, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
        wait_until((self._folder / "session").exists, what=f"the session bus ({self._daemon.output()})")

    def reader(self) -> Reader:
        session = Reader(open_dbus_connection(bus=self._session))
        address = session.ask(
            new_method_call(DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus"), "GetAddress")
        )
        session.close()
        self._readers.append(Reader(open_dbus_connection(bus=address)))
        return self._readers[-1]

    def __enter__(self) -> AccessibilityBus:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for reader in self._readers:
            reader.close()
        self._daemon.stop()
