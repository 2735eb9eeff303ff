"""`r2t2-captions serve`: the recogniser for other programs on this computer, or on the local network."""

from __future__ import annotations

import argparse
import ipaddress
import os
import signal
import threading
from dataclasses import replace

from app.base.translation import translate
from app.cli.common import UsageError, add_recognition_options, chosen_model, load_settings, say, stream_options
from app.serve.listening import LOOPBACK, ListenError, WebServer
from app.serve.model_thread import ModelThread
from app.serve.offer import Service
from app.serve.turns import RECORDINGS, STREAMS, Turns

PORT = 8780
TOKEN_VARIABLE = "R2T2_CAPTIONS_TOKEN"
FINISHING_S = 10.0
"""What was said when the server is stopped has this long to be recognised."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    add = parser.add_argument
    add("--port", type=int, default=PORT, metavar="N", help=translate("Cli", "TCP port (default: {0})").format(PORT))
    add(
        "--host",
        default=LOOPBACK,
        metavar="A",
        help=translate("Cli", "local address to listen on (default: this computer only)"),
    )
    add(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help=translate("Cli", "host name of this server; may be repeated"),
    )
    add(
        "--token",
        default=os.environ.get(TOKEN_VARIABLE, ""),
        metavar="T",
        help=translate("Cli", "secret that programs have to send; the variable {0} works too").format(TOKEN_VARIABLE),
    )
    most = translate("Cli", "most live streams at once (default: {0})")
    add("--streams", type=int, default=STREAMS, metavar="N", help=most.format(STREAMS))
    add(
        "--recordings",
        type=int,
        default=RECORDINGS,
        metavar="N",
        help=translate("Cli", "most recordings at once (default: {0})").format(RECORDINGS),
    )
    add("--endpoint-ms", type=int, default=600, metavar="N", help=translate("Cli", "pause that ends a line"))
    add_recognition_options(parser)
    parser.set_defaults(run=run)


def is_loopback(host: str) -> bool:
    """Whether only this computer can reach `host`."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def run(args: argparse.Namespace) -> int:
    """Until Ctrl+C. Raises the errors of the packages, each with its message."""
    from app.serve.api import api_app

    if not args.token and not is_loopback(args.host):
        message = translate("Cli", "Other computers could use this server. Set a secret with --token.")
        raise UsageError(message)
    options = stream_options(args)
    turns = Turns(streams=args.streams, recordings=args.recordings)
    choice = replace(chosen_model(args, load_settings()), streams=args.streams + 1)  # recordings take turns as one
    model = ModelThread(turns, choice, options, say)
    service = Service(
        turns, options, args.endpoint_ms, args.token, tuple(name.lower() for name in args.name), unload=model.unload
    )
    web = WebServer()
    try:
        listener = web.listen(
            args.host,
            args.port,
            lambda: api_app(service),
            max_connections=4 * (args.streams + args.recordings) + 48,
            closing_s=FINISHING_S,
        )
    except ListenError as error:
        raise UsageError(str(error)) from error
    over = threading.Event()
    before = {number: signal.signal(number, lambda *_: over.set()) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        model.start()
        host = f"[{listener.host}]" if ":" in listener.host else listener.host
        say(translate("Cli", "Serving on http://{0}:{1}/v1. Press Ctrl+C to stop.").format(host, listener.port))
        while not over.wait(0.5):
            pass
        say(translate("Cli", "Stopping…"))
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        listener.close()
        model.stop(FINISHING_S)
    return 0
