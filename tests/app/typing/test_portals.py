"""Hotkeys, typing and a screen that stays on through desktop portals, against a portal on a private bus."""

from __future__ import annotations

import base64
import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("jeepney", reason="portals are part of Linux desktops")

from app.base import portal as portal_module
from app.base.paths import APP_ID
from app.base.portal import PortalConnection, portal_version
from app.base.portal_hold import INHIBIT_IDLE, PortalHold
from app.base.questions import desktop_asks
from app.base.screen_hold import Holder
from app.hotkeys.keys import Combo
from app.hotkeys.portal_shortcuts import PortalHotkeys, plain_trigger, shortcuts_for
from app.hotkeys.rules import Edge, EdgeKind
from app.typing.portal_keyboard import PortalTypist
from app.typing.portal_session import PRIVATE_MARK, TEXT_FORMATS, PortalSession
from app.typing.typist import TypingError

ROOT = Path(__file__).resolve().parents[3]
BINDINGS = {"hold": Combo("d", frozenset({"ctrl", "alt"})), "toggle": Combo("right ctrl")}


class Bus:
    """A private bus; `portal` starts a fake portal on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        # The stock configuration would start the real desktop's services.
        config = folder / "bus.conf"
        (folder / "services").mkdir()
        config.write_text(
            '<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" '
            '"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">'
            f"<busconfig><type>session</type><listen>unix:path={folder}/bus</listen><auth>EXTERNAL</auth>"
            f"<servicedir>{folder}/services</servicedir>"
            '<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>'
            '<allow own="*"/></policy></busconfig>',
            encoding="utf-8",
        )
        self._daemon = subprocess.Popen(
            ["dbus-daemon", f"--config-file={config}", "--nofork", "--print-address"],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._daemon.stdout is not None
        self.address = self._daemon.stdout.readline().strip()
        self.events_file = folder / "portal.jsonl"
        self.service: subprocess.Popen[str] | None = None

    def portal(self, *options: str) -> None:
        self.service = subprocess.Popen(
            [sys.executable, "-m", "tests.app.typing.fake_portal", str(self.events_file), *options],
            stdin=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "DBUS_SESSION_BUS_ADDRESS": self.address},
        )
        wait_for(lambda: any(event["kind"] == "ready" for event in self.events()))

    def activates(self, command: str) -> None:
        """From now on the bus runs `command` when a portal is called and there is none."""
        services = self.folder / "services"
        (services / "portal.service").write_text(
            f"[D-BUS Service]\nName={portal_module.BUS_NAME}\nExec=/bin/sh -c '{command}'\n", encoding="utf-8"
        )
        subprocess.run(
            ["dbus-send", f"--bus={self.address}", "--dest=org.freedesktop.DBus", "--print-reply",
             "/org/freedesktop/DBus", "org.freedesktop.DBus.ReloadConfig"],
            check=True, capture_output=True,
        )  # fmt: skip

    def tell(self, command: str) -> None:
        assert self.service is not None
        assert self.service.stdin is not None
        self.service.stdin.write(command + "\n")
        self.service.stdin.flush()

    def events(self) -> list[dict[str, Any]]:
        if not self.events_file.is_file():
            return []
        text = self.events_file.read_text(encoding="utf-8")
        return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]

    def calls(self, member: str) -> list[dict[str, Any]]:
        return [event for event in self.events() if event.get("member") == member]

    def close(self) -> None:
        if self.service is not None:
            self.service.kill()
            self.service.wait()
        self._daemon.terminate()
        self._daemon.wait()


def wait_for(condition: Any, timeout_s: float = 60.0) -> Any:
    end = time.monotonic() + timeout_s
    while not (value := condition()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
    return value


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[Bus]:
    if shutil.which("dbus-daemon") is None:
        pytest.skip("needs dbus-daemon (Debian: apt install dbus)")
    private = Bus(tmp_path)
    yield private
    private.close()


class Listener:
    """A PortalHotkeys and what it said."""

    def __init__(self, bus: Bus) -> None:
        self.edges: queue.Queue[Edge] = queue.Queue()
        self.troubles: list[str] = []
        self.described: dict[str, str] = {}
        self.hotkeys = PortalHotkeys(self.edges.put, self.troubles.append, self.described.__setitem__, bus.address)
        self.hotkeys.start()

    def next(self) -> Edge:
        return self.edges.get(timeout=60)


@pytest.fixture
def listener(bus: Bus) -> Iterator[Listener]:
    bus.portal("--strict")
    made = Listener(bus)
    yield made
    made.hotkeys.stop()


def test_registers_before_anything_else_and_binds_with_the_right_signature(bus: Bus, listener: Listener) -> None:
    listener.hotkeys.set_bindings(BINDINGS)
    call = wait_for(lambda: bus.calls("BindShortcuts"))[0]
    order = [event["member"] for event in bus.events() if event["kind"] == "call"]
    assert order == ["Register", "CreateSession", "BindShortcuts"]
    assert bus.calls("Register")[0]["body"][0] == APP_ID
    assert call["signature"] == "oa(sa{sv})sa{sv}"
    shortcuts = dict(call["body"][1])
    assert shortcuts["hold"]["preferred_trigger"] == ["s", "CTRL+ALT+d"]
    assert "preferred_trigger" not in shortcuts["toggle"], "a lone modifier cannot be proposed"
    assert shortcuts["cancel"]["preferred_trigger"] == ["s", "CTRL+ALT+x"]
    assert set(shortcuts) == {"hold", "toggle", "cancel"}
    wait_for(lambda: listener.described)
    assert listener.described["hold"] == "Ctrl+Alt+hold", "in the program's way of writing keys"
    assert listener.troubles == []


def test_instead_of_a_lone_modifier_a_key_is_proposed_that_gives_its_release() -> None:
    shortcuts = dict(shortcuts_for({"hold": Combo("right ctrl")}))
    assert shortcuts["hold"]["preferred_trigger"] == ("s", "CTRL+ALT+h")


@pytest.mark.parametrize(
    ("words", "plain"),
    [("Press <Control><Alt>d", "Ctrl+Alt+D"), ("<Super>F9", "Super+F9"), ("Ctrl+Alt+D", "Ctrl+Alt+D"), ("", "")],
)
def test_keys_are_written_in_one_way_whatever_the_desktop_calls_them(words: str, plain: str) -> None:
    assert plain_trigger(words) == plain


def test_activated_and_deactivated_are_down_and_up(bus: Bus, listener: Listener) -> None:
    listener.hotkeys.set_bindings(BINDINGS)
    wait_for(lambda: listener.described)
    began = time.monotonic()
    bus.tell("activate hold")
    assert (down := listener.next()).kind is EdgeKind.DOWN
    assert down.binding == "hold"
    bus.tell("activate hold")  # a desktop that repeats
    time.sleep(0.3)
    bus.tell("deactivate hold")
    up = listener.next()
    assert (up.kind, up.binding) == (EdgeKind.UP, "hold")
    assert 0.29 < up.held_s <= time.monotonic() - began
    bus.tell("activate cancel")
    assert listener.next().kind is EdgeKind.ESCAPE


def test_a_portal_that_restarts_is_registered_and_bound_again(bus: Bus, listener: Listener) -> None:
    listener.hotkeys.set_bindings(BINDINGS)
    wait_for(lambda: len(bus.calls("BindShortcuts")) == 1)
    bus.tell("restart")
    wait_for(lambda: len(bus.calls("BindShortcuts")) == 2)
    assert len(bus.calls("Register")) == 2
    bus.tell("activate hold")
    assert listener.next().kind is EdgeKind.DOWN


def test_a_portal_that_ended_is_started_by_a_call_and_bound_again(bus: Bus, listener: Listener) -> None:
    """A crash of the desktop's portal left no hotkeys until something else happened to start it."""
    listener.hotkeys.set_bindings(BINDINGS)
    wait_for(lambda: len(bus.calls("BindShortcuts")) == 1)
    portal = f"{sys.executable} -m tests.app.typing.fake_portal {bus.events_file} --strict"
    bus.activates(f"cd {ROOT} && export DBUS_SESSION_BUS_ADDRESS={bus.address} && sleep 60 | exec {portal}")
    bus.tell("end")
    wait_for(lambda: len(bus.calls("BindShortcuts")) == 2)


