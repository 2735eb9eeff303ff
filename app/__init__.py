"""The user's side: sound devices, windows, hotkeys, files. May import `inference`, `onnx_export` and `resources`."""

from inference import telemetry as telemetry  # before anything that could load ONNX Runtime

# isort: split
from app.base.windows_runtime import offer_runtime

offer_runtime()

__version__ = "0.1.0"
