"""Prints what Windows' Python gets under Wine, as pip's requirements: pyproject.toml's, and what `requirements.txt` adds.

pip downloads for Windows but judges markers by the system that it runs on, so they are judged here.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

try:
    from packaging.requirements import Requirement
except ImportError:  # the system's Python has pip's own copy
    from pip._vendor.packaging.requirements import Requirement

HERE = Path(__file__).resolve().parent
WINDOWS = {"sys_platform": "win32", "platform_machine": "AMD64", "platform_system": "Windows", "python_version": "3.12"}
LEFT_OUT = ("onnxruntime-gpu", "pynput", "pytest-xdist", "ruff", "mypy", "types-regex", "vulture")
"""The build without CUDA is smaller; pynput is fetched apart, as its own markers ask for evdev; the rest checks sources."""


def requirements() -> list[str]:
    """One line for each; those of the kit replace the project's."""
    project = tomllib.loads((HERE.parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    own = [line for line in (HERE / "requirements.txt").read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    names = {Requirement(line).name.lower() for line in own}
    wanted = [Requirement(line) for line in project["dependencies"] + extras["test"] + extras["packaging"]]
    kept = [
        f"{one.name}{'[' + ','.join(one.extras) + ']' if one.extras else ''}{one.specifier}"
        for one in wanted
        if (one.marker is None or one.marker.evaluate(WINDOWS))
        and one.name.lower() not in names
        and one.name not in LEFT_OUT
    ]
    return kept + own


if __name__ == "__main__":
    print("\n".join(requirements()))
