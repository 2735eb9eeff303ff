"""Switches off the telemetry of libraries, before the first of those libraries is loaded.

Every package of the project imports this module before anything else, so it cannot depend on the order of other imports.
ONNX Runtime reads its variable once, while its native library is loaded: from then on it is too late, and
`onnxruntime.disable_telemetry_events()` only stops later events. Child processes inherit the variables.
`docs/privacy.md` has what each library would report and where that is documented.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Container, MutableMapping

SWITCHES = {
    "ORT_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_UPDATE_CHECK": "1",
}
"""Environment variables and the values that switch a library's reports and update checks off."""

_DISABLING = ("1", "true", "yes", "on", "y")
"""Values of `ORT_DISABLE_TELEMETRY` that disable (`IsTelemetryDisabledByEnvVar` in ONNX Runtime)."""


def switch_off(environment: MutableMapping[str, str], loaded: Container[str]) -> None:
    """Sets all switches, whatever their values were; warns if ONNX Runtime was loaded without its own.

    Args:
        environment: of this process; native code must see its changes, as it does those of `os.environ`.
        loaded: names of the modules that are imported already.
    """
    given = environment.get("ORT_DISABLE_TELEMETRY", "").strip().lower()
    environment.update(SWITCHES)
    if "onnxruntime" in loaded and given not in _DISABLING:
        warnings.warn(
            "onnxruntime was imported before inference, so its telemetry is on in this process. "
            "Import inference first, or set ORT_DISABLE_TELEMETRY=1 before Python starts.",
            RuntimeWarning,
            stacklevel=2,
        )


switch_off(os.environ, sys.modules)
