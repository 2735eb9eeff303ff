"""Downloads the files of a model: continues where it stopped, checks every byte, says in one message what went wrong.

Given a `Hub` and a catalogue entry, gives a folder with the whole checkpoint. Files under way lie in a folder named by
model and commit as `NAME.part`; a part becomes `NAME` only after its size and checksum are right. Nothing outside that
folder is touched, and a folder with all files in it is the only result.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import filelock
import httpx2

from app.base.translation import translate
from app.models.catalogue import CatalogueEntry
from app.models.errors import ModelError, StoppedError
from app.models.hub import Hub, Listing, RemoteFile, backoff_s, explain, pause, persist, retry_after_s, worth_retrying
from app.models.progress import (
    IsCancelled,
    OnProgress,
    Progress,
    RateMeter,
    ignore_progress,
    never_cancelled,
    seconds_left,
)
from app.models.words import readable_size
from inference.files import move_into_place

LICENCE_NAMES = ("LICENSE", "LICENCE", "MODEL_LICENSE", "NOTICE")
"""Beginnings of file names (upper case) that hold a licence or a notice."""

_REPORT_EVERY_S = 0.1
_HASH_BLOCK = 1 << 20
_SPACE_MARGIN = 200 << 20
"""Bytes that stay free on the disk, so that the rest of the system continues working."""

_FORBIDDEN = frozenset(":\\") | frozenset(map(chr, range(32)))
"""In the names of a repository's files: what leads elsewhere on some system, and what no file system takes."""

FreeBytes = Callable[[Path], int]


def free_bytes(folder: Path) -> int:
    """Space left for this user where `folder` is or will be."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return shutil.disk_usage(folder).free


@dataclass(frozen=True)
class Wanted:
    """A file to download and what it must be. At least one of the sums is known; `git_oid` is a git blob's SHA-1."""

    remote: RemoteFile
    sha256: str | None
    git_oid: str | None

    @property
    def size(self) -> int:
        return self.remote.size


def is_licence_file(path: str) -> bool:
    """Whether the file at the top of a repository is a licence or a notice (and small enough to be text)."""
    return "/" not in path and path.upper().startswith(LICENCE_NAMES)


def plan(entry: CatalogueEntry, listing: Listing) -> list[Wanted]:
    """What to download for `entry`: its files, checked against the listing, then licences that the repository carries.

    Small files come first, so that a user sees a mistake before gigabytes are spent. Raises ModelError when the
    repository does not hold what the catalogue says.
    """
    wanted: list[Wanted] = []
    for known in entry.files:
        remote = listing.file(known.path)
        if remote is None:
            raise ModelError(
                translate("Models", "{0} has no file {1}. Nothing was downloaded.").format(
                    listing.repository, known.path
                )
            )
        if remote.size != known.size or (known.sha256 and remote.sha256 and known.sha256 != remote.sha256):
            raise ModelError(
                translate("Models", "{0} in {1} is not the file this program knows. Nothing was downloaded.").format(
                    known.path, listing.repository
                )
            )
        wanted.append(Wanted(remote, known.sha256 or remote.sha256, remote.git_oid))
    known_paths = {known.path for known in entry.files}
    wanted.extend(
        Wanted(remote, remote.sha256, remote.git_oid)
        for remote in listing.files
        if remote.path not in known_paths and is_licence_file(remote.path) and remote.size < 1_000_000
    )
    for item in wanted:
        if not item.sha256 and not item.git_oid:
            raise ModelError(
                translate("Models", "{0} provides no checksum for {1}, so the file cannot be trusted.").format(
                    listing.repository, item.remote.path
                )
            )
    return sorted(wanted, key=lambda item: item.size)


def download_lock(models: Path, model_id: str) -> filelock.BaseFileLock:
    """Held by whoever downloads or converts this model, or deletes its download. Does not wait: raises filelock.Timeout."""
    name = re.sub(r"[^\w.-]+", "-", model_id)
    return filelock.FileLock(models / f".{name}.lock", timeout=0)


def safe_path(folder: Path, name: str) -> Path:
    """Where the repository's file `name` goes. Raises ModelError for a name that leads out of `folder`."""
    parts = PurePosixPath(name).parts
    if not parts or any(part in {"..", "/"} or set(part) & _FORBIDDEN for part in parts):
        raise ModelError(translate("Models", "The repository contains a file with a forbidden name: {0}").format(name))
    return folder.joinpath(*parts)


class _Sums:
    """SHA-256 and git blob SHA-1 of what was written, whichever of the two is needed."""

    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._sha256 = hashlib.sha256() if wanted.sha256 else None
        self._git = None
        if not wanted.sha256:
            self._git = hashlib.sha1(b"blob %d\0" % wanted.size, usedforsecurity=False)

    def update(self, data: bytes) -> None:
        for digest in (self._sha256, self._git):
            if digest is not None:
                digest.update(data)

    def match(self) -> bool:
        """Whether what was written is what it must be; its size is for the caller to compare."""
        if self._sha256 is not None:
            return self._sha256.hexdigest() == self._wanted.sha256
        return self._git is not None and self._git.hexdigest() == self._wanted.git_oid


