"""Cyclic garbage with Qt objects in it dies on Qt's thread, whoever makes the garbage that calls for a collection."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtTest import QTest

from app.program.garbage import QtThreadCollector


class Node(QObject):
    """Part of a cycle, as a widget whose slot is a closure over it."""

    def __init__(self) -> None:
        super().__init__()
        self.itself = self


@pytest.fixture
def collector() -> Iterator[QtThreadCollector]:
    gc.collect()
    made = QtThreadCollector()
    yield made
    made.stop()
    assert gc.isenabled(), "Python's own collector works again"


def make_garbage(n: int) -> None:
    for _ in range(n):
        cycle: list[object] = []
        cycle.append(cycle)


def test_a_qt_object_in_a_cycle_dies_on_qts_thread(collector: QtThreadCollector) -> None:
    died_on: list[str] = []
    node = Node()
    weakref.finalize(node, lambda: died_on.append(threading.current_thread().name))
    del node
    other = threading.Thread(target=make_garbage, args=(20_000,), name="recogniser")
    other.start()
    other.join()
    assert died_on == [], "it died on another thread"
    for _ in range(100):
        QTest.qWait(20)
        if died_on:
            break
        make_garbage(1000)
    assert died_on == [threading.current_thread().name]


def test_without_it_the_object_dies_where_the_garbage_is_made() -> None:
    """The hazard is real; this fails when Python no longer has it."""
    died_on: list[str] = []
    gc.enable()
    gc.collect()
    node = Node()
    weakref.finalize(node, lambda: died_on.append(threading.current_thread().name))
    del node
    other = threading.Thread(target=make_garbage, args=(200_000,), name="recogniser")
    other.start()
    other.join()
    assert died_on == ["recogniser"]


def test_garbage_does_not_pile_up(collector: QtThreadCollector) -> None:
    for _ in range(20):
        make_garbage(2000)
        QTest.qWait(120)
        assert gc.get_count()[0] < 6000
