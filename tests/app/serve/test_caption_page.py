"""The caption page's server: what it serves, to whom, and that nobody can hold it up."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import psutil
import pytest

from app.base.settings import ObsSettings
from app.program.served import KEPT_LINES, MAX_BROWSERS, CaptionPage, with_token
from app.serve import caption_page
from app.serve.guard import is_our_host, is_our_origin
from app.serve.listening import MAX_CONNECTIONS, WebServer
from app.serve.viewers import Seat, Viewer

pytestmark = pytest.mark.usefixtures("application")

TOKEN = "right-token"


@pytest.fixture
def page() -> Iterator[CaptionPage]:
    served = CaptionPage()
    served.set_settings(ObsSettings(enabled=True, port=0, token=TOKEN))
    assert served.address
    yield served
    served.close()


def port_of(page: CaptionPage) -> int:
    return int(page.address.split(":")[2].split("/")[0])


def get(page: CaptionPage, path: str, host: str | None = None, method: str = "GET") -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port_of(page), timeout=5)
    connection.request(method, path, headers={"Host": host} if host else {})
    return connection.getresponse()


def viewers(page: CaptionPage) -> int:
    assert page._page is not None
    return len(page._page.viewers.now)


class Events:
    """A browser's event stream, read by hand."""

    def __init__(self, page: CaptionPage, token: str = TOKEN) -> None:
        self.response = get(page, f"/{token}/events")
        assert self.response.status == 200
        assert self.response.headers["Content-Type"] == "text/event-stream; charset=utf-8"

    def next(self) -> dict[str, object]:
        while True:
            line = self.response.readline()
            assert line, "the stream ended"
            if line.startswith(b"data: "):
                parsed: dict[str, object] = json.loads(line[6:])
                return parsed


def eventually(condition: object, timeout_s: float = 60.0) -> bool:
    assert callable(condition)
    end = time.monotonic() + timeout_s
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return bool(condition())


def test_the_page_and_its_parts_are_served_under_the_token(page: CaptionPage) -> None:
    assert page.address == f"http://127.0.0.1:{port_of(page)}/{TOKEN}/"
    for path, kind in (("", "text/html"), ("obs.css", "text/css"), ("obs.js", "text/javascript")):
        answer = get(page, f"/{TOKEN}/{path}")
        assert answer.status == 200
        assert answer.headers["Content-Type"] == f"{kind}; charset=utf-8"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert answer.read()
    assert get(page, f"/{TOKEN}/?size=20", method="HEAD").read() == b""


def test_an_address_without_its_last_slash_is_sent_on_with_its_options(page: CaptionPage) -> None:
    answer = get(page, f"/{TOKEN}?size=20")
    assert (answer.status, answer.headers["Location"]) == (308, f"/{TOKEN}/?size=20")


@pytest.mark.parametrize(
    "path", ["/", "/wrong/", "/wrong/events", f"/{TOKEN}x/", "/right-toke/events", "//", "/%00/", "/%C3%A9/"]
)
def test_a_wrong_token_is_forbidden(page: CaptionPage, path: str) -> None:
    with socket.create_connection(("127.0.0.1", port_of(page)), timeout=5) as browser:
        browser.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port_of(page)}\r\n\r\n".encode())
        assert browser.recv(100).split()[1] == b"403"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "0.0.0.0:{port}"])
def test_a_request_meant_for_another_host_is_forbidden(page: CaptionPage, host: str) -> None:
    for path in (f"/{TOKEN}/", f"/{TOKEN}/events"):
        assert get(page, path, host=host.format(port=port_of(page))).status == 403


def test_a_request_without_a_host_is_forbidden(page: CaptionPage) -> None:
    with socket.create_connection(("127.0.0.1", port_of(page)), timeout=5) as browser:
        browser.sendall(f"GET /{TOKEN}/ HTTP/1.0\r\n\r\n".encode())
        assert browser.recv(100).split()[1] == b"403"


@pytest.mark.parametrize(
    ("header", "address", "port", "ours"),
    [
        ("127.0.0.1:80", "127.0.0.1", 80, True),
        ("localhost:80", "127.0.0.1", 80, True),
        ("LOCALHOST:80", "127.0.0.1", 80, True),
        ("localhost", "127.0.0.1", 80, True),
        ("127.0.0.1", "127.0.0.1", 80, True),
        ("localhost", "127.0.0.1", 8080, False),
        ("localhost:", "127.0.0.1", 80, False),
        ("localhost:80:80", "127.0.0.1", 80, False),
        ("evil.example", "127.0.0.1", 80, False),
        ("", "127.0.0.1", 80, False),
        (None, "127.0.0.1", 80, False),
        ("192.168.1.5:8000", "192.168.1.5", 8000, True),
        ("localhost:8000", "192.168.1.5", 8000, False),
        ("127.0.0.1:8000", "192.168.1.5", 8000, False),
        ("[::1]:8000", "::1", 8000, True),
        ("[::1", "::1", 80, False),
        ("[::1]evil", "::1", 80, False),
        ("captions.school.example", "192.168.1.5", 8000, True),
        ("captions.school.example.evil", "192.168.1.5", 8000, False),
    ],
)
def test_hosts(header: str | None, address: str, port: int, ours: bool) -> None:
    assert is_our_host(header, address, port, ("captions.school.example",)) is ours


