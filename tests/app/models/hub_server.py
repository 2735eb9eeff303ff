"""A real HTTP server on the loopback that speaks the part of the model hub's API that a download uses.

`/api/models/REPO/revision/REV` lists the files with sizes, git object ids and LFS checksums. `/REPO/resolve/REV/FILE`
redirects: large files to `/cdn/…` on a second port (another origin, as in the real world) with `X-Linked-Etag`,
`X-Linked-Size` and `X-Repo-Commit`; small ones to a relative path. Both answer range requests. What goes wrong is asked
for with `Fault`s, which are consumed in order, one a request.
"""

from __future__ import annotations

import hashlib
import json
import re
import ssl
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

LFS_FROM_BYTES = 10_000


@dataclass(frozen=True)
class Fault:
    """What goes wrong with one answer that sends the bytes of a file.

    Attributes:
        file: end of the path that it applies to ("" for any).
        status: answer with this status instead.
        headers: more headers of that answer.
        cut_after: close the connection after so many bytes of the body.
        short: announce the shorter length too, so that the answer looks complete.
        flip_at: send a wrong byte at this position of the file (if the answer covers it).
        stall_after: send nothing more after so many bytes, until the server is closed.
        ignore_range: answer 200 with everything, whatever was asked for.
        begin_at: answer a request for a later part from this position on.
        commit: pretend that the file comes from this commit.
        times: how many answers it spoils, 0 for all.
    """

    file: str = ""
    status: int = 0
    headers: tuple[tuple[str, str], ...] = ()
    cut_after: int | None = None
    short: bool = False
    flip_at: int | None = None
    stall_after: int | None = None
    ignore_range: bool = False
    begin_at: int | None = None
    commit: str = ""
    times: int = 1


@dataclass
class Repository:
    files: dict[str, bytes]
    commit: str
    gated: bool = False
    branches: dict[str, str] = field(default_factory=dict)

    def commit_of(self, revision: str) -> str | None:
        return self.commit if revision == self.commit else self.branches.get(revision)


@dataclass(frozen=True)
class Request:
    """One request as it came: for assertions."""

    port: int
    method: str
    path: str
    range: str
    token: str


def git_oid(data: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


class HubServer:
    """Two servers (hub and CDN) on the loopback, started by `with`; with `certificate` (a PEM file) they speak TLS."""

    def __init__(self, token: str = "", certificate: Path | None = None) -> None:
        self.token = token
        self.certificate = certificate
        self.repositories: dict[str, Repository] = {}
        self.requests: list[Request] = []
        self.faults: list[Fault] = []
        self.api_faults: list[Fault] = []
        self.api_answer = ""
        self.closing = threading.Event()
        self._lock = threading.Lock()
        self._servers: list[ThreadingHTTPServer] = []

    def __enter__(self) -> HubServer:
        for _ in range(2):
            server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
            server.daemon_threads = True
            if self.certificate is not None:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(self.certificate)
                server.socket = context.wrap_socket(server.socket, server_side=True)
            self._servers.append(server)
            threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        for server in self._servers:
            server.shutdown()
            server.server_close()

    @property
    def url(self) -> str:
        return f"{self._scheme}://127.0.0.1:{self._servers[0].server_port}"

    @property
    def cdn_url(self) -> str:
        return f"{self._scheme}://localhost:{self._servers[1].server_port}"

    @property
    def _scheme(self) -> str:
        return "http" if self.certificate is None else "https"

    def publish(self, name: str, files: dict[str, bytes], *, gated: bool = False) -> str:
        """A new commit of repository `name` with these files, which becomes its branch main. Returns the commit."""
        tree = "".join(f"{path}{git_oid(data)}" for path, data in sorted(files.items()))
        commit = hashlib.sha1(tree.encode(), usedforsecurity=False).hexdigest()
        self.repositories[name] = Repository(dict(files), commit, gated, {"main": commit})
        return commit

    def publish_folder(self, name: str, folder: Path, *, gated: bool = False) -> str:
        files = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}
        return self.publish(name, files, gated=gated)

    def take_fault(self, faults: list[Fault], path: str) -> Fault | None:
        with self._lock:
            for index, fault in enumerate(faults):
                if path.endswith(fault.file):
                    if fault.times == 1:
                        del faults[index]
                    elif fault.times > 1:
                        faults[index] = Fault(**{**fault.__dict__, "times": fault.times - 1})
                    return fault
        return None

    def log(self, request: Request) -> None:
        with self._lock:
            self.requests.append(request)

    def transfers(self, file: str) -> list[Request]:
        """The requests that asked for bytes of `file`, at the place that sends them."""
        return [
            item for item in self.requests if item.method == "GET" and item.path.split("?")[0].endswith("/-/" + file)
        ]


