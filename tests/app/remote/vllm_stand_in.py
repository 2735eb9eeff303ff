"""A stand-in for a vLLM server, with the requests, answers and refusals that were recorded of vLLM 0.32.

Its model is the starter model of this computer, or a table of recorded answers. It can be killed and started again, made
to hang, to refuse and to send garbage, and it notes what was asked and which requests the client gave up.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import io
import json
import select
import socket
import ssl
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from inference.generation import Generator
from inference.options import Shortcuts
from inference.prompt import Prompt
from inference.recognizer import Recognizer
from inference.tokenizer import Tokenizer
from tests.app.remote.network import Network

Question = tuple[str, np.ndarray, str, int]
"""Context, sound, beginning of the answer, most tokens."""
Model = Callable[[Question], list[int]]


def local_model(recognizer: Recognizer) -> Model:
    """The answers of a model on this computer; one at a time, and each question is worked on once."""
    chain, lock = recognizer.chain, threading.Lock()
    shortcuts = Shortcuts(stop_at_doubt=False)
    known: dict[tuple[str, str, str, int], list[int]] = {}

    def answer(question: Question) -> list[int]:
        context, samples, beginning, most = question
        key = (context, sound_key(samples), beginning, most)
        with lock:
            if key not in known:
                prompt = Prompt.build(chain.tokenizer, context=context)
                one = Generator(chain.model.tower, chain.model.decoder, prompt, chain.bundle.tokens, shortcuts)
                one.append(samples)
                known[key] = list(one.run(beginning, 0, len(samples), most).ids)
            return known[key]

    return answer


def sound_key(samples: np.ndarray) -> str:
    """Names a sound by what 24 bits hold of it."""
    whole = np.rint(samples.astype(np.float64) * 2**23).astype("<i4")
    return f"{len(samples)} {hashlib.sha1(whole.tobytes()).hexdigest()}"


class VllmStandIn:
    """
    Attributes:
        port: where it listens; the same after a restart.
        templates: "request": it trusts templates of requests; "server": it was started with one; "none".
        token: asked for if not "".
        name, max_model_len: of its model.
        hangs: while set, requests for answers wait.
        refuse: statuses with which the next requests for answers are refused.
        garbage: it answers with what is no JSON.
        silent_tokens: it gives out no strings of tokens (an old vLLM).
        asked: all that its model was asked.
        cancelled: requests whose client went away before the answer.
    """

    def __init__(
        self,
        model: Model,
        tokenizer: Tokenizer,
        fast: Any,
        *,
        certificate: Path | None = None,
        network: Network | None = None,
    ) -> None:
        """`fast` is the library's tokenizer; `certificate` a PEM file with key and certificate, for TLS;
        `network` where it listens, else it does so on this computer."""
        self.templates, self.token, self.name, self.max_model_len = "request", "", "r2t2", 2048
        self.hangs = threading.Event()
        self.refuse: list[int] = []
        self.garbage = self.silent_tokens = False
        self.takes_sound = True
        self.asked: list[Question] = []
        self.cancelled = 0
        self.model, self.tokenizer, self.fast, self.certificate = model, tokenizer, fast, certificate
        self.network, self.port = network, 0
        self._server: _Server | None = None
        self.start()

    @property
    def host(self) -> str:
        return self.network.address if self.network is not None else "127.0.0.1"

    @property
    def url(self) -> str:
        return f"{'https' if self.certificate else 'http'}://{self.host}:{self.port}"

    def start(self) -> None:
        """Listens, where it did before if it did."""
        self._server = (
            _Server(self, self.port) if self.network is None else self.network.inside(lambda: _Server(self, self.port))
        )
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def kill(self) -> None:
        """No goodbye: every connection breaks."""
        server, self._server = self._server, None
        if server is not None:
            server.shutdown()
            server.server_close()
            for connection in list(server.connections):
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
                connection.close()

    def close(self) -> None:
        self.hangs.clear()
        self.kill()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, owner: VllmStandIn, port: int) -> None:
        self.owner = owner
        self.connections: set[socket.socket] = set()
        super().__init__((owner.host, port), _Handler)
        if owner.certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(owner.certificate)
            self.socket = context.wrap_socket(self.socket, server_side=True)

    def get_request(self) -> tuple[socket.socket, Any]:
        connection, address = super().get_request()
        self.connections.add(connection)
        return connection, address

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 1 << 16  # else headers and body go in two packets, and the second waits 40 ms
    server: _Server

    def log_message(self, *args: object) -> None:
        pass

    def _send(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        data = b"<html>" if self.server.owner.garbage else json.dumps(body).encode()
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _refuse(self, status: int, message: str) -> None:
        kind = {400: "BadRequestError", 401: "Unauthorized", 404: "NotFoundError"}.get(status, "InternalServerError")
        self._send(status, {"error": {"message": message, "type": kind, "param": None, "code": status}})

    def _allowed(self) -> bool:
        token = self.server.owner.token
        return not token or self.headers.get("Authorization") == f"Bearer {token}"

    def do_GET(self) -> None:
        owner = self.server.owner
        if self.path == "/health":
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif not self._allowed():
            self._send(401, {"error": "Unauthorized"})
        elif self.path == "/v1/models":
            model = {"id": owner.name, "object": "model", "max_model_len": owner.max_model_len}
            self._send(200, {"object": "list", "data": [model]})
        else:
            self._send(404, {"detail": "Not Found"})

    def do_POST(self) -> None:
        owner = self.server.owner
        data = self.rfile.read(int(self.headers["Content-Length"]))
        if not self._allowed():
            self._send(401, {"error": "Unauthorized"})
            return
        body = json.loads(data)
        if body["model"] != owner.name:
            self._refuse(404, f"The model `{body['model']}` does not exist.")
        elif self.path == "/tokenize":
            ids = owner.tokenizer.encode(body["prompt"])
            answer: dict[str, Any] = {"count": len(ids), "max_model_len": owner.max_model_len, "tokens": ids}
            if not owner.silent_tokens:
                answer["token_strs"] = [owner.fast.id_to_token(i) for i in ids]
            self._send(200, answer)
        elif self.path == "/v1/chat/completions":
            self._chat(body)
        else:
            self._send(404, {"detail": "Not Found"})

    def _chat(self, body: dict[str, Any]) -> None:
        owner = self.server.owner
        if owner.refuse:
            status = owner.refuse.pop(0)
            self._refuse(status, "out of memory" if status == 500 else "later")
            return
        context, sound, *rest = [message["content"] for message in body["messages"]]
        if "chat_template" in body and owner.templates != "request":
            self._refuse(400, "Chat template is passed with request, but --trust-request-chat-template is not set.")
            return
        if rest and "chat_template" not in body and owner.templates != "server":
            self._refuse(400, "continue_final_message is set but the final message does not appear in the chat")
            return
        if not owner.takes_sound:
            self._refuse(400, "At most 0 audio(s) may be provided in one prompt.")
            return
        data = base64.b64decode(sound[0]["audio_url"]["url"].partition("base64,")[2])
        samples, rate = soundfile.read(io.BytesIO(data), dtype="float32")
        assert rate == 16_000
        if len(samples) * 13 // 16_000 + body["max_tokens"] > owner.max_model_len:
            self._refuse(400, f"This model's maximum context length is {owner.max_model_len} tokens.")
            return
        question = (context, samples, rest[0] if rest else "", body["max_tokens"])
        owner.asked.append(question)
        while owner.hangs.is_set():
            if self._client_gone():
                owner.cancelled += 1
                self.close_connection = True
                return
            time.sleep(0.01)
        try:
            ids = owner.model(question)
        except Exception as error:  # a test that asks what it has no answer for shall see that
            self._refuse(500, repr(error))
            return
        text = owner.tokenizer.decode(ids)
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "token_ids": ids}
        self._send(200, {"object": "chat.completion", "choices": [choice], "usage": {}})

    def _client_gone(self) -> bool:
        readable, _, _ = select.select([self.connection], [], [], 0)
        return bool(readable) and self.connection.recv(1, socket.MSG_PEEK) == b""
