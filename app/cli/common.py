"""What the commands share: options about model and recognition, the active model, exits with one message."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.base import paths
from app.base.settings import Server, Settings, setting_of
from app.base.settings_file import SettingsFile
from app.base.translation import translate
from app.engine.pace import AUTOMATIC, named_options
from app.models.installed import STARTER, chosen_bundle
from app.models.servers import chosen_server, server_id
from inference.hotwords import parse_hotwords
from inference.languages import find_language
from inference.options import PRESETS, StreamOptions

if TYPE_CHECKING:
    from app.engine.model_loading import ModelChoice

MIN_CHUNK_MS, MAX_CHUNK_MS = 80, 2000
TOKEN_VARIABLE = "R2T2_CAPTIONS_ENGINE_TOKEN"


class UsageError(Exception):
    """What was asked for cannot be done; `str(error)` is a message for stderr."""


def chunk_ms(text: str) -> int:
    """argparse type: milliseconds from 80 to 2000."""
    try:
        value = int(text)
    except ValueError:
        value = 0
    if not MIN_CHUNK_MS <= value <= MAX_CHUNK_MS:
        raise argparse.ArgumentTypeError(
            translate("Cli", "“{0}” is not a number of milliseconds from {1} to {2}").format(
                text, MIN_CHUNK_MS, MAX_CHUNK_MS
            )
        )
    return value


def count(text: str) -> int:
    """argparse type: a whole number from 0 on."""
    value = int(text)
    if value < 0:
        raise ValueError(text)
    return value


def add_recognition_options(parser: argparse.ArgumentParser, preset: str = "") -> None:
    """Language, words, preset (`preset` by default, else that of the settings) and its single numbers, model, provider."""
    captions = Settings().captions
    add = parser.add_argument
    add("--language", default="auto", metavar="L", help=translate("Cli", "name or code; auto to detect it (default)"))
    add(
        "--hotwords",
        default="",
        metavar="“a, b”",
        help=translate("Cli", "names and terms to spell this way, separated by commas"),
    )
    add("--context", default="", metavar="TEXT", help=translate("Cli", "a sentence or two about the subject"))
    add(
        "--preset",
        default=preset or captions.preset,
        choices=(AUTOMATIC, *PRESETS),
        help=translate("Cli", "speed or accuracy; automatic: as soon as this computer can"),
    )
    add(
        "--chunk-ms",
        type=chunk_ms,
        metavar="N",
        help=translate("Cli", "milliseconds of sound per decoding step, 80 to 2000"),
    )
    add(
        "--unfixed-chunks",
        type=count,
        metavar="N",
        help=translate("Cli", "first steps without a stable prefix (default: from the preset)"),
    )
    add(
        "--unfixed-tokens",
        type=count,
        metavar="N",
        help=translate("Cli", "tokens rolled back at the end (default: from the preset)"),
    )
    add(
        "--max-tokens",
        type=count,
        metavar="N",
        help=translate("Cli", "most tokens per step (default: from the preset)"),
    )
    add("--rollback-punctuation", action="store_true", help=translate("Cli", "roll nothing back behind punctuation"))
    add(
        "--model",
        default="",
        metavar="DIR",
        help=translate("Cli", "folder or name of a model; the selected one by default"),
    )
    add(
        "--engine",
        default="",
        metavar="ADDRESS",
        help=translate("Cli", "recognise on this server instead; all sound is sent there"),
    )
    add(
        "--engine-token",
        default=os.environ.get(TOKEN_VARIABLE, ""),
        metavar="T",
        help=translate("Cli", "access token of the server (default: {0})").format(TOKEN_VARIABLE),
    )
    what = translate("Cli", "processor for the model: {0}").format(
        ", ".join(setting_of("captions", "provider").choices)
    )
    add("--provider", default=captions.provider, metavar="P", help=what)


def stream_options(args: argparse.Namespace) -> StreamOptions:
    """Options from the arguments. Raises RecognizerError for a bad language or too many words."""
    from app.engine.model_loading import check_options

    language = find_language(args.language)
    numbers = {
        "chunk_ms": args.chunk_ms,
        "unfixed_chunk_num": args.unfixed_chunks,
        "unfixed_token_num": args.unfixed_tokens,
        "max_tokens": args.max_tokens or None,
        "rollback_punctuation": args.rollback_punctuation or None,
    }
    given = {name: value for name, value in numbers.items() if value is not None}
    # A number of one's own is an experiment: what is not given must not depend on the speed of the computer.
    name = "balanced" if given and args.preset == AUTOMATIC else args.preset
    options = named_options(name, language=language, hotwords=parse_hotwords(args.hotwords), context=args.context)
    if args.chunk_ms is not None:
        options = replace(options, first_chunk_ms=None)
    options = replace(options, **given)
    check_options(options)
    return options


def load_settings() -> Settings:
    return SettingsFile(paths.config_dir()).load()


def chosen_model(args: argparse.Namespace, settings: Settings) -> ModelChoice:
    """The model of the arguments, else the active one. Raises UsageError where it is not there."""
    from app.engine.model_loading import ModelChoice  # here, because its libraries are not needed to say what is wrong

    server = Server(args.engine, args.engine_token) if args.engine else None
    if server is None and not args.model:
        server = chosen_server(settings)
    if server is not None:
        say(translate("Cli", "All sound is sent to {0}.").format(server.addresses))
        return ModelChoice(server_id(server), models_folder=settings.models.folder, server=server)
    if not args.model:
        folder, problem = chosen_bundle(settings)
        if problem:
            print(problem, file=sys.stderr)
        return ModelChoice(str(folder.absolute()), args.provider)
    nowhere = translate("Cli", "There is no folder and no installed model called “{0}”.").format(args.model)
    try:
        folder = Path(args.model).expanduser()
    except RuntimeError as error:  # "~somebody" who is not there
        raise UsageError(nowhere) from error
    if folder.exists():
        return ModelChoice(str(folder.absolute()), args.provider)
    if args.model == STARTER:
        return ModelChoice(provider=args.provider)
    if folder.name == args.model:
        installed, problem = chosen_bundle(replace(settings, captions=replace(settings.captions, model=args.model)))
        if not problem:
            return ModelChoice(str(installed), args.provider)
    raise UsageError(nowhere)


def say(text: str) -> None:
    """A message for the user, beside the output."""
    print(text, file=sys.stderr, flush=True)
