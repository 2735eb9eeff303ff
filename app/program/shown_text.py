"""What of the transcript is shown: whole words or phrases, with the name of who speaks, for the overlay and for OBS."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.base.settings import Settings
from app.base.sides import speaker_label, speaker_of
from app.transcript.document import Transcript
from app.ui.kit.live_settings import LiveSettings
from app.ui.overlay.phrases import Phrases


class ShownText(QObject):
    """Stands between the transcript and those who show it.

    Signals:
        for_overlay(int line, str delta), for_page(int line, str delta): text that may be shown now.
    """

    for_overlay = Signal(int, str)
    for_page = Signal(int, str)

    def __init__(self, transcript: Transcript, live: LiveSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._transcript = transcript
        self._live = live

        def word_open(line: int) -> bool:
            return transcript.line(line).open_word

        self._overlay = Phrases(live.value.overlay.text_step, self, word_open)
        self._page = Phrases("words", self, word_open)
        self._overlay.released.connect(self.for_overlay)
        self._page.released.connect(self.for_page)
        transcript.text_appended.connect(self._append)
        transcript.line_finished.connect(self._overlay.finish)
        transcript.line_finished.connect(self._page.finish)

    def take_settings(self, settings: Settings) -> None:
        self._overlay.set_step(settings.overlay.text_step)

    def of_line(self, line: int) -> str:
        """What the overlay has shown of a line so far, for whoever reads back."""
        text = self._overlay.shown(line, self._transcript.line(line).text)
        return f"{self._speaker(line)}{text.lstrip()}" if self._live.value.overlay.speakers else text

    def _append(self, line: int, delta: str) -> None:
        """A line's first words come after the name of who speaks."""
        begins = self._transcript.line(line).text == delta
        labelled = f"{label}{delta.lstrip()}" if begins and (label := self._speaker(line)) else delta
        self._overlay.append(line, labelled if self._live.value.overlay.speakers else delta)
        self._page.append(line, labelled)

    def _speaker(self, line: int) -> str:
        """Who speaks in a line, as it stands before the words; "" where there is only one side."""
        side = self._transcript.line(line).side
        return f"{speaker_label(speaker_of(side, self._live.value.captions))} " if side else ""
