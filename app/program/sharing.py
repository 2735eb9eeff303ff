"""Captions for phones in the same network: a read-only page that is there only while the user shares.

`Sharing` lives in the Qt thread. While it is on it passes on what the transcript signals, without waiting for anyone. It
is never on by itself, and every start has another secret in its address.
"""

from __future__ import annotations

import secrets
import sys
from dataclasses import replace
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.base.events import Status
from app.base.settings import Settings
from app.base.sides import speaker_of
from app.serve.caption_log import CaptionLog
from app.serve.listening import Listener, ListenError, WebServer
from app.serve.secret_page import SecretPage, load_files
from app.serve.viewers import Viewer
from app.transcript.document import Transcript
from app.ui.kit.live_settings import LiveSettings
from app.ui.kit.message_bar import SignBar
from app.ui.kit.relay import relay_to
from app.ui.overlay.phrases import LinesShown, step_of_words
from app.ui.settings.local_addresses import best_address, local_addresses
from app.ui.settings.share_state import NOT_SHARED, ShareState

if TYPE_CHECKING:
    from aiohttp import web

PAGE_FILES = ("index.html", "viewer.css", "viewer.js", "feed.js", "words.js", "icon.svg", "awake.mp4")
MAX_VIEWERS = 200
OTHER_FILES = 256
"""What the program may have open besides."""
MAX_CONNECTIONS = MAX_VIEWERS * 2
"""A page loads its files over a few connections more, for a moment."""
CLOSING_S = 0.3
"""For viewers to be told that it is over: at the end of the program the user waits meanwhile."""
SECRET_CHARACTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Those that are not mistaken for each other when somebody has to type the address."""
SECRET_LENGTH = 12
"""59 bits: beyond guessing over a network, and short enough for a code that is scanned from the last row."""
NETWORK_CHECK_MS = 5000
CHECKS_UNTIL_MOVE = 6
"""Half a minute without the address."""
SIGN = "sharing"


def new_secret() -> str:
    return "".join(secrets.choice(SECRET_CHARACTERS) for _ in range(SECRET_LENGTH))


class Sharing(QObject):
    """The page's switch, and its feed.

    Attributes:
        state: what is shown of it.

    Signals:
        changed(ShareState): it was switched on or off, moved to another address, or a viewer came or went.
        notice(str): a message for the user.
    """

    changed = Signal(object)
    notice = Signal(str)

    def __init__(
        self, web: WebServer, transcript: Transcript, live: LiveSettings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.state = NOT_SHARED
        self._web = web
        self._transcript = transcript
        self._live = live
        self._status = Status("loading")
        self._shown = LinesShown(transcript, step_of_words(live.value.overlay.text_step), self)
        self._log = CaptionLog()
        self._secret = self._host = ""
        self._checks_away = 0
        self._page: SecretPage | None = None
        self._listener: Listener | None = None
        self._relay = relay_to(self)
        self._network_check = QTimer(self, interval=NETWORK_CHECK_MS)
        self._network_check.timeout.connect(self._check_network)
        live.changed.connect(self._take_settings)

    @Slot(bool)
    def switch(self, on: bool) -> None:
        if on:
            self.start()
        else:
            self.stop()

    def start(self) -> None:
        """Begins to share, at a new secret address. A message is emitted where that cannot be done."""
        self.stop()
        settings = self._live.value.share
        host = best_address(local_addresses(), settings.address)
        if not host:
            self._fail(self.tr("No local network was found. Connect this computer to one, or choose an address."))
            return
        self._begin_log(settings.earlier)
        _allow_open_files(MAX_CONNECTIONS + OTHER_FILES)
        self._network_check.start()
        self._secret = new_secret()
        self._listen(host)

    def stop(self, *, wait: bool = False) -> None:
        """Stops sharing: every viewer is told, and the address is worthless from now on. `wait` until they are told."""
        if not self._network_check.isActive():
            return
        self._network_check.stop()
        self._shown.released.disconnect(self._append)
        self._transcript.line_finished.disconnect(self._log.finish)
        self._close(wait=wait)
        self._show(NOT_SHARED)

    def show_sign(self, signs: SignBar) -> None:
        """A sign for as long as captions are shared, with the button that ends it."""
        if not self.state.address:
            signs.end_sign(SIGN)
        elif SIGN in signs.texts:
            signs.refresh_sign(SIGN)
        else:
            signs.show_sign(SIGN, self._in_words, lambda: self.tr("Stop sharing"), self.stop)

    def _in_words(self) -> str:
        return self.tr("Captions are shared on the local network · %n viewer(s)", "", len(self.state.viewers))

    def show_status(self, status: Status) -> None:
        """The worker's state: viewers see that captions are paused."""
        self._status = status
        self._log.set_state(status.state)

    def _take_settings(self, old: Settings, new: Settings) -> None:
        """Another address or port: the page moves there, and its viewers have to scan the new code."""
        self._shown.set_step(step_of_words(new.overlay.text_step))
        was, now = old.share, new.share
        if self._page is not None and (was.address, was.port) != (now.address, now.port):
            self._move(best_address(local_addresses(), now.address) or self._host)

    def _begin_log(self, earlier: bool) -> None:
        """A new log, with the lines that are still growing, or with all lines so far."""
        self._log = CaptionLog()
        self._log.set_state(self._status.state)
        for line in self._transcript.lines:
            if earlier or not line.finished:
                self._append(line.number, self._shown.of_line(line.number))
            if earlier and line.finished:
                self._log.finish(line.number)
        self._shown.released.connect(self._append)
        self._transcript.line_finished.connect(self._log.finish)

    def _append(self, number: int, text: str) -> None:
        side = self._transcript.line(number).side
        self._log.append(number, text, speaker_of(side, self._live.value.captions))

    def _listen(self, host: str) -> None:
        self._host, self._checks_away = host, 0
        try:
            content = load_files(files("resources") / "captions", PAGE_FILES)
            page = self._page = SecretPage(self._secret, self._log, content, max_viewers=MAX_VIEWERS)
            page.viewers.changed.connect(lambda viewers: self._relay(self._show_viewers.__name__, page, viewers))
            self._listener = self._web.listen(
                host,
                self._live.value.share.port,
                partial(_app, page),
                max_connections=MAX_CONNECTIONS,
                closing_s=CLOSING_S,
            )
        except (ListenError, OSError) as error:
            message = self.tr("Captions could not be shared ({reason}). Choose another port in the settings.")
            self.stop()
            self._fail(message.format(reason=error))
        else:
            self._show(ShareState(f"http://{host}:{self._listener.port}/{self._secret}/"))

    def _close(self, *, wait: bool = False) -> None:
        if self._page is not None:
            self._page.cut_off(over=True)
        if self._listener is not None and wait:
            self._listener.close()
        elif self._listener is not None:
            self._listener.close_later()
        self._page = self._listener = None

    def _check_network(self) -> None:
        """The computer may have joined another network. A network that is gone for a moment comes back with its address."""
        found = local_addresses()
        here = any(address.ip == self._host for address in found)
        self._checks_away = 0 if here else self._checks_away + 1
        host = best_address(found, self._live.value.share.address)
        if self._checks_away >= CHECKS_UNTIL_MOVE and host:
            self._move(host)
            self.notice.emit(self.tr("Captions are shared at another address now. Viewers have to scan the new code."))

    def _move(self, host: str) -> None:
        self._close()
        self._listen(host)

    def _fail(self, message: str) -> None:
        self._show(ShareState(problem=message))
        self.notice.emit(message)

    def _show_viewers(self, page: SecretPage, viewers: tuple[Viewer, ...]) -> None:
        if page is self._page and self.state.address:
            self._show(replace(self.state, viewers=viewers))

    def _show(self, state: ShareState) -> None:
        if state != self.state:
            self.state = state
            self.changed.emit(state)


def _allow_open_files(wanted: int) -> None:
    """Raises this process's own limit, which is 256 on macOS, as far as the system lets it."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _app(page: SecretPage) -> web.Application:
    from app.serve.caption_page import page_app  # in the server's thread: aiohttp takes long to import

    return page_app(page)
