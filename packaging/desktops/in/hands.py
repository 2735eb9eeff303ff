"""A user's hands, through libei (the same on GNOME and KDE).

hands.py WORD...   key ctrl+alt+d | down KEY | up KEY | move X Y | click X Y | rclick X Y | hit (the button, where the
pointer is) | drag X Y X2 Y2 | type TEXT | sleep S      "-": such lines from stdin, each answered with "done"
Keys are those of a US keyboard, by name: a, 1, enter, esc, rightctrl, super ...
"""

import ctypes
import os
import select
import shlex
import sys
import time

from gi.repository import Gio, GLib

CODES = (
    dict(zip("1234567890-=", range(2, 14), strict=True))
    | dict(zip("qwertyuiop[]", range(16, 28), strict=True))
    | dict(zip("asdfghjkl;'`", range(30, 42), strict=True))
)
CODES |= (
    dict(zip("\\zxcvbnm,./", range(43, 54), strict=True))
    | {
        "esc": 1,
        "backspace": 14,
        "tab": 15,
        "enter": 28,
        "ctrl": 29,
        "shift": 42,
        "alt": 56,
        "space": 57,
        " ": 57,
        "\n": 28,
        "rightctrl": 97,
        "rightalt": 100,
        "super": 125,
        "up": 103,
        "left": 105,
        "right": 106,
        "down": 108,
        "home": 102,
        "end": 107,
        "delete": 111,
        "insert": 110,
        "rightshift": 54,
        "pause": 119,
        "caps": 58,
        "print": 99,
    }
    | {f"f{n}": 58 + n for n in range(1, 11)}
    | {"f11": 87, "f12": 88}
)
SHIFTED = dict(zip('!@#$%^&*()_+{}|:"<>?~', "1234567890-=[]\\;',./`", strict=True))
POINTER, ABSOLUTE, KEYBOARD, SCROLL, BUTTON = 1, 2, 4, 16, 32
ei = ctypes.CDLL("libei.so.1")
P = ctypes.c_void_p
for name, res, args in (
    ("ei_new_sender", P, [P]),
    ("ei_configure_name", None, [P, ctypes.c_char_p]),
    ("ei_setup_backend_fd", ctypes.c_int, [P, ctypes.c_int]),
    ("ei_get_fd", ctypes.c_int, [P]),
    ("ei_dispatch", None, [P]),
    ("ei_get_event", P, [P]),
    ("ei_event_unref", P, [P]),
    ("ei_event_get_type", ctypes.c_int, [P]),
    ("ei_event_get_seat", P, [P]),
    ("ei_event_get_device", P, [P]),
    ("ei_device_has_capability", ctypes.c_bool, [P, ctypes.c_int]),
    ("ei_device_ref", P, [P]),
    ("ei_device_start_emulating", None, [P, ctypes.c_uint32]),
    ("ei_device_keyboard_key", None, [P, ctypes.c_uint32, ctypes.c_bool]),
    ("ei_device_pointer_motion", None, [P, ctypes.c_double, ctypes.c_double]),
    ("ei_device_button_button", None, [P, ctypes.c_uint32, ctypes.c_bool]),
    ("ei_device_frame", None, [P, ctypes.c_uint64]),
    ("ei_now", ctypes.c_uint64, [P]),
):
    f = getattr(ei, name)
    f.restype, f.argtypes = res, args
ei.ei_seat_bind_capabilities.restype = None

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
if os.environ["DESKTOP"] == "gnome":
    R = "org.gnome.Mutter.RemoteDesktop"
    path = bus.call_sync(R, "/org/gnome/Mutter/RemoteDesktop", R, "CreateSession", None, None, 0, 5000, None).unpack()[
        0
    ]
    bus.call_sync(R, path, R + ".Session", "Start", None, None, 0, 5000, None)
    reply, fds = bus.call_with_unix_fd_list_sync(
        R, path, R + ".Session", "ConnectToEIS", GLib.Variant("(a{sv})", ({},)), None, 0, 5000, None, None
    )
else:
    reply, fds = bus.call_with_unix_fd_list_sync(
        "org.kde.KWin",
        "/org/kde/KWin/EIS/RemoteDesktop",
        "org.kde.KWin.EIS.RemoteDesktop",
        "connectToEIS",
        GLib.Variant("(i)", (7,)),
        None,
        0,
        5000,
        None,
        None,
    )
