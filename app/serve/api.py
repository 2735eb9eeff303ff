"""The recogniser for other programs: every route, who may use it, and what an error looks like.

    app = api_app(Service(turns, options))        # in the server's thread; see `app.serve.listening`

Routes and shapes are described in docs/serve.md. Errors are OpenAI's: `{"error": {"message", "type", "param", "code"}}`.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import TYPE_CHECKING

from aiohttp import web

from app.capture.ports import CaptureError
from app.serve.answers import error_body
from app.serve.asking import AskedError
from app.serve.guard import Handler, expect, new_app, same_secret
from app.serve.live import answer_live
from app.serve.offer import Service, metrics_text
from app.serve.official import answer_official
from app.serve.realtime import answer_realtime
from app.serve.recordings import answer_recording
from app.serve.turns import BusyError
from inference.errors import RecognizerError

if TYPE_CHECKING:
    from aiohttp.typedefs import Middleware

log = logging.getLogger(__name__)

RETRY_AFTER_S = 5
OPEN = ("/health", "/asr_stream_api_v0", "/asr_stream_api_v1")
"""Need no bearer token: the first tells nothing, the others take the token in their header."""
KINDS = {
    HTTPStatus.UNAUTHORIZED: "authentication_error",
    HTTPStatus.FORBIDDEN: "permission_error",
    HTTPStatus.NOT_FOUND: "not_found_error",
    HTTPStatus.SERVICE_UNAVAILABLE: "server_busy",
}


def api_app(service: Service) -> web.Application:
    """The application that serves `service`."""
    app = new_app(service.names, outer=(_in_words,))
    app.middlewares.append(_authorising(service.token))
    routes = _Routes(service)
    for method, path, handler in routes.table:
        app.router.add_route(method, path, handler, expect_handler=expect)
    app.router.add_route("*", "/{path:.*}", routes.nothing, expect_handler=expect)
    app.on_shutdown.append(routes.finish)
    return app


class _Routes:
    def __init__(self, service: Service) -> None:
        self._service = service
        self.table = (
            ("POST", "/v1/audio/transcriptions", self.recording),
            ("POST", "/v1/audio/transcriptions/live", self.live),
            ("GET", "/v1/realtime", self.realtime),
            ("GET", "/asr_stream_api_v0", self.official),
            ("GET", "/asr_stream_api_v1", self.official),
            ("GET", "/v1/models", self.models),
            ("GET", "/v1/models/{name:.+}", self.model),
            ("GET", "/health", self.health),
            ("GET", "/metrics", self.metrics),
            ("POST", "/v1/tasks/unload_all_models", self.unload),
        )

    async def nothing(self, request: web.Request) -> web.StreamResponse:
        """Another address, or another method."""
        methods = {method for method, path, _ in self.table if path == request.path}
        if methods:
            raise web.HTTPMethodNotAllowed(request.method, methods)
        raise web.HTTPNotFound(text="There is nothing here.")

    async def recording(self, request: web.Request) -> web.StreamResponse:
        service = self._service
        return await answer_recording(request, service.turns, service.options, service.max_bytes)

    async def live(self, request: web.Request) -> web.StreamResponse:
        service = self._service
        return await answer_live(request, service.turns, service.options, service.endpoint_ms)

    async def realtime(self, request: web.Request) -> web.StreamResponse:
        service = self._service
        return await answer_realtime(request, service.turns, service.options, service.endpoint_ms)

    async def official(self, request: web.Request) -> web.StreamResponse:
        service = self._service
        return await answer_official(request, service.turns, service.options, service.endpoint_ms, service.token)

    async def models(self, request: web.Request) -> web.StreamResponse:
        return web.json_response({"object": "list", "data": [self._describe(self._service.turns.host.name)]})

    async def model(self, request: web.Request) -> web.StreamResponse:
        """Any name is that of the one model."""
        return web.json_response(self._describe(request.match_info["name"]))

    def _describe(self, name: str) -> dict[str, object]:
        host = self._service.turns.host
        about = {"object": "model", "created": 0, "owned_by": "r2t2-captions"}
        return {"id": name, **about, "name": host.name, "provider": host.provider, "languages": host.languages}

    async def health(self, request: web.Request) -> web.StreamResponse:
        turns = self._service.turns
        status = "ok" if turns.host.name else "failed" if turns.host.problem else "loading"
        body = {"status": status, "model": turns.host.name, "streams": turns.n_streams, "limit": turns.most_streams}
        return web.json_response(body, status=HTTPStatus.OK if status == "ok" else HTTPStatus.SERVICE_UNAVAILABLE)

    async def metrics(self, request: web.Request) -> web.StreamResponse:
        return web.Response(text=metrics_text(self._service.turns), content_type="text/plain")

    async def unload(self, request: web.Request) -> web.StreamResponse:
        if self._service.unload is None:
            raise web.HTTPConflict(text="The captions of this computer use the model.")
        self._service.unload()
        return web.json_response({"unloaded": [self._service.turns.host.name]})

    async def finish(self, app: web.Application) -> None:
        """The server ends: what was said is recognised."""
        self._service.turns.end_all()


@web.middleware
async def _in_words(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Every failure as an answer that says what is wrong."""
    try:
        return await handler(request)
    except web.HTTPException as error:
        if error.status < HTTPStatus.BAD_REQUEST:
            raise
        kind = KINDS.get(HTTPStatus(error.status), "invalid_request_error")
        kept = {name: error.headers[name] for name in ("Allow", "Upgrade", "WWW-Authenticate") if name in error.headers}
        return _failure(error.status, error.text or error.reason, kind, headers=kept)
    except AskedError as error:
        return _failure(HTTPStatus.BAD_REQUEST, str(error), "invalid_request_error", param=error.param)
    except CaptureError as error:
        return _failure(HTTPStatus.BAD_REQUEST, str(error), "invalid_request_error", param="file")
    except BusyError as error:
        later = {"Retry-After": str(RETRY_AFTER_S)}
        return _failure(HTTPStatus.SERVICE_UNAVAILABLE, str(error), "server_busy", headers=later)
    except RecognizerError as error:
        return _failure(HTTPStatus.INTERNAL_SERVER_ERROR, str(error), "server_error")
    except ConnectionError:
        raise
    except Exception as error:
        log.exception("an error in a request")
        return _failure(HTTPStatus.INTERNAL_SERVER_ERROR, f"An internal error occurred ({error}).", "server_error")


def _failure(
    status: int, message: str, kind: str, *, param: str = "", headers: dict[str, str] | None = None
) -> web.Response:
    return web.json_response(error_body(message, kind, param=param), status=status, headers=headers)


def _authorising(token: str) -> Middleware:
    """Without a token everybody on this computer may ask, whatever bearer token they send."""

    @web.middleware
    async def authorise(request: web.Request, handler: Handler) -> web.StreamResponse:
        if token and request.path not in OPEN:
            scheme, _, sent = request.headers.get("Authorization", "").partition(" ")
            if scheme.lower() != "bearer" or not same_secret(sent.strip(), token):
                raise web.HTTPUnauthorized(
                    text="Send the token of this server as “Authorization: Bearer TOKEN”.",
                    headers={"WWW-Authenticate": "Bearer"},
                )
        return await handler(request)

    return authorise
