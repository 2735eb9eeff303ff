"""The check of the log finds what is too much and what is missing."""

from __future__ import annotations

import logging

import pytest

from tests.quiet_log import Kept, judge

log = logging.getLogger(__name__)


def test_what_is_not_expected_or_not_met_is_found() -> None:
    assert judge(["WARNING a: lost", "ERROR b: gone"], ["lost"]) == (["ERROR b: gone"], [])
    assert judge(["WARNING a: lost"], ["lo.t", "found"]) == ([], ["found"])


def test_warnings_are_kept_with_their_errors_and_quieter_messages_are_not() -> None:
    kept = Kept()
    own = logging.Logger("own")
    own.addHandler(kept)
    own.info("all is well")
    own.warning("%s is lost", "a word")
    try:
        raise ValueError("the reason")
    except ValueError:
        own.exception("failed")
    assert kept.messages[0] == "WARNING own: a word is lost"
    assert len(kept.messages) == 2
    assert "ValueError: the reason" in kept.messages[1]


@pytest.mark.logs("a warning that is expected")
def test_an_expected_warning_is_no_fault() -> None:
    log.warning("a warning that is expected")
