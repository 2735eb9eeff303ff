"""The models dialog: the view of `app.models.get_model`, and the list of models with what can be done to them.

Long work runs on threads of its own (and converts in a process); looking into a folder and deleting a model have
threads as well: the Qt thread never waits. Closing the window while work is running only hides it. What is chosen goes
into the settings; whoever runs the captions follows the setting `captions.model`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QHideEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QStackedWidget, QVBoxLayout, QWidget

from app.base.events import Status
from app.base.settings import Server
from app.base.translation import translate
from app.models.catalogue import Catalogue, CatalogueEntry, Licence, load_catalogue
from app.models.errors import ModelError
from app.models.get_model import (
    AskLicence,
    AskPrecision,
    Check,
    Convert,
    Ended,
    FromCatalogue,
    FromFolder,
    GetModel,
    Listing,
    Stage,
    Step,
    Switching,
    TakeBundle,
    Task,
    Wanted,
    Working,
)
from app.models.hub import HubOptions
from app.models.install import bundle_bytes, hub_options
from app.models.installed import InstalledModel, with_active, with_external
from app.models.licences import accept, is_accepted
from app.models.machine import PRECISIONS, Machine, recommend_precision
from app.models.progress import Progress
from app.models.servers import as_models, server_id, with_server
from app.models.source import ModelSource, classify
from app.ui.kit.live_settings import LiveSettings
from app.ui.models.connection_page import ConnectionPage
from app.ui.models.jobs import job_for, list_models, measure_space, predict_here, try_folder
from app.ui.models.list_page import ListPage
from app.ui.models.pages import LicencePage, PrecisionPage, ProgressPage, ResultPage
from app.ui.models.removals import Removals
from app.ui.models.server_page import ServerPage, try_server
from app.ui.models.work import ModelWork

SWITCH_TIMEOUT_MS = 120_000
"""After this long the dialog stops waiting for the captions to take the new model; they still do when it is loaded."""


def title_of(task: Task) -> str:
    """The title of the page that shows this work."""
    match task:
        case Convert():
            return translate("ModelDialog", "Installing {0}").format(task.wanted.name)
        case TakeBundle():
            return translate("ModelDialog", "Checking {0}").format(task.wanted.name)
        case Check():
            return translate("ModelDialog", "Checking {0}").format(task.model.name)


def words_of(stage: Stage, task: Task | None = None) -> str:
    """One line of that page."""
    reading = translate("ModelDialog", "Read every file and compare the checksums")
    if stage == "convert" and isinstance(task, TakeBundle):
        return reading
    return {
        "check": reading,
        "download": translate("ModelDialog", "Download it"),
        "convert": translate("ModelDialog", "Convert it for this computer"),
        "test": translate("ModelDialog", "Test it"),
        "switch": translate("ModelDialog", "Use it for captions"),
    }[stage]


def result_words(step: Ended) -> tuple[str, str]:
    """Title and text of the page that shows how it ended."""
    title = {
        "intact": translate("ModelDialog", "{0} is intact"),
        "ready": translate("ModelDialog", "{0} is ready"),
        "in_use": translate("ModelDialog", "Captions now use {0}"),
        "late": translate("ModelDialog", "{0} is not loaded yet"),
        "stopped": translate("ModelDialog", "Stopped"),
        "failed": translate("ModelDialog", "Something went wrong"),
    }[step.outcome].format(step.name)
    if step.outcome == "intact":
        return title, translate("ModelDialog", "All files are intact.")
    if step.outcome == "late":
        return title, translate(
            "ModelDialog",
            "It is selected, and captions will switch to it once it is loaded. The main window shows any problems.",
        )
    if step.outcome in ("ready", "in_use") and step.text:
        return title, translate("ModelDialog", "It understood the test recording as: “{0}”").format(step.text)
    return title, step.text


class ModelDialog(QDialog):
    """See the module.

    Args:
        live: the settings in force.
        catalogue: what is on offer; the shipped one by default.
        options: how to reach the hub, from the settings by default (tests set shorter waits).

    Signals:
        notice(str): work ended, or needs the user, while the window was hidden.
    """

    notice = Signal(str)

    def __init__(
        self,
        live: LiveSettings,
        parent: QWidget | None = None,
        *,
        catalogue: Catalogue | None = None,
        options: Callable[[], HubOptions] | None = None,
    ) -> None:
        super().__init__(parent)
        self._live = live
        self._catalogue = catalogue or load_catalogue()
        self._options = options or (lambda: hub_options(live.value.models))
        self._life = GetModel(self)
        self._machine = Machine()
        self._here: list[InstalledModel] = []
        self._unseen = False  # something came up while the window was hidden
        self._kept_message = ""
        self._list_again = False
        self._listing = ModelWork(self)
        self._looking = ModelWork(self)
        self._measuring = ModelWork(self)
        self._trying = ModelWork(self)
        self._asking = ModelWork(self)
        self._predicting = ModelWork(self)
        self._removals = Removals(live, self)
        self._work = ModelWork(self)
        self._switch_timer = QTimer(self, singleShot=True, interval=SWITCH_TIMEOUT_MS)

        self.setWindowTitle(self.tr("Models"))
        self.setWindowFlag(Qt.WindowType.WindowContextHelpButtonHint, False)
        self.resize(820, 560)
        self.list_page = ListPage()
        self.licence_page = LicencePage()
        self.precision_page = PrecisionPage()
        self.progress_page = ProgressPage()
        self.result_page = ResultPage()
        self.connection_page = ConnectionPage()
        self.server_page = ServerPage()
        self.stack = QStackedWidget()
        for page in (
            self.list_page,
            self.licence_page,
            self.precision_page,
            self.progress_page,
            self.result_page,
            self.connection_page,
            self.server_page,
        ):
            self.stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.addWidget(self.stack)
        self._connect()

    def _connect(self) -> None:
        life, listed, precision = self._life, self.list_page, self.precision_page
        listed.use_wanted.connect(life.use)
        listed.get_wanted.connect(lambda entry: life.get(FromCatalogue(entry)))
        listed.predict_wanted.connect(self._predict)
        listed.check_wanted.connect(life.check)
        listed.remove_wanted.connect(self._remove)
        listed.folder_wanted.connect(self._ask_folder)
        listed.connection_wanted.connect(self._show_connection)
        listed.server_wanted.connect(self._show_server)
        listed.close_wanted.connect(self.close)
        self.licence_page.accepted.connect(life.accept_licence)
        self.licence_page.back_wanted.connect(life.back)
        precision.chosen.connect(self._precision_chosen)
        precision.back_wanted.connect(life.back)
        self.progress_page.stop_wanted.connect(self._work.stop)
        self.progress_page.hide_wanted.connect(self.hide)
        self.result_page.again_wanted.connect(life.again)
        self.result_page.back_wanted.connect(life.back)
        self.result_page.close_wanted.connect(self.close)
        self.connection_page.saved.connect(self._connection_saved)
        self.connection_page.back_wanted.connect(life.back)
        self._work.progressed.connect(self.progress_page.show_step)
        self._work.done.connect(lambda done: life.done(*done))
        self._work.failed.connect(life.failed)
        self._listing.done.connect(self._listed)
        self._listing.failed.connect(self._list_failed)
        self._looking.done.connect(self._folder_known)
        self._looking.failed.connect(lambda error: listed.say(str(error)))
        self._measuring.done.connect(lambda space: precision.show_space(*space))
        self._measuring.failed.connect(lambda error: precision.space.setText(str(error)))
        self.server_page.test_wanted.connect(self._try_server)
        self.server_page.accepted.connect(self._use_server)
        self.server_page.back_wanted.connect(life.back)
        self._asking.done.connect(self.server_page.show_result)
        self._asking.failed.connect(lambda error: self.server_page.refuse(str(error)))
        self._predicting.done.connect(listed.show_prediction)
        self._predicting.failed.connect(lambda error: listed.show_prediction(str(error)))
        self._trying.done.connect(self._save_connection)
        self._trying.failed.connect(lambda error: self.connection_page.refuse(str(error)))
        self.stack.currentChanged.connect(self._looking.give_up)
        self.stack.currentChanged.connect(self._trying.give_up)
        self.stack.currentChanged.connect(self._asking.give_up)
        self._removals.ended.connect(self._removal_ended)
        self._switch_timer.timeout.connect(life.switch_is_late)

    # What others call

    def open_list(self) -> None:
        """Shows the window: with the list, or where running work is, or with what it came to while nobody saw it."""
        asking = isinstance(self._life.step, AskLicence | AskPrecision)
        forms = (self.connection_page, self.server_page)
        asked = self.isVisible() and (asking or self.stack.currentWidget() in forms)
        if not (self._unseen or asked):
            self._life.back()
        self._unseen = False
        self.show()
        self.raise_()
        self.activateWindow()

    def on_status(self, status: Status) -> None:
        """Slot for the captions' status: shows when they have taken the new model."""
        self._life.take_status(status)

    def on_notice(self, text: str) -> None:
        """Slot for the captions' notices: while a switch is awaited they say why it does not come."""
        if isinstance(self._life.step, Switching):
            self.progress_page.show_step(Progress("switch", 0.0, text))

    def shutdown(self, timeout_s: float = 10.0) -> bool:
        """For the end of the program: stops the work; a download is resumed next time, and so is a removal."""
        for other in (self._listing, self._looking, self._measuring, self._trying, self._asking, self._predicting):
            other.give_up()
        self._work.stop()
        return self._work.wait(timeout_s)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing hides; running work continues."""
        self.hide()
        event.ignore()

    def reject(self) -> None:
        """Esc hides like the close button."""
        self.hide()

    def hideEvent(self, event: QHideEvent) -> None:
        """Who closes the window while a folder is being looked into wants nothing of it any more."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._looking.give_up()

    # What the life cycle asks for

    def show_step(self, step: Step) -> None:
        """Turns to the page of a step."""
        self._switch_timer.stop()
        match step:
            case Listing():
                self.stack.setCurrentWidget(self.list_page)
                self.list_page.say(self._kept_message or self._removals.text)
                self._kept_message = ""
                self._refresh()
            case AskLicence():
                self.licence_page.show_licence(step.wanted.name, step.licence, step.text)
                self.stack.setCurrentWidget(self.licence_page)
                self.licence_page.tabs.currentWidget().setFocus()
                if step.message:
                    self._announce(step.message)
            case AskPrecision():
                self._show_precision(step.wanted)
            case Working():
                task = step.task
                self.progress_page.begin(title_of(task), [(stage, words_of(stage, task)) for stage in task.stages])
                self.stack.setCurrentWidget(self.progress_page)
                self.progress_page.stop.setFocus()
            case Switching():
                self._show_switch(step.model)
            case Ended():
                title, text = result_words(step)
                self.result_page.show_result(title, text, can_retry=step.again is not None)
                self.stack.setCurrentWidget(self.result_page)
                self._announce(f"{title}. {text}".strip())

    def refuse(self, message: str) -> None:
        self.list_page.say(message)

    def start(self, task: Task) -> None:
        self._work.start(job_for(task, self._live.value, self._catalogue, self._options()))

    def _predict(self, entry: CatalogueEntry) -> None:
        if not self._predicting.running:
            self._predicting.start(lambda _progress, _stopped: predict_here(entry))

    def is_accepted(self, licence: Licence) -> bool:
        return is_accepted(self._live.value.models, licence)

    def keep_acceptance(self, licence: Licence, text: str) -> None:
        settings = self._live.value
        self._live.replace(replace(settings, models=accept(settings.models, licence, text or None)))

    def keep_external(self, model: InstalledModel) -> None:
        self._live.replace(with_external(self._live.value, model.folder))

    def choose(self, model: InstalledModel) -> None:
        self._live.replace(with_active(self._live.value, model.id))

    def _show_precision(self, wanted: Wanted) -> None:
        known, page = wanted.known, self.precision_page
        downloads = isinstance(wanted, FromCatalogue)
        sizes = {name: bundle_bytes(known, name) for name in PRECISIONS} if known is not None else {}
        recommended, reason = recommend_precision(self._machine)
        page.show_choice(
            wanted.name,
            recommended,
            reason,
            sizes,
            download_bytes=wanted.entry.download_bytes if isinstance(wanted, FromCatalogue) else 0,
            keep_source=self._live.value.models.keep_source if downloads else None,
        )
        self.stack.setCurrentWidget(page)
        page.radios[recommended].setFocus()
        settings = self._live.value
        self._measuring.give_up()
        self._measuring.start(lambda _progress, _stopped: measure_space(settings))

    def _precision_chosen(self) -> None:
        page = self.precision_page
        if page.keep_source is not None:
            self._live.update("models", keep_source=page.keep_source)
        self._life.choose_precision(page.precision, use=page.use.isChecked())

    def _show_switch(self, model: InstalledModel) -> None:
        page = self.progress_page
        if "switch" not in page.steps or self.stack.currentWidget() is not page:
            title = self.tr("Switching to {0}").format(model.name)
            page.begin(title, [("switch", words_of("switch"))])
            self.stack.setCurrentWidget(page)
        waiting = self.tr("The model is loading. Captions continue with the current model until it is ready.")
        page.show_step(Progress("switch", 0.0, waiting))
        page.stop.setEnabled(False)
        self._switch_timer.start()

    def _announce(self, text: str) -> None:
        """Reports what happened to a user who has closed the window."""
        if not self.isVisible():
            self._unseen = True
            self.notice.emit(text)

    # The list

    def _refresh(self) -> None:
        if self._listing.running:
            self._list_again = True
            return
        self._list_again = False
        settings = self._live.value
        self._listing.start(lambda _progress, _stopped: list_models(settings))

    @Slot(object)
    def _listed(self, result: tuple[list[InstalledModel], Machine]) -> None:
        if self._list_again:
            self._refresh()
            return
        self._here, self._machine = result
        self._show_here()

    def _show_here(self) -> None:
        """The models that are here, without those that are being removed."""
        self._here = [model for model in self._here if model.id not in self._removals]
        self.list_page.show_models(self._here, self._catalogue)

    @Slot(object)
    def _list_failed(self, error: ModelError) -> None:
        if self._list_again:
            self._refresh()
            return
        self.list_page.say(str(error))

    def _remove(self, model: InstalledModel) -> None:
        if self._removals.ask(model, self) and model.id not in self._removals:
            self.remove_model(model)

    def remove_model(self, model: InstalledModel) -> None:
        """Begins to remove a model: it leaves the list at once."""
        self._removals.begin(model)
        self._show_here()
        self._life.back()

    @Slot(str)
    def _removal_ended(self, message: str) -> None:
        if self.stack.currentWidget() is self.list_page:
            self.list_page.say(message or self._removals.text)
            self._refresh()
        else:
            self._kept_message = message
        if message:
            self._announce(message)

    def _ask_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, self.tr("Folder with a model"))
        if chosen:
            self.look_into(Path(chosen))

    def look_into(self, folder: Path) -> None:
        """Finds out what a folder holds and continues with it, unless the user turns to something else meanwhile."""
        self._looking.give_up()
        self.list_page.say(self.tr("Checking {0}…").format(folder))
        self._looking.start(lambda _progress, _stopped: classify(folder, self._catalogue))

    @Slot(object)
    def _folder_known(self, source: ModelSource) -> None:
        self.list_page.say("")
        self._life.get(FromFolder(source))

    # Servers

    def _show_server(self) -> None:
        self.server_page.begin()
        self.stack.setCurrentWidget(self.server_page)

    def _try_server(self, server: Server) -> None:
        self.server_page.wait()
        folder = self._live.value.models.folder
        self._asking.give_up()
        self._asking.start(lambda _progress, _stopped: try_server(server, folder))

    def _use_server(self, server: Server) -> None:
        self._live.replace(with_server(self._live.value, server))
        self._life.back()
        self._life.use(next(model for model in as_models(self._live.value) if model.id == server_id(server)))

    # Folder and connection

    def _show_connection(self) -> None:
        self.connection_page.show_settings(self._live.value.models)
        self.stack.setCurrentWidget(self.connection_page)

    def _connection_saved(self) -> None:
        """A folder that cannot be used is refused here, where another one can be given, and not at the next start."""
        models = self.connection_page.apply_to(self._live.value.models)
        if models.folder == self._live.value.models.folder:
            self._save_connection(None)
            return
        self.connection_page.wait()
        self._trying.give_up()
        self._trying.start(lambda _progress, _stopped: try_folder(models.folder))

    @Slot(object)
    def _save_connection(self, _: object) -> None:
        self._live.replace(replace(self._live.value, models=self.connection_page.apply_to(self._live.value.models)))
        self._life.back()