@pytest.mark.parametrize(
    ("origin", "ours"),
    [
        (None, True),
        ("http://127.0.0.1:80", True),
        ("http://127.0.0.1:8", False),
        ("http://evil.example", False),
        ("null", False),
        ("", False),
    ],
)
def test_origins(origin: str | None, ours: bool) -> None:
    assert is_our_origin(origin, "127.0.0.1:80") is ours


def test_a_page_of_another_site_is_forbidden(page: CaptionPage) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port_of(page), timeout=5)
    connection.request("GET", f"/{TOKEN}/events", headers={"Origin": "http://evil.example"})
    assert connection.getresponse().status == 403


@pytest.mark.parametrize("path", ["http://[", "/é/", "no slash", "\x01"])
def test_an_address_that_is_none_is_a_bad_request_and_no_error_of_the_program(
    page: CaptionPage, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors: list[object] = []
    monkeypatch.setattr(threading, "excepthook", errors.append)
    with socket.create_connection(("127.0.0.1", port_of(page)), timeout=5) as browser:
        browser.sendall(f"GET {path} HTTP/1.0\r\n\r\n".encode())
        assert browser.recv(100).split()[1] == b"400"
        while browser.recv(1000):
            pass
    assert not errors


def test_unknown_names_and_methods(page: CaptionPage) -> None:
    assert get(page, f"/{TOKEN}/../obs.py").status == 404
    assert get(page, f"/{TOKEN}/nothing").status == 404
    assert get(page, f"/{TOKEN}/", method="POST").status == 405


def test_only_this_machine_can_reach_it(page: CaptionPage) -> None:
    """The kernel says where this process listens."""
    listening = [
        connection.laddr
        for connection in psutil.Process().net_connections("inet")
        if connection.status == psutil.CONN_LISTEN and connection.laddr.port == port_of(page)
    ]
    assert [address.ip for address in listening] == ["127.0.0.1"]


def test_a_browser_gets_the_last_lines_and_then_what_is_added(page: CaptionPage) -> None:
    page.append(3, "Hello")
    page.append(3, " world")
    page.finish(3)
    page.append(4, "再见")
    events = Events(page)
    assert events.next()["lines"] == [
        {"n": 3, "at": 0, "text": "Hello world", "done": True},
        {"n": 4, "at": 0, "text": "再见", "done": False},
    ]
    page.append(4, "，朋友")
    assert events.next() == {"lines": [{"n": 4, "at": 2, "text": "，朋友", "done": False}]}
    page.finish(4)
    assert events.next() == {"lines": [{"n": 4, "at": 5, "text": "", "done": True}]}


def test_only_the_last_lines_are_kept(page: CaptionPage) -> None:
    for number in range(KEPT_LINES + 5):
        page.append(number, f"line {number}")
    lines = Events(page).next()["lines"]
    assert isinstance(lines, list)
    assert [line["n"] for line in lines] == list(range(5, KEPT_LINES + 5))


def test_a_browser_that_does_not_read_is_dropped_and_holds_nobody_up(
    page: CaptionPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caption_page, "SEND_TIMEOUT_S", 3.0)
    stuck = socket.socket()
    stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    stuck.connect(("127.0.0.1", port_of(page)))
    stuck.sendall(f"GET /{TOKEN}/events HTTP/1.1\r\nHost: 127.0.0.1:{port_of(page)}\r\n\r\n".encode())
    assert eventually(lambda: viewers(page) == 1)
    page.append(0, "x" * 10_000_000)
    good = Events(page)
    assert good.next()["fresh"] is True
    assert eventually(lambda: viewers(page) == 1, 30)
    page.append(10**6, "still served")
    assert "still served" in str(good.next())
    stuck.close()


def test_a_browser_that_went_away_is_forgotten(page: CaptionPage) -> None:
    events = Events(page)
    assert events.next()
    assert viewers(page) == 1
    events.response.close()
    deadline = time.monotonic() + 5
    while viewers(page) and time.monotonic() < deadline:
        page.append(1, "x")
        time.sleep(0.02)
    assert viewers(page) == 0


def test_too_many_browsers_are_told_so(page: CaptionPage) -> None:
    kept = [Events(page) for _ in range(MAX_BROWSERS)]
    assert get(page, f"/{TOKEN}/events").status == 503
    assert get(page, f"/{TOKEN}/").status == 200
    kept.pop().response.close()
    assert kept


def test_switching_off_ends_the_streams_and_frees_the_port(page: CaptionPage) -> None:
    port = port_of(page)
    events = Events(page)
    assert events.next()
    seen: list[str] = []
    page.address_changed.connect(seen.append)
    page.set_settings(ObsSettings(enabled=False, port=port, token=TOKEN))
    assert (page.address, seen) == ("", [""])
    assert events.response.read().strip() == b""
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=1)
    page.set_settings(ObsSettings(enabled=True, port=port, token=TOKEN))
    assert port_of(page) == port
    assert len(seen) == 2


