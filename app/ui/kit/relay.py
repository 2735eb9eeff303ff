"""From a thread back to a Qt object that may be gone by then.

A signal must not be emitted on an object that Qt's thread is deleting at that moment: that crashes. So threads speak to
one object that lives as long as the process, and it hands on, on Qt's thread, to whoever is still there.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QObject, Qt, Signal, Slot
from shiboken6 import Shiboken

from app.base.listeners import Arguments, Listeners


class _Relay(QObject):
    posted = Signal(object, str, object)
    called = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.posted.connect(self._hand_on)
        self.called.connect(self._call, Qt.ConnectionType.QueuedConnection)

    @Slot(object, str, object)
    def _hand_on(self, target: weakref.ref[QObject], method: str, arguments: tuple[object, ...]) -> None:
        found = target()
        if found is not None and Shiboken.isValid(found):
            getattr(found, method)(*arguments)

    @Slot(object)
    def _call(self, call: Callable[[], object]) -> None:
        call()


@cache
def _relay() -> _Relay:
    return _Relay()


def relay_to(target: QObject) -> Callable[..., None]:
    """A function for any thread: `call("method", ...)` calls that method of `target` on Qt's thread, if it still lives.

    Must itself be called on Qt's thread. It keeps nothing alive.
    """
    relay, reference = _relay(), weakref.ref(target)

    def call(method: str, *arguments: object) -> None:
        relay.posted.emit(reference, method, arguments)

    return call


def post_to_qt() -> Callable[[Callable[[], object]], None]:
    """A function for any thread: what it is given is called on Qt's thread, later. Must itself be called on Qt's thread."""
    return _relay().called.emit


def connect_for_life(
    owner: QObject, listeners: Listeners[*Arguments], listener: Callable[[*Arguments], object]
) -> None:
    """Connects `listener` until `owner`, whose method it is, is destroyed."""
    listeners.connect(listener)
    owner.destroyed.connect(lambda: listeners.disconnect(listener))