fd = fds.get(reply.unpack()[0])
context = ei.ei_new_sender(None)
ei.ei_configure_name(context, b"hands")
assert ei.ei_setup_backend_fd(context, fd) == 0
have = {}


def pump(seconds):
    end = time.monotonic() + seconds
    while True:
        ei.ei_dispatch(context)
        while event := ei.ei_get_event(context):
            kind = ei.ei_event_get_type(event)
            if kind == 3:
                ei.ei_seat_bind_capabilities(
                    P(ei.ei_event_get_seat(event)),
                    *[ctypes.c_int(c) for c in (POINTER, KEYBOARD, BUTTON, SCROLL)],
                    P(None),
                )
            elif kind == 8:
                device = ei.ei_device_ref(ei.ei_event_get_device(event))
                ei.ei_device_start_emulating(device, 1)
                for c in (POINTER, KEYBOARD, BUTTON):
                    if ei.ei_device_has_capability(device, c):
                        have.setdefault(c, device)
            ei.ei_event_unref(event)
        left = end - time.monotonic()
        if left <= 0:
            return
        select.select([ei.ei_get_fd(context)], [], [], left)


def key(name, down):
    ei.ei_device_keyboard_key(have[KEYBOARD], CODES[name], down)
    ei.ei_device_frame(have[KEYBOARD], ei.ei_now(context))
    pump(0.02)


def chord(text):
    names = [text] if text in CODES else text.split("+")
    for n in names:
        key(n, True)
    for n in reversed(names):
        key(n, False)


WIDTH, HEIGHT = map(int, os.environ["SIZE"].split("x"))


def move(x, y):
    # By way of the lower right corner: in the upper left one GNOME has a barrier that holds the pointer.
    for dx, dy in ((6000, 6000), (x - WIDTH + 1, y - HEIGHT + 1)):
        ei.ei_device_pointer_motion(have[POINTER], dx, dy)
        ei.ei_device_frame(have[POINTER], ei.ei_now(context))
        pump(0.05)


def button(code, down):
    ei.ei_device_button_button(have[BUTTON], code, down)
    ei.ei_device_frame(have[BUTTON], ei.ei_now(context))
    pump(0.08)


for _ in range(40):
    pump(0.1)
    if KEYBOARD in have and POINTER in have and BUTTON in have:
        break
pump(0.2)


def act(words):
    while words:
        do = words.pop(0)
        if do == "key":
            chord(words.pop(0))
            pump(0.1)
        elif do in ("down", "up"):
            key(words.pop(0), do == "down")
        elif do == "hit":
            button(0x110, True)
            pump(0.1)
            button(0x110, False)
        elif do == "sleep":
            pump(float(words.pop(0)))
        elif do == "type":
            for c in words.pop(0):
                base = SHIFTED.get(c, c.lower())
                up = c in SHIFTED or c.isupper()
                if up:
                    key("shift", True)
                chord(base)
                if up:
                    key("shift", False)
        elif do in ("move", "click", "rclick", "drag"):
            x, y = float(words.pop(0)), float(words.pop(0))
            move(x, y)
            if do in ("click", "rclick"):
                code = 0x110 if do == "click" else 0x111
                button(code, True)
                button(code, False)
            if do == "drag":
                pump(0.3)
                button(0x110, True)
                pump(0.3)
                x2, y2 = float(words.pop(0)), float(words.pop(0))
                for _ in range(20):
                    ei.ei_device_pointer_motion(have[POINTER], (x2 - x) / 20, (y2 - y) / 20)
                    ei.ei_device_frame(have[POINTER], ei.ei_now(context))
                    pump(0.04)
                pump(0.3)
                button(0x110, False)
        else:
            raise SystemExit(f"what is {do}?")


if sys.argv[1:] == ["-"]:
    while True:
        while not select.select([sys.stdin], [], [], 0)[0]:
            pump(0.02)
        if not (line := sys.stdin.readline()):
            break
        act(shlex.split(line))
        print("done", flush=True)
else:
    act(sys.argv[1:])
pump(0.2)