def matches(path: Path, wanted: Wanted, cancelled: IsCancelled = never_cancelled) -> bool:
    """Whether the file is there and is what it must be. Reads all of it."""
    if not path.is_file() or path.stat().st_size != wanted.size:
        return False
    sums = _Sums(wanted)
    with path.open("rb") as file:
        while block := file.read(_HASH_BLOCK):
            if cancelled():
                raise StoppedError(translate("Models", "Stopped. The download so far was kept."))
            sums.update(block)
    return sums.match()


def check_space(needed: int, folder: Path, free: FreeBytes = free_bytes) -> None:
    """Raises ModelError when `needed` bytes more, and a margin for the system, do not fit where `folder` is."""
    available = free(folder)
    if needed + _SPACE_MARGIN > available:
        raise ModelError(
            translate(
                "Models",
                "{0} more are needed in {1}, but only {2} are free. Free some space, or choose another folder.",
            ).format(readable_size(needed + _SPACE_MARGIN), folder, readable_size(available))
        )


class Downloader:
    """Downloads one model into `folder/ID@COMMIT`.

    Args:
        hub: where from.
        folder: folder of all downloads.
        extra_bytes: space that has to be left for what comes after (the converted model).
        free: tells free space (tests).
    """

    def __init__(
        self,
        hub: Hub,
        folder: Path,
        *,
        extra_bytes: int = 0,
        on_progress: OnProgress = ignore_progress,
        cancelled: IsCancelled = never_cancelled,
        free: FreeBytes = free_bytes,
    ) -> None:
        self._hub = hub
        self._folder = folder
        self._extra_bytes = extra_bytes
        self._on_progress = on_progress
        self._cancelled = cancelled
        self._free = free
        self._meter = RateMeter()
        self._done = self._total = 0
        self._reported_s = 0.0

    def list(self, entry: CatalogueEntry) -> tuple[Listing, list[Wanted]]:
        """The repository's files at the entry's revision. Raises ModelError."""
        self._on_progress(Progress("list", 0.0, entry.repository))
        listing = self._hub.listing(entry.repository, entry.revision, self._cancelled)
        if len(entry.revision) == 40 and listing.commit != entry.revision:
            raise ModelError(
                translate("Models", "{0} returned a different version from the one requested.").format(
                    self._hub.options.host
                )
            )
        wanted = plan(entry, listing)
        self._on_progress(Progress("list", 1.0, entry.repository))
        return listing, wanted

    def target(self, entry: CatalogueEntry, listing: Listing) -> Path:
        return self._folder / f"{entry.id}@{listing.commit}"

    def licences(self, listing: Listing, wanted: Sequence[Wanted]) -> dict[str, str]:
        """The texts of the licence files that the repository carries; a file that is not text is left out.

        Raises ModelError; StoppedError when cancelled.
        """
        texts = {}
        for item in wanted:
            if is_licence_file(item.remote.path):
                with suppress(UnicodeDecodeError):
                    texts[item.remote.path] = self._small(listing, item).decode("utf-8-sig")
        return texts

    def _small(self, listing: Listing, item: Wanted) -> bytes:
        """A small file whole and checked: what a user accepts must be what travels with the model later."""
        options = self._hub.options
        for _ in range(2):
            try:
                data = persist(lambda: self._bytes(listing, item), options, self._cancelled)
            except (httpx2.HTTPError, httpx2.StreamError, httpx2.InvalidURL) as error:
                raise ModelError(explain(error, options, listing.repository)) from error
            sums = _Sums(item)
            sums.update(data)
            if len(data) == item.size and sums.match():
                return data
        raise ModelError(damaged_twice(item))

    def _bytes(self, listing: Listing, item: Wanted) -> bytes:
        """At most one chunk more than the file should have."""
        data = b""
        with self._hub.transfer(listing, item.remote, 0, self._cancelled) as transfer:
            for chunk in transfer.chunks:
                data += chunk
                if len(data) > item.size:
                    break
        return data

    def fetch(self, entry: CatalogueEntry, listing: Listing, wanted: Iterable[Wanted]) -> Path:
        """Downloads all files and returns the folder that holds them, whole and checked.

        Raises ModelError; StoppedError when cancelled.
        """
        wanted = list(wanted)
        folder = self.target(entry, listing)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with filelock.FileLock(folder / ".lock", timeout=0):
                self._fetch_all(listing, wanted, folder)
        except filelock.Timeout as error:
            raise ModelError(
                translate("Models", "Another copy of this program is downloading {0}.").format(entry.name)
            ) from error
        except OSError as error:
            raise ModelError(explain_disk(error, folder, self._free)) from error
        (folder / ".lock").unlink(missing_ok=True)
        return folder

    def _fetch_all(self, listing: Listing, wanted: Sequence[Wanted], folder: Path) -> None:
        self._total = sum(item.size for item in wanted)
        have = {item.remote.path: self._present(safe_path(folder, item.remote.path), item) for item in wanted}
        check_space(self._total - sum(have.values()) + self._extra_bytes, folder, self._free)
        self._done = 0
        for item in wanted:
            path = safe_path(folder, item.remote.path)
            if path.is_file():
                self._tell(translate("Models", "Checking {0}").format(item.remote.path))
                if matches(path, item, self._cancelled):
                    self._done += item.size
                    self._report(item)
                    continue
                path.unlink()
            self._fetch(listing, item, path)

    @staticmethod
    def _present(path: Path, item: Wanted) -> int:
        for candidate in (path, part_of(path)):
            if candidate.is_file():
                return min(candidate.stat().st_size, item.size)
        return 0

    def _fetch(self, listing: Listing, item: Wanted, path: Path) -> None:
        """One file. A wrong checksum costs one more try from the start; after that it is an error."""
        before = self._done
        part = part_of(path)
        part.parent.mkdir(parents=True, exist_ok=True)
        again = False
        while True:
            self._transfer(listing, item, part, before)
            self._tell(translate("Models", "Checking {0}").format(item.remote.path))
            if matches(part, item, self._cancelled):
                move_into_place(part, path)
                self._done = before + item.size
                self._report(item)
                return
            part.unlink()
            if again:
                raise ModelError(damaged_twice(item))
            again = True

    def _transfer(self, listing: Listing, item: Wanted, part: Path, before: int) -> None:
        """Appends to `part` until it has the file's size. Breaks are bridged, unless several in a row gain nothing."""
        options = self._hub.options
        failures = 0
        while True:
            start = part.stat().st_size if part.is_file() else 0
            if start > item.size:
                part.unlink()
                start = 0
            if start == item.size and part.is_file():
                return
            try:
                self._receive(listing, item, part, start, before)
            except (httpx2.HTTPError, httpx2.StreamError) as error:
                gained = (part.stat().st_size if part.is_file() else 0) > start
                failures = 1 if gained else failures + 1
                if failures >= options.tries or not worth_retrying(error):
                    raise ModelError(explain(error, options, listing.repository)) from error
                pause(retry_after_s(error, backoff_s(failures, options.wait_s)), self._cancelled)
                continue
            except httpx2.InvalidURL as error:
                raise ModelError(explain(error, options, listing.repository)) from error
            size = part.stat().st_size if part.is_file() else 0
            if size < item.size:
                # The server closed the connection properly but early; that counts as a break.
                failures = 1 if size > start else failures + 1
                if failures >= options.tries:
                    raise ModelError(
                        translate(
                            "Models", "{0} sent less of {1} than it announced. Try again, or choose another mirror."
                        ).format(options.host, item.remote.path)
                    )
                pause(backoff_s(failures, options.wait_s), self._cancelled)

    def _receive(self, listing: Listing, item: Wanted, part: Path, start: int, before: int) -> None:
        with (
            self._hub.transfer(listing, item.remote, start, self._cancelled) as transfer,
            part.open("r+b" if part.is_file() else "wb") as file,
        ):
            # 200 instead of 206: the server sends everything again, so what is there is overwritten.
            file.seek(transfer.start)
            file.truncate()
            position = transfer.start
            for chunk in transfer.chunks:
                room = item.size - position
                file.write(chunk[:room])
                position += min(len(chunk), room)
                self._done = before + position
                self._report(item)
                if len(chunk) > room:
                    raise ModelError(
                        translate(
                            "Models", "{0} sent more of {1} than it announced, so it is not the same file."
                        ).format(self._hub.options.host, item.remote.path)
                    )

    def _report(self, item: Wanted) -> None:
        now_s = time.monotonic()
        self._meter.add(now_s, self._done)
        if now_s - self._reported_s >= _REPORT_EVERY_S or self._done >= self._total:
            self._reported_s = now_s
            self._tell(item.remote.path)

    def _tell(self, detail: str) -> None:
        rate = self._meter.bytes_per_s
        left_s = seconds_left(self._total, self._done, rate)
        fraction = self._done / self._total if self._total else 1.0
        self._on_progress(Progress("download", fraction, detail, self._done, self._total, rate, left_s))


def damaged_twice(item: Wanted) -> str:
    return translate(
        "Models", "{0} was damaged in two downloads: its checksum is wrong. Try again later, or choose another mirror."
    ).format(item.remote.path)


def part_of(path: Path) -> Path:
    return path.with_name(path.name + ".part")


def explain_disk(error: OSError, folder: Path, free: FreeBytes = free_bytes) -> str:
    """One message for what the file system said."""
    if error.errno == errno.ENOSPC or getattr(error, "winerror", 0) == 112:
        return translate(
            "Models",
            "The disk with {0} is full ({1} free). The download so far was kept. Free some space and continue.",
        ).format(folder, readable_size(free(folder)))
    if error.errno in {errno.EACCES, errno.EROFS, errno.EPERM}:
        return translate("Models", "{0} is not writable. Choose another folder for models in the settings.").format(
            folder
        )
    if error.errno in {errno.ENAMETOOLONG, errno.ENOENT} and os.name == "nt":
        return translate(
            "Models", "The path {0} is too long for this system. Choose a shorter folder for models."
        ).format(folder)
    return translate("Models", "{0} cannot be written: {1}").format(folder, error.strerror or error)