def test_when_the_desktops_own_part_ends_the_keys_are_bound_again(bus: Bus, listener: Listener) -> None:
    listener.hotkeys.set_bindings(BINDINGS)
    wait_for(lambda: len(bus.calls("BindShortcuts")) == 1)
    bus.tell("crash")
    wait_for(lambda: len(bus.calls("BindShortcuts")) == 2)
    assert listener.troubles == []


def test_other_combinations_get_a_session_of_their_own(bus: Bus, listener: Listener) -> None:
    listener.hotkeys.set_bindings(BINDINGS)
    wait_for(lambda: len(bus.calls("BindShortcuts")) == 1)
    listener.hotkeys.set_bindings({"hold": Combo("f9")})
    calls = wait_for(lambda: bus.calls("BindShortcuts")[1:])
    assert calls[0]["body"][0] != bus.calls("BindShortcuts")[0]["body"][0]
    assert dict(calls[0]["body"][1])["hold"]["preferred_trigger"] == ["s", "F9"]
    assert len(bus.calls("Close")) == 1
    assert listener.troubles == []


def test_with_no_combinations_left_the_session_ends(bus: Bus, listener: Listener) -> None:
    listener.hotkeys.set_bindings(BINDINGS)
    wait_for(lambda: len(bus.calls("BindShortcuts")) == 1)
    listener.hotkeys.set_bindings({})
    wait_for(lambda: len(bus.calls("Close")) == 1)
    assert len(bus.calls("BindShortcuts")) == 1


