"""What of the transcript is shown: whole words or phrases, with the name of who speaks, for the overlay and for OBS."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.base.settings import Settings
from app.base.sides import speaker_label, speaker_of
from app.transcript.document import Transcript
from app.ui.kit.live_settings import LiveSettings
from app.ui.overlay.phrases import LinesShown, step_of_words


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
        step = live.value.overlay.text_step
        self._overlay = LinesShown(transcript, step, self)
        self._page = LinesShown(transcript, step_of_words(step), self)
        self._overlay.released.connect(self._to_overlay)
        self._page.released.connect(self._to_page)

    def take_settings(self, settings: Settings) -> None:
        self._overlay.set_step(settings.overlay.text_step)
        self._page.set_step(step_of_words(settings.overlay.text_step))

    def of_line(self, line: int) -> str:
        """What the overlay has shown of a line so far, for whoever reads back."""
        text = self._overlay.of_line(line)
        return f"{self._speaker(line)}{text.lstrip()}" if self._live.value.overlay.speakers else text

    def _to_overlay(self, line: int, delta: str) -> None:
        labelled = self._labelled(self._overlay, line, delta)
        self.for_overlay.emit(line, labelled if self._live.value.overlay.speakers else delta)

    def _to_page(self, line: int, delta: str) -> None:
        self.for_page.emit(line, self._labelled(self._page, line, delta))

    def _labelled(self, shown: LinesShown, line: int, delta: str) -> str:
        """A line's first words come after the name of who speaks."""
        label = self._speaker(line) if shown.of_line(line) == delta else ""
        return f"{label}{delta.lstrip()}" if label else delta

    def _speaker(self, line: int) -> str:
        """Who speaks in a line, as it stands before the words; "" where there is only one side."""
        side = self._transcript.line(line).side
        return f"{speaker_label(speaker_of(side, self._live.value.captions))} " if side else ""
