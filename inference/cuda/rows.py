"""Rows that stay on the device between the graphs that write and read them, in slots of one fixed buffer.

Captured graphs know addresses, so all rows lie in one table: one graph gets the places to write to, the next one
those to read, and nothing travels to the host and back. A slot is free again when nobody refers to its rows any more; since
all graphs run on one stream, what is written there next comes after the last read.
"""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from inference.arrays import Ids
from inference.device_memory import DEVICE, free, on_device
from inference.errors import RecognizerError
from inference.messages import translate


class _Slot:
    """Holds a slot for as long as rows of it are referred to."""

    def __init__(self, number: int) -> None:
        self.number = number


class DeviceRows:
    """Some rows of a table, as `len`, slices and `numpy.asarray` see them; reading them waits for the device."""

    def __init__(self, table: DeviceTable, slot: _Slot, start: int, n_rows: int) -> None:
        self._table = table
        self._slot = slot
        self._start = start
        self._n_rows = n_rows

    @property
    def places(self) -> Ids:
        """Where in the table the rows lie."""
        return np.arange(self._start, self._start + self._n_rows, dtype=np.int64)

    def lie_in(self, table: DeviceTable) -> bool:
        return self._table is table

    def __len__(self) -> int:
        return self._n_rows

    def __getitem__(self, part: slice) -> DeviceRows:
        start, stop, _ = part.indices(self._n_rows)
        return DeviceRows(self._table, self._slot, self._start + start, max(0, stop - start))

    def wait(self) -> None:
        """Until they are written."""
        self._table.wait()

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        with DEVICE:
            return np.asarray(self._table.value.numpy()[self._start : self._start + self._n_rows], dtype)


class DeviceTable:
    """A buffer of rows on the device.

    Attributes:
        value: the whole buffer, [n_slots * slot_rows, width], for graphs to bind.
        spare: places of a slot that is never handed out: for rows that are computed only to fill a shape.
    """

    def __init__(self, n_slots: int, slot_rows: int, width: int, dtype: DTypeLike, device: str) -> None:
        self.value = on_device(np.zeros((n_slots * slot_rows, width), dtype), device)
        self.spare = np.arange(slot_rows, dtype=np.int64)
        self._mark = on_device(np.zeros(1, np.int32), device)
        self._slot_rows = slot_rows
        self._free = list(range(n_slots - 1, 0, -1))

    def __del__(self, lock: Any = DEVICE) -> None:
        free(self, lock)

    def wait(self) -> None:
        """Until all that was started on the device is done: a copy from it comes after that."""
        with DEVICE:
            self._mark.numpy()

    def take(self) -> DeviceRows:
        """A free slot's rows, to be written. Raises RecognizerError when none is left."""
        if not self._free:
            raise RecognizerError(
                translate("Recognizer", "This recording is too long for one pass. Split it into shorter ones.")
            )
        slot = _Slot(self._free.pop())
        weakref.finalize(slot, self._free.append, slot.number)
        return DeviceRows(self, slot, slot.number * self._slot_rows, self._slot_rows)
