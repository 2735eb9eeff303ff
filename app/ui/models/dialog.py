"""The models dialog: licence → download → conversion → self-test → captions with the new model.

It leads from page to page and owns one piece of long work, which runs on a thread (and converts in a process) of its
own; looking into a folder and deleting a model have threads of their own as well: the Qt thread never waits. Closing
the window while work is running only hides it. What is chosen goes into the settings; whoever runs the captions
follows the setting `captions.model`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QHideEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QStackedWidget, QVBoxLayout, QWidget

from app.base import paths
from app.base.events import Status
from app.base.settings import Settings
from app.base.translation import translate
from app.models.catalogue import Catalogue, CatalogueEntry, load_catalogue
from app.models.download import free_bytes
from app.models.errors import LicenceError, ModelError, StoppedError
from app.models.hub import HubOptions
from app.models.install import Installer, bundle_bytes, hub_options
from app.models.installed import (
    STARTER,
    InstalledModel,
    list_installed,
    verify,
    with_active,
    with_external,
)
from app.models.licences import accept, is_accepted
from app.models.machine import PRECISIONS, Machine, describe_machine, recommend_precision
from app.models.progress import IsCancelled, OnProgress, Progress
from app.models.source import ModelSource, classify
from app.models.words import readable_size
from app.ui.kit.live_settings import LiveSettings
from app.ui.models.connection_page import ConnectionPage
from app.ui.models.list_page import ListPage
from app.ui.models.pages import LicencePage, PrecisionPage, ProgressPage, ResultPage
from app.ui.models.removals import Removals
from app.ui.models.work import ModelWork

SWITCH_TIMEOUT_MS = 120_000
"""After this long the dialog stops waiting for the captions to take the new model; they still do when it is loaded."""


@dataclass(frozen=True)
class Plan:
    """What the person is getting: from the catalogue, or from a folder."""

    entry: CatalogueEntry | None
    source: ModelSource | None = None

    @property
    def name(self) -> str:
        if self.entry is not None:
            return self.entry.name
        return self.source.folder.name if self.source is not None else ""


def models_folder(settings: Settings) -> Path:
    """The folder for models, made if it is not there: not on the Qt thread, a disk may be slow. Raises ModelError."""
    try:
        return paths.models_dir(settings.models.folder)
    except OSError as error:
        raise ModelError(translate("ModelDialog", "The folder for models cannot be used: {0}").format(error)) from error


def try_folder(setting: str) -> None:
    """Raises ModelError for a setting of the folder for models that cannot be used."""
    if setting and not Path(setting).expanduser().is_absolute():
        raise ModelError(
            translate("ModelDialog", "Give the folder's whole path: “{0}” does not say where it lies.").format(setting)
        )
    try:
        paths.models_dir(setting)
    except (OSError, RuntimeError) as error:  # RuntimeError: "~somebody" who is not there
        raise ModelError(translate("ModelDialog", "The folder for models cannot be used: {0}").format(error)) from error


class ModelDialog(QDialog):
    """See the module.

    Args:
        live: the settings in force.
        catalogue: what is on offer; the shipped one by default.
        options: how to reach the hub, from the settings by default (tests set shorter waits).

    Signals:
        notice(str): work ended, or needs the person, while the window was hidden.
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
        self._plan: Plan | None = None
        self._machine = Machine()
        self._here: list[InstalledModel] = []
        self._unseen_text = ""
        self._again: Callable[[], None] | None = None
        self._status: Status | None = None
        self._awaited = ""
        self._heard = ""
        self._space: tuple[Path, int] | None = None
        self._unseen = False
        self._kept_sentence = ""
        self._list_again = False
        self._listing = ModelWork(self)
        self._looking = ModelWork(self)
        self._measuring = ModelWork(self)
        self._trying = ModelWork(self)
        self._removals = Removals(live, self)
        self._work = ModelWork(self)
        self._on_done: Callable[[Any], None] = lambda _: None
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
        self.stack = QStackedWidget()
        for page in (
            self.list_page,
            self.licence_page,
            self.precision_page,
            self.progress_page,
            self.result_page,
            self.connection_page,
        ):
            self.stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.addWidget(self.stack)
        self._connect()

    def _connect(self) -> None:
        listed, licence, precision = self.list_page, self.licence_page, self.precision_page
        listed.use_wanted.connect(self._switch)
        listed.get_wanted.connect(lambda entry: self._begin(Plan(entry)))
        listed.check_wanted.connect(self._check)
        listed.remove_wanted.connect(self._remove)
        listed.folder_wanted.connect(self._ask_folder)
        listed.connection_wanted.connect(self._show_connection)
        listed.close_wanted.connect(self.close)
        licence.accepted.connect(self._licence_accepted)
        licence.back_wanted.connect(self.show_list)
        precision.chosen.connect(self._install)
        precision.back_wanted.connect(self.show_list)
        for radio in precision.radios.values():
            radio.toggled.connect(self._show_space)
        self.progress_page.stop_wanted.connect(self._stop)
        self.progress_page.hide_wanted.connect(self.hide)
        self.result_page.again_wanted.connect(lambda: self._again() if self._again else self.show_list())
        self.result_page.back_wanted.connect(self.show_list)
        self.result_page.close_wanted.connect(self.close)
        self.connection_page.saved.connect(self._connection_saved)
        self.connection_page.back_wanted.connect(self.show_list)
        self._work.progressed.connect(self.progress_page.show_step)
        self._work.done.connect(self._work_done)
        self._work.failed.connect(self._failed)
        self._listing.done.connect(self._listed)
        self._listing.failed.connect(self._list_failed)
        self._looking.done.connect(self._folder_known)
        self._looking.failed.connect(self._folder_refused)
        self._measuring.done.connect(self._space_known)
        self._measuring.failed.connect(lambda error: precision.space.setText(str(error)))
        self._trying.done.connect(self._save_connection)
        self._trying.failed.connect(lambda error: self.connection_page.refuse(str(error)))
        self.stack.currentChanged.connect(self._looking.give_up)
        self.stack.currentChanged.connect(self._trying.give_up)
        self._removals.ended.connect(self._removal_ended)
        self._switch_timer.timeout.connect(self._switch_took_long)

    # What others call -----------------------------------------------------------------------------------------------

    def open_list(self) -> None:
        """Shows the window: with the list, or where running work is, or with what it came to while nobody saw it."""
        asked = self.isVisible() and self.stack.currentWidget() in {
            self.licence_page,
            self.precision_page,
            self.connection_page,
        }
        if not (self._work.running or self._awaited or self._unseen or asked):
            self.show_list()
        self._unseen = False
        self.show()
        self.raise_()
        self.activateWindow()

    def on_status(self, status: Status) -> None:
        """Slot for the captions' status: tells when they have taken the new model."""
        self._status = status
        if self._awaited and status.model == self._awaited and status.state != "loading":
            self._switched()

    def on_notice(self, text: str) -> None:
        """Slot for the captions' notices: while a switch is awaited they say why it does not come."""
        if self._awaited and self.stack.currentWidget() is self.progress_page:
            self.progress_page.show_step(Progress("switch", 0.0, text))

    def shutdown(self, timeout_s: float = 10.0) -> bool:
        """For the end of the program: stops the work; a download is gone on with next time, and so is a removal."""
        for other in (self._listing, self._looking, self._measuring, self._trying):
            other.give_up()
        self._work.stop()
        return self._work.wait(timeout_s)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing hides; running work goes on."""
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

    # The list -------------------------------------------------------------------------------------------------------

    def show_list(self) -> None:
        self._plan = None
        self.stack.setCurrentWidget(self.list_page)
        self.list_page.say(self._kept_sentence or self._removals.text)
        self._kept_sentence = ""
        self._refresh()

    def _refresh(self) -> None:
        if self._listing.running:
            self._list_again = True
            return
        self._list_again = False
        settings = self._live.value

        def job(_progress: OnProgress, _stopped: IsCancelled) -> tuple[list[InstalledModel], Machine]:
            try:
                here = list_installed(settings, models_folder(settings))
            except OSError as error:
                sentence = translate("ModelDialog", "The folder for models cannot be used: {0}")
                raise ModelError(sentence.format(error)) from error
            # The look at the machine asks drivers, which can take a second: not for the Qt thread either.
            return here, describe_machine()

        self._listing.start(job)

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

    def _check(self, model: InstalledModel) -> None:
        def job(progress: OnProgress, stopped: IsCancelled) -> InstalledModel:
            verify(model.folder, lambda fraction: progress(Progress("check", fraction)), stopped)
            return model

        def done(_: object) -> None:
            text = self.tr("Every byte of it is as it was when it was made.")
            self._finish(self.tr("{0} is intact").format(model.name), text)

        steps = [("check", self.tr("Read every byte and compare the checksums"))]
        self._start(self.tr("Checking {0}").format(model.name), steps, job, done, lambda: self._check(model))

    def _remove(self, model: InstalledModel) -> None:
        if self._removals.ask(model, self) and model.id not in self._removals:
            self.remove_model(model)

    def remove_model(self, model: InstalledModel) -> None:
        """Begins to remove a model: it leaves the list at once."""
        self._removals.begin(model)
        self._show_here()
        self.show_list()

    @Slot(str)
    def _removal_ended(self, sentence: str) -> None:
        if self.stack.currentWidget() is self.list_page:
            self.list_page.say(sentence or self._removals.text)
            self._refresh()
        else:
            self._kept_sentence = sentence
        if sentence:
            self._tell_hidden(sentence)

    def _ask_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, self.tr("Folder with a model"))
        if chosen:
            self.look_into(Path(chosen))

    def look_into(self, folder: Path) -> None:
        """Finds out what a folder holds and goes on with it, unless the person turns to something else meanwhile."""
        self._looking.give_up()
        self.list_page.say(self.tr("Looking into {0}…").format(folder))
        self._looking.start(lambda _progress, _stopped: classify(folder, self._catalogue))

    @Slot(object)
    def _folder_known(self, source: ModelSource) -> None:
        self.list_page.say("")
        self._begin(Plan(source.entry, source))

    @Slot(object)
    def _folder_refused(self, error: ModelError) -> None:
        self.list_page.say(str(error))

    def _show_connection(self) -> None:
        self.connection_page.show_settings(self._live.value.models)
        self.stack.setCurrentWidget(self.connection_page)

    def _connection_saved(self) -> None:
        """A folder that cannot be used is told here, where another one can be given, and not at the next start."""
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
        self.show_list()

    # Getting one ----------------------------------------------------------------------------------------------------

    def _begin(self, plan: Plan) -> None:
        self._plan = plan
        licence = plan.entry.licence if plan.entry is not None else None
        try:
            accepted = licence is None or is_accepted(self._live.value.models, licence)
        except ModelError as error:  # the licence's text is missing
            self.list_page.say(str(error))
            return
        if not accepted:
            self._show_licence("")
        elif plan.source is not None and plan.source.kind == "bundle":
            self._install_bundle(plan.source)
        else:
            self._show_precision()

    def _show_licence(self, text: str) -> None:
        assert self._plan is not None
        assert self._plan.entry is not None
        assert self._plan.entry.licence is not None
        self._unseen_text = text
        self.licence_page.show_licence(self._plan.name, self._plan.entry.licence, text)
        self.stack.setCurrentWidget(self.licence_page)
        self.licence_page.tabs.currentWidget().setFocus()

    def _licence_accepted(self) -> None:
        assert self._plan is not None
        assert self._plan.entry is not None
        assert self._plan.entry.licence is not None
        settings = accept(self._live.value.models, self._plan.entry.licence, self._unseen_text or None)
        self._live.replace(replace(self._live.value, models=settings))
        if self._unseen_text:
            self._unseen_text = ""
            self._install()
        else:
            self._begin(self._plan)

    def _show_precision(self) -> None:
        assert self._plan is not None
        entry = self._plan.entry
        sizes = {}
        if entry is not None:
            words = self.tr("about {0} on disk")
            sizes = {name: words.format(readable_size(bundle_bytes(entry, name))) for name in PRECISIONS}
        recommended, reason = recommend_precision(self._machine)
        page = self.precision_page
        page.show_choice(self._plan.name, recommended, reason, sizes, fetched=self._plan.source is None)
        page.drop.setChecked(not self._live.value.models.keep_source)
        self.stack.setCurrentWidget(page)
        page.radios[recommended].setFocus()
        self._measure_space()

    def _measure_space(self) -> None:
        settings = self._live.value

        def job(_progress: OnProgress, _stopped: IsCancelled) -> tuple[Path, int]:
            models = models_folder(settings)
            return models, free_bytes(models)

        self._measuring.give_up()
        self._space = None
        self.precision_page.space.setText("")
        self._measuring.start(job)

    @Slot(object)
    def _space_known(self, space: tuple[Path, int]) -> None:
        self._space = space
        self._show_space()

    def _show_space(self) -> None:
        if self._plan is None or self._space is None:
            return
        page, entry = self.precision_page, self._plan.entry
        models, free = self._space[0], readable_size(self._space[1])
        if entry is None:
            page.space.setText(self.tr("{0} are free in {1}.").format(free, models))
            return
        fetched = entry.download_bytes if self._plan.source is None else 0
        needed = readable_size(fetched + bundle_bytes(entry, page.precision))
        page.space.setText(
            self.tr("This needs {0} of space for a while; {1} are free in {2}.").format(needed, free, models)
        )

    def _installer(self, progress: OnProgress, stopped: IsCancelled) -> Installer:
        return Installer(
            models_folder(self._live.value),
            self._live.value.models,
            self._catalogue,
            options=self._options(),
            provider=self._live.value.captions.provider,
            on_progress=progress,
            cancelled=stopped,
        )

    def _install(self) -> None:
        plan, precision = self._plan, self.precision_page.precision
        assert plan is not None
        if plan.source is None:
            self._live.update("models", keep_source=not self.precision_page.drop.isChecked())

        def job(progress: OnProgress, stopped: IsCancelled) -> tuple[InstalledModel, str]:
            heard = ""

            def listen(step: Progress) -> None:
                nonlocal heard
                heard = step.detail if step.stage == "test" and step.fraction == 1.0 else heard
                progress(step)

            installer = self._installer(listen, stopped)
            if plan.source is not None:
                return installer.import_checkpoint(plan.source, precision), heard
            assert plan.entry is not None
            return installer.get(plan.entry, precision), heard

        steps = [("convert", self.tr("Convert it for this computer")), ("test", self.tr("Test it"))]
        if plan.source is None:
            steps.insert(0, ("download", self.tr("Fetch it")))
        if self.precision_page.use.isChecked():
            steps.append(("switch", self.tr("Use it for captions")))
        self._start(self.tr("Getting {0}").format(plan.name), steps, job, self._installed, self._install)

    def _install_bundle(self, source: ModelSource) -> None:
        def job(progress: OnProgress, stopped: IsCancelled) -> tuple[InstalledModel, str]:
            return self._installer(progress, stopped).import_bundle(source.folder, copy=False), ""

        self.precision_page.use.setChecked(True)
        steps = [
            ("convert", self.tr("Read every byte and compare the checksums")),
            ("test", self.tr("Test it")),
            ("switch", self.tr("Use it for captions")),
        ]
        title = self.tr("Checking {0}").format(source.folder.name)
        self._start(title, steps, job, self._installed, lambda: self._install_bundle(source))

    def _installed(self, result: tuple[InstalledModel, str]) -> None:
        model, heard = result
        if model.kind == "external":
            self._live.replace(with_external(self._live.value, model.folder))
        self._heard = heard
        if self.precision_page.use.isChecked():
            self._switch(model)
        else:
            self._finish(self.tr("{0} is ready").format(model.name), self._heard_text())

    def _heard_text(self) -> str:
        return self.tr("In the test recording it heard: “{0}”").format(self._heard) if self._heard else ""

    # Switching ------------------------------------------------------------------------------------------------------

    def _switch(self, model: InstalledModel) -> None:
        """Chooses the model; if captions run, waits to see them take it."""
        name = model.name
        running = self._status is not None and self._status.state not in {"stopped", "failed"}
        self._live.replace(with_active(self._live.value, model.id))
        if not running:
            self._awaited = name
            self._switched()
            return
        if "switch" not in self.progress_page.steps or self.stack.currentWidget() is not self.progress_page:
            self._heard = ""
            title = self.tr("Changing to {0}").format(name)
            self.progress_page.begin(title, [("switch", self.tr("Use it for captions"))])
            self.stack.setCurrentWidget(self.progress_page)
        waiting = self.tr("It is being loaded; captions go on with the other model until it is ready.")
        self.progress_page.show_step(Progress("switch", 0.0, waiting))
        self.progress_page.stop.setEnabled(False)
        self._awaited = name
        self._switch_timer.start()
        if self._status is not None:
            self.on_status(self._status)

    def _switched(self) -> None:
        name, self._awaited = self._awaited, ""
        self._switch_timer.stop()
        self._finish(self.tr("Captions now use {0}").format(name), self._heard_text())

    def _switch_took_long(self) -> None:
        name, self._awaited = self._awaited, ""
        text = self.tr(
            "It is chosen, and captions change to it as soon as it is loaded. Messages of the main window say more."
        )
        self._finish(self.tr("{0} is not loaded yet").format(name), text)

    # Work -----------------------------------------------------------------------------------------------------------

    def _start(
        self,
        title: str,
        steps: list[tuple[str, str]],
        job: Callable[[OnProgress, IsCancelled], Any],
        done: Callable[[Any], None],
        again: Callable[[], None],
    ) -> None:
        self._on_done = done
        self._again = again
        self.progress_page.begin(title, steps)
        self.stack.setCurrentWidget(self.progress_page)
        self.progress_page.stop.setFocus()
        self._work.start(job)

    def _stop(self) -> None:
        self._work.stop()

    @Slot(object)
    def _work_done(self, result: Any) -> None:
        self._on_done(result)

    @Slot(object)
    def _failed(self, error: ModelError) -> None:
        if isinstance(error, LicenceError) and error.text and self._plan is not None:
            self._show_licence(error.text)
            self._tell_hidden(str(error))
            return
        stopped = isinstance(error, StoppedError)
        title = self.tr("Stopped") if stopped else self.tr("That did not work")
        self._finish(title, str(error), can_retry=True)

    def _finish(self, title: str, text: str, *, can_retry: bool = False) -> None:
        self.result_page.show_result(title, text, can_retry=can_retry)
        self.stack.setCurrentWidget(self.result_page)
        self._tell_hidden(f"{title}. {text}".strip())

    def _tell_hidden(self, text: str) -> None:
        if not self.isVisible():
            self._unseen = True
            self.notice.emit(text)


__all__ = ["STARTER", "ModelDialog"]
