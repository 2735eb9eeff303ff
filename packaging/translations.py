"""Brings the translations in line with the source texts: `python packaging/translations.py [--check]`.

Texts are collected from the packages with pyside6-lupdate into `resources/translations/*.ts`, which translators edit (with
Qt Linguist or any editor); pyside6-lrelease makes the `*.qm` files that the program loads. `--check` changes nothing and
fails if a text is new, untranslated, or has other placeholders than its source.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import PySide6

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
PLACEHOLDER = re.compile(r"\{[^{}]*\}|%[0-9n]")


def tool(name: str) -> str:
    """One of the Qt tools in PySide6's package."""
    found = shutil.which(name, path=str(Path(str(PySide6.__file__)).parent))
    if found is None:
        raise SystemExit(f"{name} was not found; it comes with PySide6-Essentials")
    return found


def collect(ts: Path) -> None:
    """Puts the texts of the source into `ts`; existing translations are kept, texts that are gone are dropped.

    English is the source: its file holds only what has a plural.
    """
    rooms = ("app", "inference", "onnx_export")
    sources = sorted(str(path.relative_to(ROOT)) for room in rooms for path in (ROOT / room).rglob("*.py"))
    command = [tool("lupdate"), *sources, "-ts", str(ts), "-no-obsolete", "-locations", "none"]
    if ts.stem.endswith("_en"):
        command.append("-pluralonly")
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def messages(ts: Path) -> Iterator[tuple[str, str, list[str], bool]]:
    """(context, source, translations, finished) of each text."""
    for context in ET.parse(ts).getroot().iter("context"):
        name = context.findtext("name") or ""
        for message in context.iter("message"):
            translation = message.find("translation")
            forms: list[str] = []
            if translation is not None:
                plural = [form.text or "" for form in translation.iter("numerusform")]
                forms = plural or [translation.text or ""]
            finished = translation is not None and translation.get("type") is None and all(forms)
            yield name, message.findtext("source") or "", forms, finished


def problems(ts: Path) -> list[str]:
    """What is missing or wrong in `ts`, one line each."""
    found = []
    for context, source, forms, finished in messages(ts):
        if not finished:
            found.append(f"{ts.name}: not translated: {context}: {source!r}")
            continue
        wanted = sorted(PLACEHOLDER.findall(source))
        found += [
            f"{ts.name}: other placeholders: {context}: {source!r} -> {form!r}"
            for form in forms
            if sorted(PLACEHOLDER.findall(form)) != wanted
        ]
    return found


def check() -> list[str]:
    """Problems of all translations against the source as it is now."""
    found = []
    for ts in sorted(FOLDER.glob("*.ts")):
        with tempfile.TemporaryDirectory() as folder:
            fresh = Path(folder) / ts.name
            shutil.copy(ts, fresh)
            collect(fresh)
            found += problems(fresh)
        if not ts.with_suffix(".qm").exists():
            found.append(f"{ts.name}: not compiled")
    return found


def main() -> int:
    if "--check" not in sys.argv:
        for ts in sorted(FOLDER.glob("*.ts")):
            collect(ts)
            subprocess.run(
                [tool("lrelease"), str(ts), "-qm", str(ts.with_suffix(".qm"))],
                check=True,
                stdout=subprocess.DEVNULL,
            )
    found = check()
    print("\n".join(found) or "translations are complete")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