@pytest.mark.logs("portal_shortcuts: hotkeys: ")
def test_without_a_bus_the_trouble_is_told_once_and_stop_works(tmp_path: Path) -> None:
    troubles: list[str] = []
    hotkeys = PortalHotkeys(lambda edge: None, troubles.append, lambda name, words: None, f"unix:path={tmp_path}/none")
    hotkeys.start()
    wait_for(lambda: troubles)
    hotkeys.stop()
    assert len(troubles) == 1
    assert "Hotkeys are not working" in troubles[0]
    assert not [thread for thread in threading.enumerate() if thread.name == "hotkeys"]


def test_versions_are_asked(bus: Bus) -> None:
    bus.portal("--no-shortcuts")
    assert portal_version("RemoteDesktop", bus.address) == 2
    assert portal_version("GlobalShortcuts", bus.address) == 0
    assert portal_version("GlobalShortcuts", "unix:path=/nonexistent") == 0


def no_layout(text: str) -> bool | None:
    """The layouts are not known (no XWayland)."""
    return None


def pressed(bus: Bus) -> list[tuple[int, int]]:
    return [(event["body"][2], event["body"][3]) for event in bus.calls("NotifyKeyboardKeysym")]


def test_text_is_pressed_as_keysyms(bus: Bus) -> None:
    bus.portal("--strict")
    tokens: list[str] = []
    typist = PortalTypist(PortalSession(bus.address, "old-token", tokens.append), no_layout)
    assert typist.type_text("aé\n😀", lambda: True) == 4
    wait_for(lambda: len(pressed(bus)) == 8)
    assert pressed(bus)[::2] == [(0x61, 1), (0xE9, 1), (0xFF0D, 1), (0x0101F600, 1)]
    assert [state for _, state in pressed(bus)] == [1, 0] * 4
    select = bus.calls("SelectDevices")[0]["body"][1]
    assert select["types"] == ["u", 1]
    assert select["persist_mode"] == ["u", 2]
    assert select["restore_token"] == ["s", "old-token"]
    assert tokens == ["token-1"]
    typist.close()
    assert len(bus.calls("Close")) == 1


def test_a_chord_holds_its_modifiers(bus: Bus) -> None:
    bus.portal()
    typist = PortalTypist(PortalSession(bus.address, "", lambda token: None), no_layout)
    typist.press("ctrl+v")
    assert pressed(bus) == [(0xFFE3, 1), (0x76, 1), (0x76, 0), (0xFFE3, 0)]
    typist.close()


def test_the_key_of_a_chord_that_not_every_layout_has_is_pressed_by_its_code(bus: Bus) -> None:
    bus.portal()
    session = PortalSession(bus.address, "", lambda token: None)
    typist = PortalTypist(session, no_layout, {"v": 47}.get)
    typist.press("ctrl+v")
    assert pressed(bus) == [(0xFFE3, 1), (0xFFE3, 0)]
    codes = [(event["body"][2], event["body"][3]) for event in bus.calls("NotifyKeyboardKeycode")]
    assert codes == [(47, 1), (47, 0)]
    typist.press("shift+insert")
    assert len(bus.calls("NotifyKeyboardKeycode")) == 2, "every layout has it"
    typist.close()


def test_a_text_is_kept_on_the_clipboard_only_by_a_session_that_is_there() -> None:
    """Whoever asks must know, to keep it elsewhere; and no dialog opens for it."""
    session = PortalSession("unix:path=/nonexistent", "", lambda token: None)
    assert session.keep_text("words") is False
    session.close()


