"""Listeners hear everything, in order, whatever happens to one of them."""

from __future__ import annotations

import sys

import pytest

from app.base.listeners import Listeners


def test_everyone_hears_in_the_order_in_which_they_came_until_they_leave() -> None:
    said: Listeners[int, str] = Listeners()
    heard: list[tuple[str, int, str]] = []

    def first(number: int, text: str) -> None:
        heard.append(("first", number, text))

    said.connect(first)
    said.connect(lambda number, text: heard.append(("second", number, text)))
    said.emit(1, "a")
    said.disconnect(first)
    said.emit(2, "b")
    assert heard == [("first", 1, "a"), ("second", 1, "a"), ("second", 2, "b")]


def test_the_error_of_one_is_reported_and_keeps_nothing_from_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[str] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: reported.append(f"{kind.__name__}: {error}"))
    happened: Listeners[()] = Listeners()
    heard: list[int] = []

    def fails() -> None:
        raise ValueError("a view broke")

    happened.connect(fails)
    happened.connect(lambda: heard.append(1))
    happened.emit()
    assert (heard, reported) == ([1], ["ValueError: a view broke"])


def test_a_listener_may_leave_while_it_is_called() -> None:
    happened: Listeners[()] = Listeners()
    heard: list[int] = []

    def once() -> None:
        heard.append(1)
        happened.disconnect(once)

    happened.connect(once)
    happened.connect(lambda: heard.append(2))
    happened.emit()
    happened.emit()
    assert heard == [1, 2, 2]
