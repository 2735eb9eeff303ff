"""The page of dictation's own words: what the test field shows of spoken punctuation and numbers."""

from __future__ import annotations

from app.ui.kit.live_settings import LiveSettings
from app.ui.settings.dictation_pages import DictationWordsPage


def test_the_test_field_shows_what_would_be_written(live: LiveSettings) -> None:
    live.update("dictation", caption_language=False, language="English")
    page = DictationWordsPage(live)
    page.sample.setText("you owe me twenty five dollars period thanks")
    assert page.result.text() == "you owe me twenty five dollars period thanks"
    live.update("dictation", spoken_marks=True)
    assert page.result.text() == "you owe me twenty five dollars. Thanks"
    assert "new paragraph" in page.forms_note.text()
    live.update("dictation", spoken_numbers=True)
    assert page.result.text() == "you owe me $25. Thanks"


def test_the_page_names_what_a_language_lacks(live: LiveSettings) -> None:
    live.update("dictation", caption_language=False, language="Korean", spoken_marks=True, spoken_numbers=True)
    words = DictationWordsPage(live).forms_note.text()
    assert words.splitlines() == [
        "There are no spoken commands for this language yet.",
        "Numbers stay words in this language.",
    ]
