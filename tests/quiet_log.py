"""The log of a test: a warning or an error in it that the test does not expect is a fault, even where all else passes.

`@pytest.mark.logs("the recogniser gave up", …)` names what a test expects: regular expressions, searched in the messages.
Desktop tests are left out: they run whole programs in processes of their own, on devices that come and go.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

import pytest


class Kept(logging.Handler):
    """Keeps every warning and error of the process."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(f"{record.levelname} {record.name}: {self.format(record)}")


def judge(messages: list[str], expected: list[str]) -> tuple[list[str], list[str]]:
    """(messages that nobody expects, expectations that no message meets)."""
    unexpected = [text for text in messages if not any(re.search(pattern, text) for pattern in expected)]
    unmet = [pattern for pattern in expected if not any(re.search(pattern, text) for text in messages)]
    return unexpected, unmet


@pytest.fixture(autouse=True)
def quiet_log(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fails a test whose log holds a warning or an error that is not expected, or lacks one that is."""
    kept = Kept()
    logging.getLogger().addHandler(kept)
    yield
    logging.getLogger().removeHandler(kept)
    expected = [pattern for marker in request.node.iter_markers("logs") for pattern in marker.args]
    unexpected, unmet = judge(kept.messages, expected)
    if request.node.get_closest_marker("desktop") is not None:
        return
    heads = [text.partition("\n")[0][:200] for text in unexpected[:5]]  # pytest shows the whole log below
    assert not heads, "in the log, and not expected"
    if not hasattr(request.node, "callspec"):  # of a test with parameters, not every case need log it
        assert not unmet, f"not in the log: {unmet}"
