"""`r2t2-captions models …`: the models of this computer from a terminal or a script.

Results go to standard output, as text or (`--json`) as one JSON object; progress and errors go to standard error. Exit
codes: 0 done, 1 failed (the message says why), 2 wrong usage, 3 a licence has to be accepted first, 130 stopped.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import filelock

from app.base import paths
from app.base.settings import Settings
from app.base.settings_file import SettingsFile
from app.base.telemetry_leftovers import clean_up_after_telemetry
from app.base.translation import translate
from app.models.catalogue import Catalogue, CatalogueEntry, Licence, load_catalogue
from app.models.download import download_lock
from app.models.errors import LicenceError, ModelError, StoppedError
from app.models.install import Installer, hub_options
from app.models.installed import (
    InstalledModel,
    KeptDownload,
    find_installed,
    folder_of,
    kept_downloads,
    list_installed,
    remove,
    remove_folder,
    tidy,
    verify,
    with_active,
    with_external,
    without,
)
from app.models.licences import accept, texts_of
from app.models.machine import PRECISIONS, describe_machine, recommend_precision
from app.models.progress import Progress
from app.models.source import classify
from app.models.words import describe_progress, readable_size

DONE, FAILED, LICENCE, STOPPED = 0, 1, 3, 130


@dataclass
class Context:
    """What every command needs: the parsed arguments, the settings file, and where to say things."""

    args: argparse.Namespace
    file: SettingsFile
    settings: Settings
    models: Path
    catalogue: Catalogue
    stop: threading.Event

    def save(self, change: Callable[[Settings], Settings]) -> None:
        """Changes the settings as they are now: the program's window may have saved others while this was at work."""
        self.settings = change(self.file.load())
        try:
            self.file.save(self.settings)
        except OSError as error:
            raise ModelError(
                translate("Models", "The settings could not be saved: {0}").format(error.strerror or error)
            ) from error

    def installer(self, on_progress: Callable[[Progress], None]) -> Installer:
        given = {name: getattr(self.args, name, None) for name in ("mirror", "proxy", "token")}
        changes = {name: value for name, value in given.items() if value is not None}
        settings = replace(self.settings.models, **changes)
        if getattr(self.args, "keep_source", False):
            settings = replace(settings, keep_source=True)
        return Installer(
            self.models,
            settings,
            self.catalogue,
            options=hub_options(settings),
            provider=self.settings.captions.provider,
            on_progress=on_progress,
            cancelled=self.stop.is_set,
        )


