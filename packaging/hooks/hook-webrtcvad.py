"""PyInstaller's own hook asks for the distribution "webrtcvad"; ours has the same module under another name."""

from PyInstaller.utils.hooks import copy_metadata

datas = copy_metadata("webrtcvad-wheels")
