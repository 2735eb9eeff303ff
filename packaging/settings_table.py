"""Writes the table of all settings from their fields: `python packaging/settings_table.py [--check]`.

`docs/settings.md` lists what stands in `settings.json`. `--check` changes nothing and fails if it is out of date.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import asdict, fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "settings.md"
HEAD = """# All settings

The settings are in `settings.json`; [files.md](files.md) says where it is. The windows change all of them but a few that the program keeps
for itself. A value that is invalid falls back to its default.

This page is made from `app/base/settings.py` by `python packaging/settings_table.py`.
"""


def meanings(kind: type) -> dict[str, str]:
    """What the class's docstring says about each field, without line breaks."""
    section = inspect.cleandoc(kind.__doc__ or "").partition("Attributes:")[2]
    found = {}
    for names, text in re.findall(r"^ {4}([\w, ]+): (.*(?:\n {8}.*)*)", section, re.MULTILINE):
        for name in names.split(", "):
            found[name] = " ".join(text.split())
    return found


def values(hint: Any, low: float | None, high: float | None) -> str:
    """What a field may hold."""
    if get_origin(hint) is Literal:
        return ", ".join(f"`{json.dumps(value, ensure_ascii=False)}`" for value in get_args(hint))
    if low is not None and high is not None:
        return f"{low} to {high}"
    if get_origin(hint) is tuple:
        return "list"
    return "group" if is_dataclass(hint) else {bool: "`true`, `false`", str: "text", int: "number"}[hint]


def page() -> Iterator[str]:
    """The lines of the page."""
    from app.base.settings import Settings, settings_in

    yield from HEAD.splitlines()
    for group in fields(Settings):
        part = getattr(Settings(), group.name)
        hints, words = get_type_hints(type(part)), meanings(type(part))
        yield from ("", f"## {group.name}", "", part.__doc__.split("\n")[0], "")
        yield from ("| setting | in the windows | values | default | meaning |", "|---|---|---|---|---|")
        for name, known in settings_in(type(part)).items():
            default = json.dumps(asdict(part)[name], ensure_ascii=False)
            held = values(hints[name], known.low, known.high)
            yield f"| `{name}` | {known.label} | {held} | `{default}` | {words.get(name, '')} |"


def main() -> int:
    text = "\n".join(page()) + "\n"
    if "--check" in sys.argv:
        return int(PAGE.read_text(encoding="utf-8") != text)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
