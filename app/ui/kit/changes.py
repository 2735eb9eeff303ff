"""One way in which windows follow the language and the colours while they are on screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget as Base
else:
    Base = object


class FollowsChanges(Base):
    """For a widget: `class Panel(FollowsChanges, QWidget)`, with `follow_changes` at the end of its constructor.

    Not an event filter: that would run Python for every event of the widget, each paint and mouse move among them.
    """

    _follows = False

    def retranslate(self) -> None:
        """Puts every text in the language in use."""

    def dress(self) -> None:
        """Puts in the colours in use what does not follow the palette by itself, pictures for instance."""

    def follow_changes(self) -> None:
        """Texts and colours for the first time, and from now on whenever they change.

        Before this call the widget is not complete, and Qt reports changes of the palette already.
        """
        self._follows = True
        self.retranslate()
        self.dress()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if not self._follows:
            return
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self.dress()