def test_a_portal_that_does_not_answer_is_waited_for_once(bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    bus.portal("--hang")
    monkeypatch.setattr(portal_module.PortalConnection._send, "__defaults__", (0.5,))
    typist = PortalTypist(PortalSession(bus.address, "", lambda token: None), no_layout)
    with pytest.raises(TypingError, match="did not respond"):
        typist.type_text("a", lambda: True)
    with pytest.raises(TypingError, match="did not respond"):
        typist.type_text("a", lambda: True)
    typist.close()
    wait_for(lambda: bus.calls("Close"))
    assert len(pressed(bus)) == 1, "asked once, not again"


def test_typing_stops_when_told_to(bus: Bus) -> None:
    bus.portal()
    typist = PortalTypist(PortalSession(bus.address, "", lambda token: None), no_layout)
    answers = iter([True, False])
    assert typist.type_text("a" * 40, lambda: next(answers)) == 16
    typist.close()


def test_registering_twice_is_no_trouble(bus: Bus) -> None:
    bus.portal("--strict")
    connection = PortalConnection(bus.address)
    connection.register()
    assert connection.create_session("GlobalShortcuts")
    connection.close()


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


@pytest.fixture
def session(bus: Bus) -> Iterator[PortalSession]:
    bus.portal("--strict")
    made = PortalSession(bus.address, "", lambda token: None)
    made.open()
    yield made
    made.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "dictation-clipboard"]


def pasted(bus: Bus) -> list[bytes]:
    return [base64.b64decode(event["data"]) for event in bus.events() if event["kind"] == "pasted"]


def selections(bus: Bus) -> list[list[str]]:
    return [event["body"][1]["mime_types"][1] for event in bus.calls("SetSelection")]


def test_text_is_lent_to_the_clipboard_and_everything_comes_back(bus: Bus, session: PortalSession) -> None:
    image = bytes(range(256)) * 200
    before = {"text/plain": b"copied before", "image/png": image, "text/html": b"<b>copied</b>"}
    bus.tell("copy " + " ".join(f"{name}={b64(data)}" for name, data in before.items()))
    wait_for(lambda: session._foreign == list(before))
    taken = session.offer("你好 😀", primary=False)
    assert taken is not None
    assert selections(bus) == [[*TEXT_FORMATS, PRIVATE_MARK]]
    assert not taken.wait(0.0)
    bus.tell("paste text/plain;charset=utf-8")
    assert taken.wait(60)
    wait_for(lambda: pasted(bus) == ["你好 😀".encode()])
    assert len(selections(bus)) == 1, "not put back before it was asked to"
    session.give_back()
    wait_for(lambda: len(selections(bus)) == 2)
    assert selections(bus)[1] == list(before)
    for number, (name, data) in enumerate(before.items(), start=2):
        bus.tell(f"paste {name}")
        wait_for(lambda number=number: len(pasted(bus)) == number)
        assert pasted(bus)[-1] == data


def test_what_another_program_copies_meanwhile_is_not_replaced(bus: Bus, session: PortalSession) -> None:
    bus.tell(f"copy text/plain={b64(b'old')}")
    wait_for(lambda: session._foreign == ["text/plain"])
    session.offer("text", primary=False)
    bus.tell(f"copy text/plain={b64(b'newer')}")
    wait_for(lambda: not session._owner)
    session.give_back()
    time.sleep(0.8)
    assert len(selections(bus)) == 1


def test_text_that_was_not_taken_stays(bus: Bus, session: PortalSession) -> None:
    bus.tell(f"copy text/plain={b64(b'old')}")
    wait_for(lambda: session._foreign == ["text/plain"])
    session.offer("kept", primary=False)
    session.keep()
    time.sleep(0.6)
    assert len(selections(bus)) == 1
    bus.tell("paste text/plain")
    wait_for(lambda: pasted(bus) == [b"kept"])


def test_without_a_known_layout_only_ascii_is_typed_and_only_where_nothing_can_be_pasted(bus: Bus) -> None:
    """The desktop drops what its layout lacks and reports success: whole words vanished."""
    bus.portal("--no-clipboard")
    session = PortalSession(bus.address, "", lambda token: None)
    typist = PortalTypist(session, no_layout)
    assert typist.can_type("hello")
    assert not typist.can_type("你好")
    assert session.offer("你好", primary=False) is None
    typist.close()


def test_what_the_layouts_lack_is_pasted(bus: Bus, session: PortalSession) -> None:
    assert not PortalTypist(session, no_layout).can_type("hello"), "it can be pasted"
    assert PortalTypist(session, lambda text: True).can_type("hello")
    assert not PortalTypist(session, lambda text: False).can_type("hello")


def test_a_second_paste_does_not_read_what_is_our_own(bus: Bus, session: PortalSession) -> None:
    """It ended GNOME's portal: everything dictated after it was lost, and reported as typed."""
    bus.tell(f"copy text/plain={b64(b'before')}")
    wait_for(lambda: session._foreign == ["text/plain"])
    for text in ("one", "two", "three"):
        session.offer(text, primary=False)
        session.give_back()
        wait_for(lambda: session._before is None and session._return_at is None and not session._lent)
    wait_for(lambda: len(selections(bus)) >= 6)
    assert len(bus.calls("SelectionRead")) == 1
    assert selections(bus) == [[*TEXT_FORMATS, PRIVATE_MARK], ["text/plain"]] * 3


