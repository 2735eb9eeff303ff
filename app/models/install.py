"""From a catalogue entry or a folder to a proven model in the models folder.

`Installer` puts the pieces together: licence, download, conversion, self-test. It knows no window and no command line;
both are told through `Progress` and stop it through `cancelled`. What it leaves behind is either a whole, proven bundle
or nothing but a download that can be gone on with.
"""

from __future__ import annotations

import glob
import logging
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import filelock

from app.base.settings import ModelSettings
from app.base.translation import translate
from app.models.catalogue import Catalogue, CatalogueEntry, resources_folder
from app.models.child import run_in_child
from app.models.download import (
    Downloader,
    FreeBytes,
    Wanted,
    check_space,
    download_lock,
    explain_disk,
    free_bytes,
    matches,
)
from app.models.errors import LicenceError, ModelError, StoppedError
from app.models.hub import Hub, HubOptions, RemoteFile, choose_endpoint, choose_offline
from app.models.installed import (
    DOWNLOADS,
    STARTER,
    InstalledModel,
    describe,
    is_bundle,
    is_marked,
    remove_folder,
    starter_folder,
    verify,
)
from app.models.licences import is_accepted, notices, unseen_text
from app.models.progress import IsCancelled, OnProgress, Progress, ignore_progress, never_cancelled
from app.models.source import ModelSource, bundle_id
from inference.bundle import open_bundle
from inference.errors import BundleError, UnreadableError
from inference.files import move_into_place

log = logging.getLogger(__name__)

_BYTES_PER_WEIGHT = {"fp32": 4.7, "fp16": 2.4, "int8": 1.3, "int4": 1.0}
"""Upper bounds of a bundle's size (the embedding lies in it twice), for the look at the disk before a download."""

_COPY_BYTES = 4 << 20

_PROOF_TOKENS = 24
"""Most tokens of one pass over the sample recording: a pass hears two seconds more, about eight tokens of speech."""

_PROOF_STEP = 32_000
"""Samples of one pass."""

_PROOF_S = 30.0
"""Time for the sample recording."""


@dataclass(frozen=True)
class Proof:
    """What the self-test showed.

    Attributes:
        provider: what really ran.
        text: what the model heard in the sample recording.
        seconds: it took.
    """

    provider: str
    text: str
    seconds: float


def hub_options(settings: ModelSettings, environment: Mapping[str, str] | None = None) -> HubOptions:
    """How to reach the hub with these settings in this environment."""
    environment = os.environ if environment is None else environment
    return HubOptions(
        endpoint=choose_endpoint(settings.mirror, environment),
        token=settings.token.strip(),
        use_login=not settings.mirror.strip(),
        proxy=settings.proxy.strip(),
        offline=choose_offline(settings.offline, environment),
    )


def convert_task(
    progress: Callable[[float, str], None], cancelled: IsCancelled, *, checkpoint: Path, out: Path, **more: Any
) -> None:
    """Runs in a child process: see `onnx_export.convert.convert`."""
    from onnx_export.convert import convert

    convert(checkpoint, out, progress=progress, cancelled=cancelled, **more)


def prove_task(
    progress: Callable[[float, str], None], cancelled: IsCancelled, *, bundle: Path, provider: str, sample: Path
) -> Proof:
    """Runs in a child process: loads the bundle (which asks it its known answers) and transcribes the sample."""
    import soundfile

    from inference.events import Final
    from inference.options import StreamOptions
    from inference.recognizer import Recognizer

    progress(0.1, "")
    recognizer = Recognizer.load(bundle, provider)
    try:
        progress(0.4, "")
        samples, _ = soundfile.read(sample, dtype="float32")
        begin = time.perf_counter()
        # A stream, not `transcribe`: its passes are bounded, so that a model that babbles cannot continue for minutes.
        stream = recognizer.stream(StreamOptions(max_tokens=_PROOF_TOKENS))
        for start in range(0, len(samples), _PROOF_STEP):
            if cancelled():
                raise StoppedError(translate("Models", "Stopped."))
            if time.perf_counter() - begin > _PROOF_S:
                break  # a slow computer has shown enough; how slow it is, the captions measure and say
            stream.feed(samples[start : start + _PROOF_STEP], merge=True)
            progress(0.4 + 0.6 * start / len(samples), "")
        text = "".join(event.text for event in stream.finish() if isinstance(event, Final))
        seconds = time.perf_counter() - begin
        progress(1.0, "")
        return Proof(recognizer.provider, text, seconds)
    finally:
        recognizer.close()


