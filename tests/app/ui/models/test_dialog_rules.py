"""What the models dialog says, without a window: rows, languages, memory, precisions."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.base.settings import Settings
from app.models.catalogue import load_catalogue
from app.models.installed import list_installed
from app.models.machine import PRECISIONS
from app.ui.models.list_page import Row, languages_text, memory_text, rows_for
from app.ui.models.pages import precision_text


@pytest.mark.parametrize(
    ("languages", "best", "text"),
    [
        ((), (), "unknown"),
        (("English",), (), "English"),
        (("Chinese", "German"), (), "中文, Deutsch"),
        (("Klingon",), (), "Klingon"),
        (("a", "b", "c", "d"), (), "4 languages"),
        (("Chinese", "English", "German", "French"), ("Chinese", "English"), "4 languages, best in 中文, English"),
    ],
)
def test_languages_are_named_in_their_own_words(languages: tuple[str, ...], best: tuple[str, ...], text: str) -> None:
    assert languages_text(languages, best) == text


@pytest.mark.parametrize(
    ("n_bytes", "text"),
    [
        ([], ""),
        ([0, 0], ""),
        ([2_900_000_000], "2.9 GB while it runs"),
        ([2_900_000_000, 0, 5_000_000_000], "2.9 GB to 5.0 GB while it runs"),
    ],
)
def test_memory_that_nobody_measured_is_not_named(n_bytes: list[int], text: str) -> None:
    assert memory_text(n_bytes) == text


def test_models_that_are_here_come_before_those_that_can_be_fetched(models: Path) -> None:
    rows = rows_for(list_installed(Settings(), models), load_catalogue())
    assert [row.key for row in rows] == ["starter", "get:confucius4-r2t2"]
    assert Row().key == "get:"


def test_every_precision_has_words() -> None:
    assert all(all(precision_text(precision)) for precision in PRECISIONS)
