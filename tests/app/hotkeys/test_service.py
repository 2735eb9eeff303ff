"""One hotkey service for captions and dictation: who hears of which key, and what a desktop is asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

pytest.importorskip("jeepney", reason="input methods and portals are part of Linux desktops")
from PySide6.QtWidgets import QApplication

from app.hotkeys.backend import HotkeyNews, Hotkeys
from app.hotkeys.keys import Combo, parse_combo
from app.hotkeys.ledger import Ledger
from app.hotkeys.portal_shortcuts import PortalHotkeys
from app.hotkeys.rules import Edge, EdgeKind
from app.hotkeys.service import SLEPT_S, HotkeyService, HotkeysUnavailableError
from tests.app.typing.test_portals import Bus, bus  # noqa: F401 - a fixture
from tests.app.waiting import wait_until


def combos(**texts: str) -> dict[str, Combo]:
    found = {name: parse_combo(text) for name, text in texts.items()}
    return {name: combo for name, combo in found.items() if combo is not None}


CAPTIONS = combos(pause="ctrl+alt+p", overlay="ctrl+alt+o")
DICTATION = combos(hold="right ctrl", toggle="ctrl+alt+d")


class ScriptedBackend:
    """A backend that a test speaks for."""

    settled = True
    person_acted_s = 0.0

    def __init__(self, news: HotkeyNews) -> None:
        self.news = news
        self.bound: list[dict[str, Combo]] = []
        self.escape: list[bool] = []
        self.n_forgotten = 0
        self.n_checked = 0
        self.stopped = False

    def start(self) -> None:
        return

    def set_bindings(self, bindings: Mapping[str, Combo]) -> None:
        self.bound.append(dict(bindings))

    def grab_escape(self, on: bool) -> None:
        self.escape.append(on)

    def forget(self) -> None:
        self.n_forgotten += 1

    def check_held(self) -> None:
        self.n_checked += 1

    def is_taken(self, combo: Combo) -> bool:
        return combo == Combo("f7")

    def stop(self) -> None:
        self.stopped = True


class Rig:
    """A service, its backend, and what captions and dictation heard."""

    def __init__(self, make: Callable[[HotkeyNews, Ledger], Hotkeys] | None = None) -> None:
        self.made: list[ScriptedBackend] = []
        self.service = HotkeyService(make=make or self._make)
        self.heard: dict[str, list[Edge]] = {"captions": [], "dictation": []}
        self.problems: list[str] = []
        self.opened: list[str] = []
        for owner, edges in self.heard.items():
            self.service.subscribe(owner, edges.append)
        self.service.problem.connect(self.problems.append)
        self.service.opened.connect(lambda: self.opened.append(self.service.unavailable))

    def _make(self, news: HotkeyNews, ledger: Ledger) -> Hotkeys:
        self.made.append(ScriptedBackend(news))
        return self.made[-1]

    def start(self) -> ScriptedBackend | None:
        self.service.start()
        wait_until(lambda: bool(self.opened))
        return self.made[-1] if self.made else None


@pytest.fixture
def rig(qapp: QApplication) -> Iterator[Rig]:
    made = Rig()
    yield made
    made.service.close()


def test_all_keys_are_bound_in_one_call(rig: Rig) -> None:
    rig.service.bind("captions", CAPTIONS)
    rig.service.bind("dictation", DICTATION)
    backend = rig.start()
    assert backend is not None
    assert backend.bound == [CAPTIONS | DICTATION]
    rig.service.bind("dictation", DICTATION)
    assert len(backend.bound) == 1, "nothing changed"
    rig.service.bind("dictation", {})
    assert backend.bound[1:] == [CAPTIONS], "the captions' keys stay"


def test_each_hears_of_its_own_keys_and_everyone_of_escape(rig: Rig) -> None:
    rig.service.bind("captions", CAPTIONS)
    rig.service.bind("dictation", DICTATION)
    backend = rig.start()
    assert backend is not None
    pause, toggle, escape = Edge(EdgeKind.DOWN, "pause"), Edge(EdgeKind.DOWN, "toggle"), Edge(EdgeKind.ESCAPE)
    for edge in (pause, toggle, escape):
        backend.news.edge(edge)
    assert rig.heard == {"captions": [pause, escape], "dictation": [toggle, escape]}


def test_a_key_that_was_unbound_while_it_is_held_still_comes_up(rig: Rig) -> None:
    """A dictation would continue for ever otherwise."""
    rig.service.bind("dictation", DICTATION)
    backend = rig.start()
    assert backend is not None
    backend.news.edge(Edge(EdgeKind.DOWN, "hold"))
    rig.service.bind("dictation", {})
    backend.news.edge(Edge(EdgeKind.UP, "hold"))
    assert [edge.kind for edge in rig.heard["dictation"]] == [EdgeKind.DOWN, EdgeKind.UP]


def test_a_combination_for_two_things_is_reported_and_the_first_has_it(rig: Rig) -> None:
    rig.service.bind("captions", CAPTIONS)
    rig.service.bind("dictation", combos(toggle="ctrl+alt+p"))
    backend = rig.start()
    assert backend is not None
    assert backend.bound == [CAPTIONS]
    assert rig.problems == ["Ctrl+Alt+P is already in use. Choose another shortcut in the settings."]


def test_what_another_program_has_is_reported_to_the_user(rig: Rig) -> None:
    conflicts: list[tuple[str, Combo]] = []
    rig.service.conflict.connect(lambda name, combo: conflicts.append((name, combo)))
    backend = rig.start()
    assert backend is not None
    backend.news.conflict("toggle", Combo("f7"))
    assert conflicts == [("toggle", Combo("f7"))]
    assert rig.problems == ["F7 is already in use. Choose another shortcut in the settings."]
    assert rig.service.is_taken(Combo("f7"))


def test_after_the_computer_slept_the_keys_are_set_up_anew(rig: Rig) -> None:
    backend = rig.start()
    assert backend is not None
    slept: list[int] = []
    rig.service.slept.connect(lambda: slept.append(backend.n_forgotten))
    rig.service._check_for_sleep()
    assert backend.n_forgotten == 0
    rig.service._ticked_s -= SLEPT_S + 1
    rig.service._check_for_sleep()
    assert backend.n_forgotten == 1
    assert slept == [0], "reported before the keys come up by it"


def test_a_held_key_is_looked_at_until_it_comes_up(rig: Rig) -> None:
    backend = rig.start()
    assert backend is not None
    rig.service.bind("dictation", DICTATION)
    rig.service._watch.setInterval(1)
    backend.news.edge(Edge(EdgeKind.DOWN, "hold"))
    wait_until(lambda: backend.n_checked > 1)
    backend.news.edge(Edge(EdgeKind.UP, "hold"))
    wait_until(lambda: not rig.service.down)
    assert not rig.service._watch.isActive()


@pytest.mark.logs("hotkeys: Set a key")
def test_a_desktop_without_hotkeys_says_what_to_do_instead(qapp: QApplication) -> None:
    def make(news: HotkeyNews, ledger: Ledger) -> Hotkeys:
        raise HotkeysUnavailableError("Set a key in the system's keyboard settings.")

    rig = Rig(make)
    rig.service.bind("captions", CAPTIONS)
    rig.start()
    assert rig.opened == ["Set a key in the system's keyboard settings."]
    assert not rig.service.available
    assert rig.service.settled
    rig.service.grab_escape(True)
    rig.service.close()


def test_a_backend_that_comes_after_the_end_is_stopped(rig: Rig) -> None:
    rig.service.start()
    rig.service.close()
    wait_until(lambda: bool(rig.made) and rig.made[0].stopped)
    assert rig.opened == []


def test_the_portal_is_asked_once_for_all_keys(bus: Bus, tmp_path: Path) -> None:  # noqa: F811
    """Two sessions of one program push each other's keys out on KDE, and show two dialogs on GNOME."""
    bus.portal("--strict")
    rig = Rig(lambda news, ledger: PortalHotkeys(news.edge, news.trouble, news.described, bus.address))
    rig.service.bind("captions", CAPTIONS)
    rig.service.bind("dictation", DICTATION)
    rig.start()
    wait_until(lambda: len(rig.service.descriptions) == 5)
    assert len(bus.calls("CreateSession")) == 1
    (call,) = bus.calls("BindShortcuts")
    assert {name for name, _ in call["body"][1]} == {"pause", "overlay", "hold", "toggle", "cancel"}
    bus.tell("activate pause")
    bus.tell("activate toggle")
    wait_until(lambda: bool(rig.heard["captions"] and rig.heard["dictation"]))
    assert [edge.binding for edge in rig.heard["captions"]] == ["pause"]
    assert [edge.binding for edge in rig.heard["dictation"]] == ["toggle"]
    listeners = [thread.name for thread in threading.enumerate() if thread.name == "hotkeys"]
    assert listeners == ["hotkeys"]
    rig.service.close()
    assert rig.problems == []


def test_when_a_key_came_up_last_is_known(rig: Rig) -> None:
    rig.service.bind("dictation", DICTATION)
    backend = rig.start()
    assert backend is not None
    backend.news.edge(Edge(EdgeKind.DOWN, "hold"))
    assert rig.service.up_s is None
    backend.news.edge(Edge(EdgeKind.UP, "hold"))
    assert rig.service.down_s is None
    up_s = rig.service.up_s
    assert up_s is not None and 0.0 <= up_s < 60.0
