"""Every page of the models dialog as users find it, one after the other, without a network or a model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from app.base.settings import ModelSettings
from app.models.catalogue import load_catalogue
from app.models.get_model import Ended
from app.models.install import bundle_bytes
from app.models.installed import InstalledModel, starter_folder
from app.models.machine import PRECISIONS, Machine, recommend_precision
from app.models.progress import Progress
from app.ui.models.dialog import ModelDialog, result_words, words_of

FOLDER = Path("/home/user/.local/share/r2t2-captions/models")


def _model(name: str, kind: str, *, active: bool = False, problem: str = "") -> InstalledModel:
    folder = starter_folder() if kind == "included" else FOLDER / name
    return InstalledModel(
        "starter" if kind == "included" else str(folder), folder, kind, name, "int8", "", "", "Apache-2.0",
        ("English", "Chinese"), 25_000_000, active, problem,
    )  # fmt: skip


def pages(dialog: ModelDialog) -> Iterator[str]:
    """Turns to the pages and gives the name of each."""
    catalogue = load_catalogue()
    entry = catalogue.entry("confucius4-r2t2")
    assert entry.licence is not None
    listed = dialog.list_page
    here = [
        _model("Starter model (English)", "included", active=True),
        _model("Confucius4-R2T2", "installed"),
        _model("A model from elsewhere", "external", problem="config.json is missing."),
        _model("Office", "server"),
    ]
    listed.show_models(here, catalogue)
    for row in range(listed.list.count()):
        listed.list.setCurrentRow(row)
        dialog.stack.setCurrentWidget(listed)
        yield f"list-{row}"
    listed.say("The folder is empty. " * 6)
    yield "list-message"
    listed.say("")
    dialog.licence_page.show_licence(entry.name, entry.licence)
    dialog.stack.setCurrentWidget(dialog.licence_page)
    yield "licence"
    recommended, reason = recommend_precision(Machine())
    sizes = {name: bundle_bytes(entry, name) for name in PRECISIONS}
    dialog.precision_page.show_choice(
        entry.name, recommended, reason, sizes, download_bytes=entry.download_bytes, keep_source=False
    )
    dialog.precision_page.show_space(FOLDER, 120_000_000_000)
    dialog.stack.setCurrentWidget(dialog.precision_page)
    yield "precision"
    steps = [(stage, words_of(stage)) for stage in ("download", "convert", "test", "switch")]
    dialog.progress_page.begin(dialog.tr("Installing {0}").format(entry.name), steps)  # type: ignore[arg-type]
    step = Progress("download", 0.31, "model.safetensors", 1_200_000_000, 4_100_000_000, 2e7, 145.0)
    dialog.progress_page.show_step(step)
    dialog.stack.setCurrentWidget(dialog.progress_page)
    yield "progress"
    dialog.result_page.show_result(*result_words(Ended("late", entry.name)), can_retry=True)
    dialog.stack.setCurrentWidget(dialog.result_page)
    yield "result"
    dialog.connection_page.show_settings(ModelSettings())
    dialog.stack.setCurrentWidget(dialog.connection_page)
    yield "connection"
    page = dialog.server_page
    page.begin()
    page.addresses.setText("https://captions.example:8000")
    dialog.stack.setCurrentWidget(page)
    yield "server"
    page.refuse("The certificate of captions.example was issued by somebody whom this computer does not know.")
    page.trust.show()
    yield "server-certificate"