def test_a_session_that_the_desktop_ends_is_begun_anew_by_the_next_text(bus: Bus) -> None:
    bus.portal("--strict")
    session = PortalSession(bus.address, "", lambda token: None)
    typist = PortalTypist(session, no_layout)
    typist.type_text("a", lambda: True)
    bus.tell("close")
    wait_for(lambda: session._connection is None)
    assert typist.type_text("b", lambda: True) == 1
    assert pressed(bus)[::2] == [(0x61, 1), (0x62, 1)]
    assert len(bus.calls("Start")) == 2
    typist.close()


def test_a_text_that_the_desktop_interrupts_says_how_much_stands_there(bus: Bus) -> None:
    bus.portal("--strict")
    session = PortalSession(bus.address, "", lambda token: None)
    typist = PortalTypist(session, no_layout)

    def close_after_a_group() -> bool:
        if pressed(bus):
            bus.tell("close")
            wait_for(lambda: session._connection is None)
        return True

    with pytest.raises(TypingError, match="no longer") as caught:
        typist.type_text("a" * 40, close_after_a_group)
    assert caught.value.typed == 16 == len(pressed(bus)) / 2
    typist.close()


def test_a_portal_that_restarts_is_asked_anew(bus: Bus) -> None:
    bus.portal("--strict")
    session = PortalSession(bus.address, "", lambda token: None)
    typist = PortalTypist(session, no_layout)
    typist.type_text("a", lambda: True)
    bus.tell("restart")
    wait_for(lambda: session._connection is None)
    wait_for(lambda: any(event["kind"] == "restarted" for event in bus.events()))
    assert typist.type_text("b", lambda: True) == 1
    assert len(bus.calls("Start")) == 2
    typist.close()


def test_a_refusal_is_remembered_while_the_program_runs(bus: Bus) -> None:
    bus.portal("--refuse")
    typist = PortalTypist(PortalSession(bus.address, "", lambda token: None), no_layout)
    for _ in range(2):
        with pytest.raises(TypingError, match="Permission was not given"):
            typist.type_text("a", lambda: True)
    assert len(bus.calls("Start")) == 1
    typist.close()


def test_a_user_who_has_refused_can_be_asked_again_at_set_up(bus: Bus) -> None:
    bus.portal("--refuse")
    session = PortalSession(bus.address, "", lambda token: None)
    for count in (1, 2):
        with pytest.raises(TypingError, match="Permission was not given"):
            session.ask()
        assert len(bus.calls("Start")) == count
    session.close()


def test_keys_that_gnome_binds_and_calls_ended_are_bound(bus: Bus) -> None:
    bus.portal("--gnome")
    made = Listener(bus)
    made.hotkeys.set_bindings(BINDINGS)
    wait_for(lambda: made.described)
    bus.tell("activate hold")
    assert made.next().kind is EdgeKind.DOWN
    assert made.troubles == []
    made.hotkeys.stop()


def test_windows_give_way_while_the_desktop_asks_and_not_for_an_answer_at_once(
    bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[bool] = []
    listener = heard.append
    desktop_asks.connect(listener)
    try:
        bus.portal("--ask", "0.5")
        monkeypatch.setattr(portal_module, "QUESTION_S", 60.0)
        session = PortalSession(bus.address, "", lambda token: None)
        session.ask()
        session.close()
        assert heard == []
        monkeypatch.setattr(portal_module, "QUESTION_S", 0.05)
        session = PortalSession(bus.address, "", lambda token: None)
        session.ask()
        session.close()
        assert heard and heard == [True, False] * (len(heard) // 2)
    finally:
        desktop_asks.disconnect(listener)


def test_the_screen_stays_on_while_captions_run_and_is_let_go_when_they_pause(bus: Bus) -> None:
    bus.portal("--strict")
    holder = Holder(lambda: PortalHold(bus.address))
    holder.keep(True)
    holder.keep(True)
    (call,) = wait_for(lambda: bus.calls("Inhibit"))
    assert call["interface"] == "Inhibit" and call["body"][:2] == ["", INHIBIT_IDLE]
    assert bus.calls("Close") == []
    holder.keep(False)
    wait_for(lambda: bus.calls("Close"))
    holder.keep(True)
    wait_for(lambda: len(bus.calls("Inhibit")) == 2)
    holder.close()
    wait_for(lambda: len(bus.calls("Close")) == 2)
