"""The recogniser for other programs on this computer, on the model of the captions: its switch in the settings.

`ProgramAccess` lives in the Qt thread. The web server has its own thread, the turns with the model are the caption engine's:
captions and dictation come first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.base.settings import ServeSettings
from app.serve.listening import LOOPBACK, Listener, ListenError, WebServer
from app.serve.offer import Service
from app.serve.turns import Turns
from inference.options import StreamOptions

if TYPE_CHECKING:
    from aiohttp import web

CLOSING_S = 1.0
CONNECTIONS = 96


class ProgramAccess(QObject):
    """See the module.

    Attributes:
        turns: what the engine has to host.

    Signals:
        notice(str): a message for the user.
    """

    notice = Signal(str)

    def __init__(self, web: WebServer, options: StreamOptions, endpoint_ms: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.turns = Turns()
        self._web = web
        self._service = Service(self.turns, options, endpoint_ms)
        self._listener: Listener | None = None

    def set_options(self, options: StreamOptions, endpoint_ms: int) -> None:
        """How to recognise where a request does not say, from the next request on."""
        self._service.options, self._service.endpoint_ms = options, endpoint_ms

    def set_settings(self, settings: ServeSettings) -> None:
        """Switches it on, off or to another port."""
        if not settings.enabled:
            self.close()
        elif self._listener is None or self._listener.port != settings.port:
            self.close()
            self._open(settings.port)

    def close(self) -> None:
        """Nobody is served any more."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    def _open(self, port: int) -> None:
        service = self._service
        try:
            self._listener = self._web.listen(
                LOOPBACK, port, lambda: _app(service), max_connections=CONNECTIONS, closing_s=CLOSING_S
            )
        except ListenError as error:
            message = self.tr("Other programs cannot be served ({0}). Choose another port in the settings.")
            self.notice.emit(message.format(error))


def _app(service: Service) -> web.Application:
    from app.serve.api import api_app  # in the server's thread: aiohttp takes long to import

    return api_app(service)
