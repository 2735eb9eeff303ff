"""Run by Windows' Python under Wine: writes every change of Notepad's text to the file given, one JSON object a line."""

from __future__ import annotations

import ctypes
import json
import sys
import time
from pathlib import Path

WM_GETTEXT, WM_GETTEXTLENGTH = 0x000D, 0x000E

user32 = ctypes.WinDLL("user32")  # type: ignore[attr-defined]
for name in ("FindWindowW", "FindWindowExW"):
    getattr(user32, name).restype = ctypes.c_void_p
user32.FindWindowExW.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_wchar_p, ctypes.c_wchar_p]
user32.SendMessageW.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_size_t, ctypes.c_void_p]
user32.SendMessageW.restype = ctypes.c_ssize_t


def text_of(control: int) -> str:
    size = user32.SendMessageW(control, WM_GETTEXTLENGTH, 0, None) + 1
    buffer = ctypes.create_unicode_buffer(size)
    user32.SendMessageW(control, WM_GETTEXT, size, buffer)
    return buffer.value


def main(report: str) -> None:
    window = None
    while not window:
        window = user32.FindWindowW("Notepad", None)
        time.sleep(0.05)
    control = user32.FindWindowExW(window, None, "Edit", None)
    before = None
    with Path(report).open("a", encoding="utf-8") as file:
        while True:
            if (text := text_of(control)) != before:
                file.write(json.dumps({"wall_s": time.time(), "text": text}, ensure_ascii=False) + "\n")
                file.flush()
                before = text
            time.sleep(0.02)


if __name__ == "__main__":
    main(sys.argv[1])
