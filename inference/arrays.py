"""The arrays that go from one part of the recogniser to the next."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Float32 = NDArray[np.float32]

Ids = NDArray[np.int64]
"""Token ids, or places of rows in a table."""

HostRows = NDArray[np.floating]
"""Embedding rows [n, width] in the computer's memory, float32 or float16."""

Rows = Any
"""Embedding rows [n, width]: `HostRows`, or `inference.cuda.rows.DeviceRows`. Both have `len`, slices and `numpy.asarray`."""
