"""shell.py JAVASCRIPT   evaluates it in GNOME Shell (needs --unsafe-mode) and prints the result, strings without quotes."""

import contextlib
import json
import sys

from gi.repository import Gio, GLib

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
ok, value = bus.call_sync(
    "org.gnome.Shell",
    "/org/gnome/Shell",
    "org.gnome.Shell",
    "Eval",
    GLib.Variant("(s)", (sys.argv[1],)),
    None,
    0,
    20000,
    None,
).unpack()
with contextlib.suppress(ValueError):
    value = json.loads(value)
print(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
sys.exit(not ok)
