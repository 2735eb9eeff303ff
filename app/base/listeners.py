"""A signal without Qt: whoever is interested is called, in order and on the caller's thread."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Generic, TypeVarTuple

Arguments = TypeVarTuple("Arguments")


class Listeners(Generic[*Arguments]):
    """Functions that are called when something happens."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[*Arguments], object]] = []

    def connect(self, listener: Callable[[*Arguments], object]) -> None:
        """From now on `listener` is called; it is kept alive until it is disconnected."""
        self._listeners.append(listener)

    def disconnect(self, listener: Callable[[*Arguments], object]) -> None:
        """Raises ValueError for one that is not connected."""
        self._listeners.remove(listener)

    def emit(self, *arguments: *Arguments) -> None:
        """Calls everyone. An error of one is reported as an unhandled one, as Qt does it, and the next is called."""
        for listener in tuple(self._listeners):
            try:
                listener(*arguments)
            except Exception:
                sys.excepthook(*sys.exc_info())
