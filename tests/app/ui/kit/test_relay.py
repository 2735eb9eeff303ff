"""A thread's word reaches a living object on Qt's thread, and nothing happens where the object is gone."""

from __future__ import annotations

import threading
import time

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtTest import QTest

from app.ui.kit.relay import relay_to


class Hearer(QObject):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heard: list[tuple[object, str]] = []

    def hear(self, what: object) -> None:
        self.heard.append((what, threading.current_thread().name))


def delete_now(target: QObject) -> None:
    target.deleteLater()
    QCoreApplication.sendPostedEvents(target, QEvent.Type.DeferredDelete.value)


def test_it_is_heard_on_qts_thread_in_order() -> None:
    hearer = Hearer()
    call = relay_to(hearer)
    thread = threading.Thread(target=lambda: [call("hear", number) for number in range(100)])
    thread.start()
    thread.join()
    assert hearer.heard == []
    QTest.qWait(20)
    assert hearer.heard == [(number, threading.current_thread().name) for number in range(100)]


def test_objects_may_be_deleted_while_threads_speak_to_them() -> None:
    stop = threading.Event()
    calls = [relay_to(QObject())]

    def speak() -> None:
        while not stop.is_set():
            calls[-1]("hear", "word")
            time.sleep(0.0005)

    threads = [threading.Thread(target=speak) for _ in range(2)]
    for thread in threads:
        thread.start()
    heard = 0
    for number in range(150):
        owner = QObject()
        hearer = Hearer(owner)
        calls.append(relay_to(hearer))
        for _ in range(number % 4):
            time.sleep(0.001)  # the threads speak
            QCoreApplication.processEvents()
        heard += len(hearer.heard)
        delete_now(owner)
    stop.set()
    for thread in threads:
        thread.join()
    QTest.qWait(50)
    assert heard
