"""The person's side: sound devices, windows, hotkeys, files. May import `inference`, `onnx_export` and `resources`."""

__version__ = "0.1.0"
