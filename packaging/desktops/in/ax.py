"""Reads and presses widgets of other programs through AT-SPI.

ax.py apps | tree APP [DEPTH] | text APP | press APP ROLE NAME [SECONDS]      parts of names are enough, "" is any,
=NAME is all of it
ax.py watch APP      the longest text, as JSON, for every line of stdin
"""

import json
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402 - the version comes first


def apps():
    desk = Atspi.get_desktop(0)
    return [a for a in (desk.get_child_at_index(i) for i in range(desk.get_child_count())) if a is not None]


def walk(node, depth=0, most=30):
    yield node, depth
    if depth < most:
        for i in range(min(node.get_child_count(), 400)):
            try:
                child = node.get_child_at_index(i)
            except Exception:
                continue
            if child is not None:
                yield from walk(child, depth + 1, most)


def find(name):
    return [a for a in apps() if name.lower() in (a.get_name() or "").lower()]


def is_named(node, name):
    found = (node.get_name() or "").lower()
    return found == name[1:].lower() if name.startswith("=") else name.lower() in found


def texts(name):
    for a in find(name):
        for node, _ in walk(a):
            try:
                if node.get_text_iface() and node.get_state_set().contains(Atspi.StateType.EDITABLE):
                    yield Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))
            except Exception as error:
                print("?", error, file=sys.stderr)


what = sys.argv[1]
if what == "apps":
    for a in apps():
        print(a.get_name(), a.get_process_id())
elif what == "tree":
    for a in find(sys.argv[2]):
        for node, depth in walk(a, most=int(sys.argv[3]) if len(sys.argv) > 3 else 30):
            try:
                showing = node.get_state_set().contains(Atspi.StateType.SHOWING)
                e = node.get_component_iface() and node.get_extents(Atspi.CoordType.WINDOW)
                print(
                    "  " * depth + node.get_role_name(),
                    repr(node.get_name()),
                    "" if showing else "(hidden)",
                    f"{e.x},{e.y} {e.width}x{e.height}" if e else "",
                )
            except Exception as error:
                print("  " * depth + "?", error)
elif what == "text":
    for text in texts(sys.argv[2]):
        print(repr(text))
elif what == "watch":
    for _ in sys.stdin:
        print(json.dumps(max(texts(sys.argv[2]), key=len, default="")), flush=True)
elif what == "press":
    app, role, name = sys.argv[2:5]
    end = time.time() + float(sys.argv[5] if len(sys.argv) > 5 else 10)
    while time.time() < end:
        for a in find(app):
            for node, _ in walk(a):
                try:
                    if (
                        role in node.get_role_name()
                        and is_named(node, name)
                        and node.get_state_set().contains(Atspi.StateType.SHOWING)
                    ):
                        action = node.get_action_iface()
                        print(
                            "found",
                            node.get_role_name(),
                            node.get_name(),
                            [Atspi.Action.get_action_name(node, i) for i in range(Atspi.Action.get_n_actions(node))]
                            if action
                            else "no action",
                        )
                        if action and Atspi.Action.get_n_actions(node) and Atspi.Action.do_action(node, 0):
                            sys.exit(0)
                except SystemExit:
                    raise
                except Exception:
                    pass
        time.sleep(0.3)
    print("not found")
    sys.exit(1)