class Installer:
    """Installs models into one models folder.

    Args:
        models: folder of the bundles.
        settings: of the models room (mirror, proxy, token, accepted licences …).
        catalogue: what is on offer.
        options: how to reach the hub; from the settings by default.
        provider: execution provider that the self-test asks for.
    """

    def __init__(
        self,
        models: Path,
        settings: ModelSettings,
        catalogue: Catalogue,
        *,
        options: HubOptions | None = None,
        provider: str = "auto",
        on_progress: OnProgress = ignore_progress,
        cancelled: IsCancelled = never_cancelled,
        free: FreeBytes = free_bytes,
    ) -> None:
        self._models = models
        self._settings = settings
        self._catalogue = catalogue
        self._options = options or hub_options(settings)
        self._provider = provider
        self._on_progress = on_progress
        self._cancelled = cancelled
        self._free = free

    def get(self, entry: CatalogueEntry, precision: str) -> InstalledModel:
        """Downloads, converts and proves a model of the catalogue; one that is there is only proven again.

        Raises LicenceError before anything is downloaded when the licence is not accepted; ModelError; StoppedError.
        """
        self.need_licence(entry)
        out = self._models / bundle_id(entry.id, precision)
        with self._alone(entry.id, entry.name), self._alone(out.name, entry.name):
            if self._present(out):
                model = self._prove(out)
            else:
                source = self._download(entry, precision)
                self._convert(source, out, precision, entry, entry.name)
                model = self._prove_new(out)
        if not self._settings.keep_source:
            self._drop_downloads(entry)
        return model

    def import_checkpoint(self, source: ModelSource, precision: str, name: str = "") -> InstalledModel:
        """Converts and proves a checkpoint that lies in a folder, which is only read."""
        entry = source.entry
        if entry is not None:
            self.need_licence(entry)
            self._check_files(source.folder, entry)
        name = name or (entry.name if entry is not None else _name_of(source.folder))
        out = self._models / bundle_id(entry.id if entry is not None else name, precision)
        with self._alone(out.name, name):
            if self._present(out):
                raise ModelError(
                    translate(
                        "Models", "A model called “{0}” already exists. Remove it first, or choose another name."
                    ).format(out.name)
                )
            self._convert(source.folder, out, precision, entry, name)
            return self._prove_new(out)

    def import_bundle(self, folder: Path, copy: bool) -> InstalledModel:
        """Verifies and proves a ready bundle; copies it into the models folder, or leaves it where it lies."""
        verify(folder, lambda fraction: self._tell("convert", fraction / 2), self._cancelled)
        if folder.resolve() == starter_folder().resolve():
            return replace(self._prove(folder), id=STARTER, kind="included")
        if folder.resolve().parent == self._models.resolve() and not folder.name.startswith("."):
            return self._prove(self._models / folder.resolve().name)  # it is here already
        if not copy:
            return self._prove(folder, "external")
        out = self._models / bundle_id(_name_of(folder), describe(folder, "", "", False).precision).removesuffix("-")
        with self._alone(out.name, out.name):
            if self._present(out):
                message = translate("Models", "A model called “{0}” already exists. Remove it first.")
                raise ModelError(message.format(out.name))
            self._copy(folder, out)
            return self._prove_new(out)

    def need_licence(self, entry: CatalogueEntry) -> None:
        """Raises LicenceError unless the licence is accepted."""
        if entry.licence is not None and not is_accepted(self._settings, entry.licence):
            raise LicenceError(
                translate("Models", "You must read and accept the licence of {0} ({1}) first.").format(
                    entry.name, entry.licence.name
                )
            )

    @contextmanager
    def _alone(self, what: str, name: str) -> Iterator[None]:
        """Keeps others, also other copies of the program, from working on the same download or bundle. Raises ModelError."""
        self._make_models_folder()
        lock = download_lock(self._models, what)
        try:
            lock.acquire()
        except filelock.Timeout as error:
            raise ModelError(translate("Models", "Another copy of this program is using {0}.").format(name)) from error
        except OSError as error:
            raise ModelError(explain_disk(error, self._models, self._free)) from error
        try:
            yield
        finally:
            with suppress(OSError):
                Path(lock.lock_file).unlink()
            lock.release()

    def _drop_downloads(self, entry: CatalogueEntry) -> None:
        """What was downloaded of it, also of versions that are not offered any more; another copy's work is left alone."""
        kept = list((self._models / DOWNLOADS).glob(f"{glob.escape(entry.id)}@*"))
        if kept:
            with suppress(ModelError), self._alone(entry.id, entry.name):
                for folder in kept:
                    shutil.rmtree(folder, ignore_errors=True)

    def _present(self, out: Path) -> bool:
        """Whether a whole bundle is there; what was removed or is broken makes room for a new one.

        Raises ModelError for a folder that is in use, for one that cannot be read at the moment, and for one that was
        never a model of ours: they stay.
        """
        if not out.exists():
            return False
        if not is_bundle(out) and not is_marked(out) and (not out.is_dir() or any(out.iterdir())):
            raise ModelError(
                translate(
                    "Models",
                    "The folder {0} already exists and is not a model of this program. Move it, or choose another name.",
                ).format(out)
            )
        if is_bundle(out) and not is_marked(out):
            try:
                open_bundle(out)
                return True
            except UnreadableError as error:
                raise ModelError(str(error)) from error
            except BundleError as error:
                log.info("%s makes room for a new one: %s", out, error)
        if not remove_folder(out):
            raise ModelError(
                translate("Models", "{0} is still in use. Restart the program, then continue.").format(out)
            )
        return False

    def _download(self, entry: CatalogueEntry, precision: str) -> Path:
        hub = Hub(self._options)
        try:
            downloader = Downloader(
                hub,
                self._models / DOWNLOADS,
                extra_bytes=bundle_bytes(entry, precision),
                on_progress=self._on_progress,
                cancelled=self._cancelled,
                free=self._free,
            )
            listing, wanted = downloader.list(entry)
            unseen = unseen_text(entry.licence, downloader.licences(listing, wanted), self._settings)
            if unseen:
                raise LicenceError(
                    translate("Models", "{0} contains a licence text that has not been shown yet.").format(
                        entry.repository
                    ),
                    unseen,
                )
            return downloader.fetch(entry, listing, wanted)
        finally:
            hub.close()

    def _check_files(self, folder: Path, entry: CatalogueEntry) -> None:
        """That a folder with the names and sizes of a known model holds that model."""
        for index, file in enumerate(entry.files):
            self._tell(
                "convert", 0.05 * index / len(entry.files), translate("Models", "Checking {0}").format(file.path)
            )
            remote = RemoteFile(file.path, file.size, file.sha256, None)
            if file.sha256 and not matches(folder / file.path, Wanted(remote, file.sha256, None), self._cancelled):
                raise ModelError(
                    translate("Models", "{0} in {1} is damaged: its checksum is wrong.").format(file.path, folder)
                )

    def _convert(self, checkpoint: Path, out: Path, precision: str, entry: CatalogueEntry | None, name: str) -> None:
        licence = entry.licence if entry is not None else None
        origin = {
            "model_id": entry.repository if entry is not None else "",
            "revision": entry.revision if entry is not None else "",
            "licence": f"{licence.name} ({licence.version})" if licence is not None else "",
        }
        self._make_models_folder()
        before = set(self._models.glob(f".{glob.escape(out.name)}.*.partial"))
        try:
            run_in_child(
                convert_task,
                {
                    "checkpoint": checkpoint,
                    "out": out,
                    "precision": precision,
                    "name": f"{name} ({precision})",
                    "origin": origin,
                    "notices": notices(licence, self._settings),
                },
                lambda fraction, what: self._tell("convert", fraction, what),
                self._cancelled,
            )
        except ModelError:
            # A child that had to be ended could not clean up after itself.
            for folder in set(self._models.glob(f".{glob.escape(out.name)}.*.partial")) - before:
                shutil.rmtree(folder, ignore_errors=True)
            raise

    def _copy(self, folder: Path, out: Path) -> None:
        """A bundle's files, into a folder that gets its name when it is whole."""
        self._make_models_folder()
        files = [path for path in sorted(folder.iterdir()) if path.is_file()]
        total = sum(path.stat().st_size for path in files)
        check_space(total, self._models, self._free)
        try:
            partial = Path(tempfile.mkdtemp(prefix=f".{out.name}.", suffix=".partial", dir=self._models))
        except OSError as error:
            raise ModelError(explain_disk(error, self._models, self._free)) from error
        try:
            partial.chmod(0o755)
            done = 0
            for path in files:
                for n_bytes in self._copied(path, partial / path.name):
                    done += n_bytes
                    self._tell("convert", 0.5 + 0.5 * done / max(1, total), path.name)
            move_into_place(partial, out)
        except OSError as error:
            raise ModelError(explain_disk(error, self._models, self._free)) from error
        finally:
            shutil.rmtree(partial, ignore_errors=True)

    def _copied(self, source: Path, copy: Path) -> Iterator[int]:
        """Copies a file and tells how much, piece by piece: weights take a while on a slow drive. Raises StoppedError."""
        with source.open("rb") as reading, copy.open("wb") as writing:
            while block := reading.read(_COPY_BYTES):
                if self._cancelled():
                    raise StoppedError(translate("Models", "Stopped."))
                writing.write(block)
                yield len(block)

    def _make_models_folder(self) -> None:
        try:
            self._models.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ModelError(explain_disk(error, self._models, self._free)) from error

    def prove(self, folder: Path) -> Proof:
        """Loads a bundle and lets it hear the sample recording. Raises ModelError; StoppedError."""
        self._tell("test", 0.0)
        proof: Proof = run_in_child(
            prove_task,
            {"bundle": folder, "provider": self._provider, "sample": resources_folder() / "sample.wav"},
            lambda fraction, _: self._tell("test", fraction),
            self._cancelled,
        )
        self._tell("test", 1.0, proof.text)
        return proof

    def _prove(self, folder: Path, kind: str = "installed") -> InstalledModel:
        self.prove(folder)
        model_id = str(folder.resolve()) if kind == "external" else folder.name
        return describe(folder, model_id, kind, False)

    def _prove_new(self, folder: Path) -> InstalledModel:
        """As `_prove`, for a bundle that was just made: one that fails does not stay."""
        try:
            return self._prove(folder)
        except StoppedError:
            raise  # it is whole and can be proven at any time
        except ModelError:
            remove_folder(folder)
            raise

    def _tell(self, stage: str, fraction: float, detail: str = "") -> None:
        self._on_progress(Progress(stage, fraction, detail))


def bundle_bytes(entry: CatalogueEntry, precision: str) -> int:
    """Space that the converted model takes: measured, or an upper bound from the number of weights."""
    if precision in entry.footprints:
        return entry.footprints[precision].disk
    return int(entry.parameters * _BYTES_PER_WEIGHT.get(precision, 4.7))


def _name_of(folder: Path) -> str:
    """A name for a folder's model: the repository's for a hub's cache, else the folder's own."""
    if folder.name in ("", ".."):  # "." and the like
        folder = folder.resolve()
    if folder.parent.name == "snapshots" and folder.parent.parent.name.startswith("models--"):
        return folder.parent.parent.name.split("--")[-1]
    return folder.name
