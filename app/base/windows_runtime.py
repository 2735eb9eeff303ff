"""The Visual C++ runtime on Windows: ONNX Runtime needs it, its package does not contain it, and a fresh Windows has none."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec


def offer_runtime() -> None:
    """Lets libraries find the copy in PySide6's package, as importing PySide6 itself would. Commands do not import it.

    Without PySide6 nothing changes; `r2t2-captions doctor` names Microsoft's installer where the runtime is missing.
    """
    if sys.platform != "win32":
        return
    spec = find_spec("PySide6")
    for folder in (spec and spec.submodule_search_locations) or ():
        os.add_dll_directory(folder)
