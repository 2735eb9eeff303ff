"""Models that are being removed: each on a thread of its own, since a disk may be slow and a window must not wait."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from app.models.errors import ModelError
from app.models.installed import STARTER, InstalledModel, remove, setting_of, with_active, without
from app.models.words import readable_size
from app.ui.kit.live_settings import LiveSettings
from app.ui.kit.placing import widen
from app.ui.models.work import ModelWork


class Removals(QObject):
    """Signals:
    ended(str): a removal has come to its end; the message says why the model is still there, "" if it is gone.
    """

    ended = Signal(str)

    def __init__(self, live: LiveSettings, parent: QObject) -> None:
        super().__init__(parent)
        self._live = live
        self._running: dict[str, ModelWork] = {}

    def __contains__(self, model_id: str) -> bool:
        """Whether the model with this id is being removed."""
        return model_id in self._running

    def ask(self, model: InstalledModel, window: QWidget) -> bool:
        """Whether the user wants it, after a question in front of `window`."""
        if model.kind == "external":
            question = self.tr("Remove the model {0} from the list? Its folder will be kept: {1}").format(
                model.name, model.folder
            )
        elif model.kind == "server":
            question = self.tr("Remove the server {0} from the list?").format(model.name)
        else:
            size = readable_size(model.n_bytes)
            question = self.tr("Remove the model {0}? This frees {1}.").format(model.name, size)
        if model.active:
            question += "\n\n" + self.tr("It is in use. Captions will continue with the starter model.")
        buttons = QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No
        box = QMessageBox(QMessageBox.Icon.Question, self.tr("Models"), question, buttons, window)
        box.setTextFormat(Qt.TextFormat.PlainText)  # a bundle's name is its maker's
        widen(box)
        answer = box.exec()
        box.deleteLater()
        return answer == QMessageBox.StandardButton.Yes

    def begin(self, model: InstalledModel) -> None:
        """Removes a model. The settings change first, so that the captions leave it while it can still be found."""
        was_chosen = self._live.value.captions.model == setting_of(model.id)
        work = ModelWork(self)
        self._running[model.id] = work

        def removed(gone: bool) -> None:
            late = "" if gone else self.tr("It is still in use and will be removed when the program next starts.")
            self._end(model, late)

        def stays(error: ModelError) -> None:
            if was_chosen and self._live.value.captions.model == setting_of(STARTER):
                self._live.replace(with_active(self._live.value, model.id))
            self._end(model, str(error))

        work.done.connect(removed)
        work.failed.connect(stays)
        self._live.replace(without(model, self._live.value))
        work.start(lambda _progress, _stopped: remove(model))

    def _end(self, model: InstalledModel, message: str) -> None:
        self._running.pop(model.id).deleteLater()
        self.ended.emit(message)

    @property
    def text(self) -> str:
        """What there is to say while some are under way, "" if none is."""
        if not self._running:
            return ""
        return self.tr("Removing a model… You can continue or close this window.")