def test_a_new_token_makes_the_old_one_worthless_at_once(page: CaptionPage) -> None:
    page.set_settings(ObsSettings(enabled=True, port=0, token="another"))
    assert get(page, f"/{TOKEN}/").status == 403
    assert get(page, "/another/").status == 200


def test_a_new_token_cuts_off_the_browsers_of_the_old_one(page: CaptionPage) -> None:
    events = [Events(page) for _ in range(3)]
    for browser in events:
        assert browser.next()
    half = socket.create_connection(("127.0.0.1", port_of(page)), timeout=5)
    half.sendall(f"GET /{TOKEN}/events HTTP/1.1\r\n".encode())
    page.append(1, "before")
    page.set_settings(ObsSettings(enabled=True, port=0, token="another"))
    page.append(1, " and a secret")
    for browser in events:
        assert b"secret" not in browser.response.read(), "the old address must be worthless"
    with half:
        try:
            half.sendall(f"Host: 127.0.0.1:{port_of(page)}\r\n\r\n".encode())
            assert b"secret" not in half.recv(10_000)
        except ConnectionError:
            pass
    assert eventually(lambda: viewers(page) == 0)
    new = Events(page, "another")
    assert new.next()["lines"] == [{"n": 1, "at": 0, "text": "before and a secret", "done": False}]
    page.append(1, "!")
    assert new.next()["lines"] == [{"n": 1, "at": 19, "text": "!", "done": False}], "who has the new address is served"


def test_the_same_token_again_cuts_nobody_off(page: CaptionPage) -> None:
    events = Events(page)
    assert events.next()
    page.set_settings(ObsSettings(enabled=True, port=0, token=TOKEN))
    page.append(1, "still")
    assert events.next()["lines"] == [{"n": 1, "at": 0, "text": "still", "done": False}]


def test_a_browser_let_in_just_before_the_token_changed_is_not_served(
    page: CaptionPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The token changes after a request was compared with it and before its stream begins."""
    served = page._page
    assert served is not None
    enter = served.viewers.enter

    def late(key: str, viewer: Viewer) -> Seat | None:
        served.change_token("another")
        return enter(key, viewer)

    monkeypatch.setattr(served.viewers, "enter", late)
    page.append(1, "A secret")
    with contextlib.suppress(ConnectionError, http.client.HTTPException):
        assert b"secret" not in get(page, f"/{TOKEN}/events").read()
    assert eventually(lambda: viewers(page) == 0)


def test_connections_beyond_the_limit_are_told_to_come_later(page: CaptionPage) -> None:
    idle = [socket.create_connection(("127.0.0.1", port_of(page)), timeout=5) for _ in range(MAX_CONNECTIONS)]
    assert get(page, f"/{TOKEN}/").status == 503
    for connection in idle:
        connection.close()
    assert eventually(lambda: get(page, f"/{TOKEN}/").status == 200)


def test_the_server_takes_no_part_in_the_start_of_the_program() -> None:
    """aiohttp takes long to import: only the server's thread does, and only when a page is served."""
    code = "import sys, app.program.services; print('aiohttp' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "False"


def test_several_listeners_share_one_thread_that_ends_with_the_last() -> None:
    def threads() -> list[str]:
        return [thread.name for thread in threading.enumerate() if thread.name == "web server"]

    before = len(threads())
    web = WebServer()
    pages = [CaptionPage(web) for _ in range(3)]
    for number, page in enumerate(pages):
        page.set_settings(ObsSettings(enabled=True, port=0, token=f"token-{number}"))
    assert len(threads()) == before + 1
    assert [get(page, f"/token-{number}/").status for number, page in enumerate(pages)] == [200, 200, 200]
    assert get(pages[0], "/token-1/").status == 403
    for page in pages:
        page.close()
    assert len(threads()) == before


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        notices: list[str] = []
        page = CaptionPage()
        page.notice.connect(notices.append)
        page.set_settings(ObsSettings(enabled=True, port=other.getsockname()[1], token=TOKEN))
        assert page.address == ""
        assert len(notices) == 1
        assert "another port" in notices[0]


def test_tokens_are_made_once_and_only_when_needed() -> None:
    assert with_token(ObsSettings(enabled=False)).token == ""
    made = with_token(ObsSettings(enabled=True)).token
    assert len(made) >= 20
    assert with_token(ObsSettings(enabled=True, token=made)).token == made
    assert with_token(ObsSettings(enabled=True)).token != made
