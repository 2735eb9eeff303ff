"""Prints the lowest version of every dependency as pip's constraints: `python packaging/lowest.py > constraints.txt`.

`make test-lowest` runs lint and tests with them, so that no lower bound in `pyproject.toml` is a guess.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(\[.*\])?>=(?P<lowest>[\w.]+)(,[^;]*)?(?P<marker>;.*)?")


def constraint(requirement: str) -> str:
    """A requirement with a lower bound, held at that bound. Raises ValueError where there is none.

    >>> constraint("httpx2[socks]>=2,<3; sys_platform == 'linux'")
    "httpx2==2; sys_platform == 'linux'"
    """
    match = REQUIREMENT.fullmatch(requirement)
    if match is None:
        raise ValueError(f"{requirement!r} has no lower bound")
    return f"{match['name']}=={match['lowest']}{match['marker'] or ''}"


def constraints() -> list[str]:
    """One line for each dependency of the program and of its tests."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [constraint(line) for line in project["dependencies"] + project["optional-dependencies"]["test"]]


if __name__ == "__main__":
    print("\n".join(constraints()))
