"""What this computer's programs are served, each with a switch in the settings: the caption page for OBS, the recogniser.

Both live in the Qt thread. The page is given what the transcript signals and passes it on without waiting for anyone; the web
server has its own thread.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.base.settings import ObsSettings, ServeSettings
from app.engine.guests import Guests, NoGuests
from app.serve.caption_log import CaptionLog
from app.serve.listening import LOOPBACK, Listener, ListenError, WebServer
from app.serve.offer import Service
from app.serve.secret_page import SecretPage, load_files
from app.serve.turns import Turns
from app.ui.kit.relay import relay_to
from inference.options import StreamOptions

PAGE_FILES = ("obs.html", "obs.css", "obs.js", "feed.js", "icon.svg")
KEPT_LINES = 20
MAX_BROWSERS = 16
CLOSING_S = 1.0
CONNECTIONS = 96

if TYPE_CHECKING:
    from aiohttp import web


def with_token(settings: ObsSettings) -> ObsSettings:
    """The same settings with a new secret if the page is on and has none yet. To be saved by the caller."""
    return replace(settings, token=secrets.token_urlsafe(16)) if settings.enabled and not settings.token else settings


class CaptionPage(QObject):
    """Captions as a browser source for OBS, which shows the same lines as they grow: the page's switch, and its feed.

    Signals:
        address_changed(str): where the page is now, "" when it is off.
        notice(str): a message for the user.
    """

    address_changed = Signal(str)
    notice = Signal(str)

    def __init__(self, web: WebServer | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._web = web or WebServer()
        self._log = CaptionLog(KEPT_LINES)
        self._page: SecretPage | None = None
        self._listener: Listener | None = None
        self._wanted_port = 0

    @property
    def address(self) -> str:
        """What a user pastes into OBS; "" when the page is off."""
        if self._listener is None or self._page is None:
            return ""
        return f"http://{LOOPBACK}:{self._listener.port}/{self._page.token}/"

    def set_settings(self, settings: ObsSettings) -> None:
        """Switches the page on, off or to another port or token. `settings.token` must be there (`with_token`)."""
        before = self.address
        if not settings.enabled or not settings.token:
            self._close_later()
        elif self._page is not None and self._listener is not None and self._wanted_port == settings.port:
            self._page.change_token(settings.token)
        else:
            self._close_later()
            self._open(settings)
        if self.address != before:
            self.address_changed.emit(self.address)

    def close(self) -> None:
        """Stops serving, and waits until that is done; what was said stays ready for the next start."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    def _close_later(self) -> None:
        if self._listener is not None:
            self._listener.close_later()
            self._listener = None

    @Slot(int, str)
    def append(self, number: int, text: str) -> None:
        """`text` was appended to line `number` of the transcript."""
        self._log.append(number, text)

    @Slot(int)
    def finish(self, number: int) -> None:
        """Line `number` is complete."""
        self._log.finish(number)

    def _open(self, settings: ObsSettings) -> None:
        try:
            content = load_files(files("resources") / "captions", PAGE_FILES)
            page = SecretPage(settings.token, self._log, content, max_viewers=MAX_BROWSERS)
            self._listener = self._web.listen(LOOPBACK, settings.port, lambda: _app(page))
        except (ListenError, OSError) as error:
            self.notice.emit(
                self.tr("The caption page for OBS could not start ({0}). Choose another port in the settings.").format(
                    error
                )
            )
        else:
            self._page, self._wanted_port = page, settings.port


def _app(page: SecretPage) -> web.Application:
    from app.serve.caption_page import page_app  # in the server's thread: aiohttp takes long to import

    return page_app(page)


class Hosting:
    """The engine hosts `turns` while anybody uses them; while nobody does it may rest."""

    def __init__(self, turns: Turns, host: Callable[[Guests], None]) -> None:
        """`host` is the engine's (`app.engine.worker.CaptionWorker.host`)."""
        self.turns = turns
        self._host = host
        self._users: set[str] = set()

    def use(self, user: str, on: bool) -> None:
        """`user` begins to use the turns, or has done so."""
        before = bool(self._users)
        (self._users.add if on else self._users.discard)(user)
        if bool(self._users) != before:
            self._host(self.turns if self._users else NoGuests())


class ProgramAccess(QObject):
    """The recogniser for other programs on this computer, on the model of the captions: its switch.

    The turns with the model are the caption engine's: captions and dictation come first.

    Signals:
        notice(str): a message for the user.
    """

    notice = Signal(str)

    def __init__(
        self,
        web: WebServer,
        hosting: Hosting,
        options: StreamOptions,
        endpoint_ms: int,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._web, self._hosting = web, hosting
        self._service = Service(hosting.turns, options, endpoint_ms)
        self._listener: Listener | None = None
        self._relay = relay_to(self)

    def set_options(self, options: StreamOptions, endpoint_ms: int) -> None:
        """How to recognise where a request does not say, from the next request on."""
        self._service.options, self._service.endpoint_ms = options, endpoint_ms

    def set_settings(self, settings: ServeSettings) -> None:
        """Switches it on, off or to another port."""
        if not settings.enabled:
            self._close_later()
        elif self._listener is None or self._listener.port != settings.port:
            self._close_later()
            self._open(settings.port)

    def close(self) -> None:
        """Nobody is served any more; waits until that is done."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None
            self._hosting.use("programs", False)

    def _close_later(self) -> None:
        """Who is served is answered first."""
        if self._listener is not None:
            self._listener.close_later(partial(self._relay, self._closed.__name__))
            self._listener = None

    def _closed(self) -> None:
        if self._listener is None:
            self._hosting.use("programs", False)

    def _open(self, port: int) -> None:
        service = self._service
        try:
            self._listener = self._web.listen(
                LOOPBACK, port, lambda: _api(service), max_connections=CONNECTIONS, closing_s=CLOSING_S
            )
        except ListenError as error:
            message = self.tr("Other programs cannot be served ({0}). Choose another port in the settings.")
            self.notice.emit(message.format(error))
        else:
            self._hosting.use("programs", True)


def _api(service: Service) -> web.Application:
    from app.serve.api import api_app  # in the server's thread: aiohttp takes long to import

    return api_app(service)