def _handler(hub: HubServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Tests read `HubServer.requests` instead."""

        def do_HEAD(self) -> None:
            self._route(body=False)

        def do_GET(self) -> None:
            self._route(body=True)

        def _route(self, body: bool) -> None:
            port = self.connection.getsockname()[1]
            token = self.headers.get("Authorization", "").removeprefix("Bearer ")
            hub.log(Request(int(port), self.command, self.path, self.headers.get("Range", ""), token))
            path = unquote(urlsplit(self.path).path)
            if found := re.fullmatch(r"/api/models/([^/]+/[^/]+)(?:/revision/(.+))?", path):
                self._list(found[1], found[2] or "main")
            elif found := re.fullmatch(r"/([^/]+/[^/]+)/resolve/([^/]+)/(.+)", path):
                self._resolve(found[1], found[2], found[3])
            elif found := re.fullmatch(r"/(?:cdn|api/resolve-cache)/([^/]+/[^/]+)/([0-9a-f]+)/-/(.+)", path):
                self._send_file(found[1], found[2], found[3], body)
            else:
                self._fail(404, "EntryNotFound")

        def _allowed(self, repository: Repository) -> bool:
            token = self.headers.get("Authorization", "").removeprefix("Bearer ")
            if repository.gated and not token:
                self._fail(401, "GatedRepo", "Access to this model is restricted.")
                return False
            if hub.token and token and token != hub.token:
                self._fail(401, "", "Invalid credentials in Authorization header")
                return False
            return True

        def _find(self, name: str, revision: str) -> tuple[Repository, str] | None:
            repository = hub.repositories.get(name)
            if repository is None:
                self._fail(401, "RepoNotFound", "Repository not found")
                return None
            if not self._allowed(repository):
                return None
            commit = repository.commit_of(revision)
            if commit is None:
                self._fail(404, "RevisionNotFound", f"Invalid rev id: {revision}")
                return None
            return repository, commit

        def _list(self, name: str, revision: str) -> None:
            fault = hub.take_fault(hub.api_faults, self.path)
            if fault is not None and fault.status:
                self._fail(fault.status, headers=fault.headers)
                return
            if fault is not None and fault.stall_after is not None:
                hub.closing.wait()
                return
            if hub.api_answer:
                self._json(hub.api_answer.encode())
                return
            found = self._find(name, revision)
            if found is None:
                return
            repository, commit = found
            siblings = []
            for path, data in sorted(repository.files.items()):
                item: dict[str, object] = {"rfilename": path, "size": len(data), "blobId": git_oid(data)}
                if len(data) >= LFS_FROM_BYTES:
                    digest = hashlib.sha256(data).hexdigest()
                    item["lfs"] = {"sha256": digest, "size": len(data), "pointerSize": 134}
                siblings.append(item)
            answer = {
                "id": name,
                "modelId": name,
                "sha": commit,
                "private": False,
                "gated": "auto" if repository.gated else False,
                "disabled": False,
                "tags": [],
                "downloads": 0,
                "likes": 0,
                "siblings": siblings if "blobs" in parse_qs(urlsplit(self.path).query) else [],
            }
            self._json(json.dumps(answer).encode())

        def _json(self, data: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def _resolve(self, name: str, revision: str, file: str) -> None:
            found = self._find(name, revision)
            if found is None:
                return
            repository, commit = found
            data = repository.files.get(file)
            if data is None:
                self._fail(404, "EntryNotFound", headers=(("X-Repo-Commit", commit),))
                return
            moved = next((item.commit for item in hub.faults if item.commit and file.endswith(item.file)), "")
            large = len(data) >= LFS_FROM_BYTES
            place = f"{hub.cdn_url}/cdn" if large else "/api/resolve-cache"
            self.send_response(302 if large else 307)
            self.send_header("Location", f"{place}/{name}/{commit}/-/{file}?signature=abc")
            self.send_header("X-Repo-Commit", moved or commit)
            self.send_header("X-Linked-Size", str(len(data)))
            digest = hashlib.sha256(data).hexdigest() if large else git_oid(data)
            self.send_header("X-Linked-Etag", f'"{digest}"')
            self.send_header("Accept-Ranges", "bytes")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def _send_file(self, name: str, commit: str, file: str, body: bool) -> None:
            repository = hub.repositories.get(name)
            if repository is None or repository.commit != commit or file not in repository.files:
                self._fail(404, "EntryNotFound")
                return
            data = repository.files[file]
            fault = hub.take_fault(hub.faults, urlsplit(self.path).path) or Fault()
            if fault.status:
                self._fail(fault.status, headers=fault.headers)
                return
            start, status = 0, 200
            asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
            if asked and not fault.ignore_range:
                start, status = int(asked[1]) if fault.begin_at is None else fault.begin_at, 206
                if start >= len(data):
                    self.send_response(416)
                    self.send_header("Content-Range", f"bytes */{len(data)}")
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
            content = bytearray(data[start:])
            if fault.flip_at is not None and start <= fault.flip_at < len(data):
                content[fault.flip_at - start] ^= 0x01
            if fault.cut_after is not None and fault.short:
                content = content[: fault.cut_after]
            self.send_response(status)
            self.send_header("Content-Type", "application/octet-stream")
            self.send_header("Content-Length", str(len(content)))
            digest = hashlib.sha256(data).hexdigest() if len(data) >= LFS_FROM_BYTES else git_oid(data)
            self.send_header("ETag", f'"{digest}"')
            if status == 206:
                self.send_header("Content-Range", f"bytes {start}-{start + len(content) - 1}/{len(data)}")
            self.end_headers()
            if not body:
                return
            stop = fault.stall_after if fault.stall_after is not None else fault.cut_after
            sent = bytes(content if stop is None else content[:stop])
            self.wfile.write(sent)
            if fault.stall_after is not None:
                self.wfile.flush()
                hub.closing.wait()
            if fault.cut_after is not None or fault.stall_after is not None:
                self.close_connection = True

        def _fail(
            self, status: int, code: str = "", message: str = "", headers: tuple[tuple[str, str], ...] = ()
        ) -> None:
            data = json.dumps({"error": message or code or "fault"}).encode()
            self.send_response(status)
            if code:
                self.send_header("X-Error-Code", code)
            if message:
                self.send_header("X-Error-Message", message)
            for name, value in headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(data)

    return Handler