Result = tuple[dict[str, Any], list[str]]
"""What a command gives: the JSON object, and the lines for a user."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="r2t2-captions models", description=translate("Models", "The speech models of this computer.")
    )
    parser.add_argument("--json", action="store_true", help=translate("Models", "print one JSON object"))
    parser.add_argument("--models", type=Path, metavar="DIR", help=translate("Models", "folder of the models"))
    parser.add_argument(
        "--catalogue", type=Path, metavar="FILE", help=translate("Models", "a different list of models")
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, text: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text, description=text)
        # Also after the command, where people write it; SUPPRESS keeps what stands before it.
        command.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        return command

    add("list", translate("Models", "list models on this computer and models to download"))
    licence = add("licence", translate("Models", "print the licence of a model"))
    licence.add_argument("id")
    get = add("get", translate("Models", "download, convert and test a model"))
    get.add_argument("id")
    get.add_argument("--mirror", metavar="URL", help=translate("Models", "address of another hub"))
    get.add_argument("--proxy", metavar="URL")
    get.add_argument("--token", help=translate("Models", "access token; the variable HF_TOKEN works too"))
    get.add_argument("--keep-source", action="store_true", help=translate("Models", "keep the download"))
    bring = add("import", translate("Models", "import a checkpoint or a converted model from a folder"))
    bring.add_argument("folder", type=Path)
    bring.add_argument("--name", default="", help=translate("Models", "name of the model"))
    bring.add_argument("--copy", action="store_true", help=translate("Models", "copy a converted model"))
    for command in (get, bring):
        command.add_argument("--precision", choices=("auto", *PRECISIONS), default="auto")
        command.add_argument("--use", action="store_true", help=translate("Models", "select it afterwards"))
        command.add_argument(
            "--accept-licence", action="store_true", help=translate("Models", "I have read and accept its licence")
        )
    convert = add("convert", translate("Models", "convert a checkpoint into any folder"))
    convert.add_argument("checkpoint", type=Path)
    convert.add_argument("out", type=Path)
    convert.add_argument("--precision", choices=("auto", *PRECISIONS), default="auto")
    check = add("verify", translate("Models", "read every file of a model and compare the checksums"))
    check.add_argument(
        "model", nargs="?", default="", help=translate("Models", "id or folder; the selected one by default")
    )
    use = add("use", translate("Models", "select the model for captions"))
    use.add_argument("id")
    delete = add("remove", translate("Models", "remove a model or downloads"))
    delete.add_argument("id", nargs="?", default="")
    delete.add_argument(
        "--downloads", action="store_true", help=translate("Models", "remove kept and unfinished downloads")
    )
    return parser


def main(argv: list[str]) -> int:
    """Runs one command and returns the exit code."""
    args = _parser().parse_args(argv)
    file = SettingsFile(paths.config_dir())
    try:
        settings = file.load()
        if file.found_format == 1:  # a command that saves would hide from the window that there is something to remove
            clean_up_after_telemetry()
        models = args.models or paths.models_dir(settings.models.folder)
        context = Context(args, file, settings, models, load_catalogue(args.catalogue), threading.Event())
        with _stopping(context.stop):
            answer, lines = _COMMANDS[args.command](context)
    except StoppedError as error:
        return _fail(args.json, str(error), STOPPED)
    except LicenceError as error:
        return _fail(args.json, _licence_hint(error, args), LICENCE)
    except ModelError as error:
        return _fail(args.json, str(error), FAILED)
    except OSError as error:
        return _fail(args.json, translate("Models", "Reading or writing failed: {0}").format(error), FAILED)
    print(json.dumps(answer, ensure_ascii=False, indent=1) if args.json else "\n".join(lines))
    return DONE


def _licence_hint(error: LicenceError, args: argparse.Namespace) -> str:
    if error.text:
        return f"{error}\n\n{error.text}"
    hint = translate("Models", "Read it with “r2t2-captions models licence {0}”, then add --accept-licence.")
    return f"{error} {hint.format(getattr(args, 'id', '') or 'confucius4-r2t2')}"


def _fail(as_json: bool, message: str, code: int) -> int:
    if as_json:
        print(json.dumps({"error": message, "code": code}, ensure_ascii=False))
    print(message, file=sys.stderr)
    return code


@contextmanager
def _stopping(stop: threading.Event) -> Iterator[None]:
    """Ctrl+C asks to stop in good order; a second one ends at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def on_interrupt(_: int, __: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _bar() -> Iterator[Callable[[Progress], None]]:
    """A progress bar on standard error if that is a terminal."""
    from tqdm import tqdm

    form = "{desc:<12} {percentage:3.0f}% |{bar}| {postfix}"
    with tqdm(total=1000, bar_format=form, disable=not sys.stderr.isatty(), leave=False, file=sys.stderr) as bar:

        def show(step: Progress) -> None:
            bar.set_description_str(step.stage, refresh=False)
            bar.set_postfix_str(describe_progress(step) or step.detail, refresh=False)
            bar.update(round(step.fraction * 1000) - bar.n)

        yield show


def model_as_dict(model: InstalledModel) -> dict[str, Any]:
    return {
        "id": model.id,
        "name": model.name,
        "kind": model.kind,
        "folder": str(model.folder),
        "precision": model.precision,
        "model_id": model.model_id,
        "revision": model.revision,
        "licence": model.licence,
        "languages": list(model.languages),
        "bytes": model.n_bytes,
        "active": model.active,
        "problem": model.problem,
    }


def _entry_as_dict(entry: CatalogueEntry) -> dict[str, Any]:
    licence = entry.licence
    return {
        "id": entry.id,
        "name": entry.name,
        "repository": entry.repository,
        "revision": entry.revision,
        "download_bytes": entry.download_bytes,
        "languages": list(entry.languages),
        "hardware": entry.hardware,
        "licence": {"name": licence.name, "version": licence.version, "url": licence.url} if licence else None,
        "footprints": {name: {"disk": it.disk, "memory": it.memory} for name, it in entry.footprints.items()},
    }


def _download_as_dict(kept: KeptDownload) -> dict[str, Any]:
    return {"folder": str(kept.folder), "bytes": kept.n_bytes, "complete": kept.complete}


def _line(model: InstalledModel) -> str:
    mark = "*" if model.active else " "
    if model.problem:
        return f"{mark} {model.id}  —  {model.problem}"
    languages = model.languages[0] if len(model.languages) == 1 else str(len(model.languages))
    unit = "" if len(model.languages) == 1 else " " + translate("Models", "languages")
    return f"{mark} {model.id}  —  {model.name}, {readable_size(model.n_bytes)}, {languages}{unit}"


def _list(context: Context) -> Result:
    tidy(context.models)
    installed = list_installed(context.settings, context.models)
    offers = [entry for entry in context.catalogue.entries if entry.kind == "hub"]
    kept = kept_downloads(context.models)
    lines = [translate("Models", "On this computer (* is in use):"), *map(_line, installed)]
    lines.append(translate("Models", "Available for download:"))
    lines += [
        f"  {entry.id}  —  {entry.name}, {readable_size(entry.download_bytes)}. {entry.hardware_text}"
        for entry in offers
    ]
    if kept:
        lines.append(translate("Models", "Kept or incomplete downloads:"))
        lines += [f"  {item.folder}  —  {readable_size(item.n_bytes)}" for item in kept]
    return (
        {
            "models_folder": str(context.models),
            "installed": [model_as_dict(model) for model in installed],
            "available": [_entry_as_dict(entry) for entry in offers],
            "downloads": [_download_as_dict(item) for item in kept],
        },
        lines,
    )


def _licence(context: Context) -> Result:
    entry = context.catalogue.entry(context.args.id)
    if entry.licence is None:
        raise ModelError(translate("Models", "{0} comes under the licence of this program.").format(entry.name))
    texts = texts_of(entry.licence)
    head = [entry.licence.name, entry.licence.version, entry.licence.url, ""]
    return {"name": entry.licence.name, "version": entry.licence.version, "texts": texts}, [*head, *texts.values()]


def _precision(context: Context) -> str:
    """The one that was asked for, or the recommended one, with the reason on standard error."""
    if context.args.precision != "auto":
        return str(context.args.precision)
    precision, reason = recommend_precision(describe_machine())
    print(f"{precision}: {reason}", file=sys.stderr)
    return precision


def _finish(context: Context, model: InstalledModel) -> Result:
    if model.kind == "external":
        context.save(lambda now: with_external(now, model.folder))
    if context.args.use:
        context.save(lambda now: with_active(now, model.id))
        model = replace(model, active=True)
    return model_as_dict(model), [_line(model)]


def _accept(context: Context, entry: CatalogueEntry | None) -> None:
    if context.args.accept_licence and entry is not None and entry.licence is not None:
        _accept_text(context, entry.licence)


def _accept_text(context: Context, licence: Licence, text: str | None = None) -> None:
    context.save(lambda now: replace(now, models=accept(now.models, licence, text)))


def _get(context: Context) -> Result:
    entry = context.catalogue.entry(context.args.id)
    if entry.kind != "hub":
        raise ModelError(translate("Models", "{0} is already installed.").format(entry.name))
    _accept(context, entry)
    context.installer(lambda _: None).need_licence(entry)
    precision = _precision(context)
    with _bar() as show:
        while True:
            try:
                return _finish(context, context.installer(show).get(entry, precision))
            except LicenceError as error:
                if not (error.text and context.args.accept_licence and entry.licence is not None):
                    raise
                # The user accepted this model's licence on the command line; the texts it carries are kept as well.
                _accept_text(context, entry.licence, error.text)
                print(error.text, file=sys.stderr)


def _import(context: Context) -> Result:
    source = classify(context.args.folder, context.catalogue)
    _accept(context, source.entry)
    with _bar() as show:
        if source.kind == "bundle":
            model = context.installer(show).import_bundle(source.folder, context.args.copy)
        else:
            precision = _precision(context)
            model = context.installer(show).import_checkpoint(source, precision, context.args.name)
    return _finish(context, model)


def _convert(context: Context) -> Result:
    from app.models.child import run_in_child
    from app.models.install import convert_task

    source = classify(context.args.checkpoint, context.catalogue)
    if source.kind != "checkpoint":
        raise ModelError(translate("Models", "{0} is already converted.").format(source.folder))
    precision = _precision(context)
    arguments = {"checkpoint": source.folder, "out": context.args.out, "precision": precision}
    with _bar() as show:
        run_in_child(
            convert_task,
            arguments,
            lambda fraction, what: show(Progress("convert", fraction, what)),
            context.stop.is_set,
        )
    return {"folder": str(context.args.out), "precision": precision}, [str(context.args.out)]


def _verify(context: Context) -> Result:
    wanted = context.args.model or context.settings.captions.model
    folder = Path(wanted) if wanted and Path(wanted).is_dir() else folder_of(wanted, context.models)
    with _bar() as show:
        verify(folder, lambda fraction: show(Progress("verify", fraction)), context.stop.is_set)
    return {"folder": str(folder), "intact": True}, [translate("Models", "{0} is intact.").format(folder)]


def _use(context: Context) -> Result:
    model = find_installed(context.args.id, context.settings, context.models)
    if model.problem:
        raise ModelError(model.problem)
    context.save(lambda now: with_active(now, model.id))
    model = replace(model, active=True)
    return model_as_dict(model), [_line(model)]


def _remove(context: Context) -> Result:
    if context.args.downloads:
        return _remove_downloads(context)
    if not context.args.id:
        raise ModelError(translate("Models", "Name the model to remove, or use --downloads."))
    model = find_installed(context.args.id, context.settings, context.models)
    if without(model, context.settings) != context.settings:
        context.save(lambda now: without(model, now))
    gone_now = remove(model)
    message = (
        translate("Models", "{0} was removed.")
        if gone_now
        else translate("Models", "{0} is in use. It will be removed when the program next starts.")
    )
    return {"id": model.id, "removed": gone_now}, [message.format(model.id)]


def _remove_downloads(context: Context) -> Result:
    freed, lines = 0, []
    for item in kept_downloads(context.models):
        lock = download_lock(context.models, item.folder.name.split("@")[0])
        try:
            with lock:
                freed += item.n_bytes if remove_folder(item.folder) else 0
                with suppress(OSError):  # Windows keeps it while it is held, and deletes it afterwards
                    Path(lock.lock_file).unlink()
        except filelock.Timeout:
            message = translate("Models", "{0} is being downloaded or converted and was not removed.")
            lines.append(message.format(item.folder.name))
    return {"freed_bytes": freed}, [*lines, translate("Models", "{0} freed.").format(readable_size(freed))]


_COMMANDS: dict[str, Callable[[Context], Result]] = {
    "list": _list,
    "licence": _licence,
    "get": _get,
    "import": _import,
    "convert": _convert,
    "verify": _verify,
    "use": _use,
    "remove": _remove,
}
