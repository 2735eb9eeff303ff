"""Captions for phones in the network: who can read what, from when, and until when."""

from __future__ import annotations

import http.client
import json
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest

from app.base.events import CommittedLine, FinalLine, Side, Status
from app.base.settings_file import SettingsFile
from app.program import sharing as sharing_module
from app.program.sharing import CHECKS_UNTIL_MOVE, SECRET_LENGTH, Sharing
from app.serve.caption_log import PORTION_LINES
from app.serve.listening import WebServer
from app.transcript.document import Transcript
from app.ui.kit.live_settings import LiveSettings
from app.ui.settings.local_addresses import LocalAddress, best_address, in_order, local_addresses
from tests.app.waiting import wait_until

pytestmark = pytest.mark.usefixtures("application")

LOOPBACK = [LocalAddress("127.0.0.1", "lo")]


@pytest.fixture
def live(tmp_path: Path) -> LiveSettings:
    made = LiveSettings(SettingsFile(tmp_path))
    made.update("share", port=0)
    return made


@pytest.fixture
def transcript() -> Transcript:
    return Transcript()


@pytest.fixture
def sharing(live: LiveSettings, transcript: Transcript, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sharing]:
    """On the loopback interface, which stands for the network here."""
    monkeypatch.setattr(sharing_module, "local_addresses", lambda: LOOPBACK)
    made = Sharing(WebServer(), transcript, live)
    yield made
    made.stop()


def say(transcript: Transcript, text: str, *, finished: bool = True, side: Side = "") -> None:
    """One more line, in two parts."""
    utterance = len(transcript.lines)
    for part in (text[:7], text[7:]):
        transcript.append(CommittedLine(utterance, part, 0.0, 1.0, "English", side=side))
    if finished:
        transcript.finish(FinalLine(utterance, text, text, "", False, 0.0, 1.0, "English", side=side))


class Phone:
    """A browser that reads the events by hand and draws them as the page does.

    Attributes:
        lines: number -> text.
        place: number of the last event, for a return.
    """

    def __init__(self, address: str, after: str = "", name: str = "") -> None:
        url = urlsplit(address)
        self.connection = http.client.HTTPConnection(str(url.hostname), url.port, timeout=30)
        headers = {"Last-Event-ID": after} if after else {}
        self.connection.request("GET", f"{url.path}events?viewer={name}", headers={**headers, "User-Agent": "(iPhone)"})
        self.response = self.connection.getresponse()
        self.status = self.response.status
        self.lines: dict[int, str] = {}
        self.place = after
        self.over = False

    def next(self) -> dict[str, object]:
        """The next event, drawn."""
        while True:
            line = self.response.readline().decode()
            assert line, "the stream ended"
            if line.startswith("id: "):
                self.place = line[4:].strip()
            if line.startswith("data: "):
                break
        message: dict[str, object] = json.loads(line[6:])
        for piece in self.lines_of(message):
            had = self.lines.get(piece["n"], "").encode("utf-16-le")
            assert 2 * piece["at"] <= len(had), "a gap"
            new = piece["text"].encode("utf-16-le")[len(had) - 2 * piece["at"] :]
            self.lines[piece["n"]] = (had + new).decode("utf-16-le")
        return message

    @staticmethod
    def lines_of(message: dict[str, object]) -> list[dict[str, Any]]:
        pieces = message.get("lines", [])
        assert isinstance(pieces, list)
        return pieces

    def read_until(self, number: int, text: str) -> None:
        """Until line `number` ends with `text`."""
        while not self.lines.get(number, "").endswith(text):
            self.next()

    def close(self) -> None:
        self.response.close()
        self.connection.close()


def get(address: str, path: str = "", host: str | None = None) -> http.client.HTTPResponse:
    url = urlsplit(address)
    connection = http.client.HTTPConnection(str(url.hostname), url.port, timeout=30)
    connection.request("GET", url.path + path, headers={"Host": host} if host else {})
    return connection.getresponse()


def start(sharing: Sharing) -> str:
    sharing.start()
    assert sharing.state.address
    return sharing.state.address


def test_a_phone_sees_what_is_said_from_now_on(sharing: Sharing, transcript: Transcript) -> None:
    say(transcript, "A secret of before.")
    say(transcript, "This sentence", finished=False)
    address = start(sharing)
    phone = Phone(address)
    assert phone.next()["fresh"] is True
    assert phone.lines == {1: "This sentence"}
    say(transcript, "And the next one.")
    phone.read_until(2, "one.")
    assert phone.lines == {1: "This sentence", 2: "And the next one."}
    assert "secret" not in get(address, "earlier?before=1").read().decode()
    phone.close()


def test_a_phone_sees_no_part_of_a_word(sharing: Sharing, transcript: Transcript) -> None:
    transcript.append(CommittedLine(0, "And so my f", 0.0, 1.0, "English", open_word=True))
    phone = Phone(start(sharing))
    phone.next()
    assert phone.lines == {0: "And so my "}
    transcript.append(CommittedLine(0, "ellow Amer", 1.0, 2.0, "English", open_word=True))
    phone.next()
    assert phone.lines == {0: "And so my fellow "}
    text = "And so my fellow Americans."
    transcript.finish(FinalLine(0, text, text, "icans.", False, 0.0, 3.0, "English"))
    phone.read_until(0, "icans.")
    assert phone.lines == {0: text}
    phone.close()


def test_a_phone_knows_who_speaks(sharing: Sharing, transcript: Transcript, live: LiveSettings) -> None:
    live.update("captions", your_name="Anna")
    say(transcript, "Hello, can you hear me?", finished=False, side="you")
    phone = Phone(start(sharing))
    (first,) = phone.lines_of(phone.next())
    say(transcript, "Yes, we can.", side="computer")
    (second,) = phone.lines_of(phone.next())
    assert (first["who"], second["who"]) == ("Anna", "computer")
    phone.read_until(1, "can.")
    assert phone.lines == {0: "Hello, can you hear me?", 1: "Yes, we can."}, "the name is no part of the text"
    phone.close()


def test_earlier_lines_are_shown_if_the_user_wants_it(
    sharing: Sharing, transcript: Transcript, live: LiveSettings
) -> None:
    live.update("share", earlier=True)
    for number in range(PORTION_LINES + 5):
        say(transcript, f"Line {number}.")
    address = start(sharing)
    phone = Phone(address)
    assert phone.next()["earlier"] is True
    assert sorted(phone.lines) == list(range(5, PORTION_LINES + 5))
    earlier = json.loads(get(address, "earlier?before=5").read())
    assert [piece["text"] for piece in earlier["lines"]] == [f"Line {number}." for number in range(5)]
    assert earlier["more"] is False
    assert get(address, "earlier?before=x").status == 400
    phone.close()


def test_the_secret_is_long_and_another_one_each_time(sharing: Sharing) -> None:
    first = start(sharing)
    second = start(sharing)
    assert first != second
    assert len(urlsplit(second).path) == SECRET_LENGTH + 2
    old = urlsplit(second)._replace(path=urlsplit(first).path).geturl()
    for path in ("", "events", "earlier?before=1", "feed.js"):
        assert get(old, path).status == 403
        assert get(old + "x/", path).status == 403
    assert get(second).status == 200
    assert get(second, "events", host="evil.example").status == 403


def test_stopping_tells_the_viewers_and_ends_everything(sharing: Sharing, transcript: Transcript) -> None:
    address = start(sharing)
    phone = Phone(address)
    phone.next()
    sharing.stop()
    assert sharing.state.address == ""
    assert phone.next() == {"over": True}
    assert phone.response.read().strip() == b"", "the stream has ended"
    with pytest.raises(OSError):
        get(address)
    say(transcript, "Not shared any more.")
    assert len(sharing._log.after(0).pieces) == 0


def test_nothing_listens_beyond_this_computer_unless_it_is_shared(
    sharing: Sharing, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = [address for address in local_addresses() if not address.ip.startswith("127.")]
    if not network:
        pytest.skip("this computer has no network")
    monkeypatch.setattr(sharing_module, "local_addresses", lambda: network)
    monkeypatch.setattr(sharing_module, "best_address", lambda found, wanted: found[0].ip)

    def beyond() -> list[str]:
        return [
            found.laddr.ip
            for found in psutil.Process().net_connections("inet")
            if found.status == psutil.CONN_LISTEN and not found.laddr.ip.startswith("127.")
        ]

    assert beyond() == []
    address = start(sharing)
    assert beyond() == [network[0].ip]
    assert get(address).status == 200
    sharing.stop()
    assert beyond() == []


def test_who_is_there_is_known(sharing: Sharing) -> None:
    address = start(sharing)
    assert sharing.state.viewers == ()
    phones = [Phone(address, name=f"phone{number}") for number in range(3)]
    wait_until(lambda: len(sharing.state.viewers) == 3, "three viewers")
    viewer = sharing.state.viewers[0]
    assert (viewer.device, viewer.address) == ("iPhone", "127.0.0.1")
    again = Phone(address, name="phone0")
    again.next()
    wait_until(lambda: len(sharing.state.viewers) == 3, "three viewers")
    assert viewer in sharing.state.viewers, "who comes again is the one who came first"
    for phone in (*phones, again):
        phone.close()
    sharing._log.append(1, "Who is gone is noticed when there is something to send.")
    sharing._log.append(1, " And once more.")
    wait_until(lambda: sharing.state.viewers == (), "everyone to leave")


def test_a_room_full_of_phones_reads_the_same(sharing: Sharing, transcript: Transcript) -> None:
    address = start(sharing)
    phones = [Phone(address, name=f"phone{number}") for number in range(20)]
    said = [f"Line {number} for everyone." for number in range(50)]
    for text in said:
        say(transcript, text)
    for phone in phones:
        phone.read_until(49, said[-1])
        assert list(phone.lines.values()) == said
    wait_until(lambda: len(sharing.state.viewers) == 20, "all viewers")
    for phone in phones:
        phone.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_the_limit_of_open_files_is_no_limit_of_viewers(sharing: Sharing) -> None:
    """It is 256 in programs that a Mac starts from the Finder."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    try:
        start(sharing)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > sharing_module.MAX_CONNECTIONS
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_too_many_viewers_are_told_so(sharing: Sharing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing_module, "MAX_VIEWERS", 2)
    address = start(sharing)
    phones = [Phone(address, name=name) for name in "ab"]
    assert [phone.next()["fresh"] for phone in phones] == [True, True]
    assert Phone(address, name="c").status == 503
    url = urlsplit(address)
    probe = http.client.HTTPConnection(str(url.hostname), url.port, timeout=30)
    probe.request("HEAD", f"{url.path}events")
    assert probe.getresponse().status == 503, "by which the page learns the reason"
    for phone in phones:
        phone.close()


def test_a_phone_that_was_away_is_sent_exactly_what_it_missed(sharing: Sharing, transcript: Transcript) -> None:
    """Cut off in the middle of lines, again and again, for moments and for a thousand lines."""
    address = start(sharing)
    phone = Phone(address)
    phone.next()
    told = Phone(address)
    said: list[str] = []
    for away in (1, 3, 40, 5 * PORTION_LINES, 2):
        place, lines = phone.place, phone.lines
        phone.close()
        for number in range(away):
            said.append(f"Line {len(said)} of {away}, {number}: 你好 🎉")
            say(transcript, said[-1])
        phone = Phone(address, after=place)
        phone.lines = lines
        assert phone.next()["fresh"] is False
        phone.read_until(len(said) - 1, said[-1])
        assert [phone.lines[number] for number in sorted(phone.lines)] == said
    told.read_until(len(said) - 1, said[-1])
    assert told.lines == phone.lines, "who was there all the time has the same"
    phone.close()
    told.close()


def test_a_place_in_another_log_begins_anew(sharing: Sharing, transcript: Transcript) -> None:
    say(transcript, "Now", finished=False)
    address = start(sharing)
    for place in ("00000000-5", "nonsense", "-", f"{sharing._log.epoch}-x", "1" * 500):
        phone = Phone(address, after=place)
        assert phone.next()["fresh"] is True
        assert phone.lines == {0: "Now"}
        phone.close()


def test_a_slow_phone_holds_nobody_up_and_catches_up(sharing: Sharing, transcript: Transcript) -> None:
    """It reads nothing while a megabyte is said, then it is given all of it."""
    address = start(sharing)
    url = urlsplit(address)
    stuck = socket.socket()
    stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    stuck.connect((url.hostname, url.port))
    stuck.sendall(f"GET {url.path}events HTTP/1.1\r\nHost: {url.netloc}\r\n\r\n".encode())
    wait_until(lambda: len(sharing.state.viewers) == 1, "the slow phone")
    good = Phone(address)
    for number in range(500):
        say(transcript, f"{number} " + "x" * 2000)
    good.read_until(499, "x" * 2000)
    assert len(good.lines) == 500
    good.close()
    stuck.settimeout(30)
    with stuck, stuck.makefile("rb") as stream:
        seen: list[int] = []
        while 499 not in seen:
            line = stream.readline()
            assert line, "the stream ended"
            if line.startswith(b"data: "):
                seen += [piece["n"] for piece in json.loads(line[6:]).get("lines", ()) if piece["done"]]
    assert seen == list(range(500))


@pytest.mark.skipif(sys.platform == "darwin", reason="a Mac has one address on its loopback interface")
def test_the_page_moves_with_the_computer_to_another_network(sharing: Sharing, monkeypatch: pytest.MonkeyPatch) -> None:
    """But not for a moment without network, which would send all viewers away."""
    notices: list[str] = []
    sharing.notice.connect(notices.append)
    first = start(sharing)

    def checks(n: int, *addresses: LocalAddress) -> None:
        monkeypatch.setattr(sharing_module, "local_addresses", lambda: list(addresses))
        for _ in range(n):
            sharing._check_network()

    home, other = LOOPBACK[0], LocalAddress("127.0.0.2", "wlan0", True)
    checks(20, home, other)
    checks(CHECKS_UNTIL_MOVE - 1, other)
    checks(1, home)
    checks(CHECKS_UNTIL_MOVE - 1, other)
    assert sharing.state.address == first
    checks(20)
    assert sharing.state.address == first, "nowhere to go: the network may come back"
    assert notices == []
    checks(1, other)
    assert urlsplit(sharing.state.address).hostname == "127.0.0.2"
    assert urlsplit(sharing.state.address).path == urlsplit(first).path, "the same session"
    assert get(sharing.state.address).status == 200
    assert len(notices) == 1
    sharing.stop()
    assert not sharing._network_check.isActive()


def test_without_a_network_nothing_is_shared(sharing: Sharing, monkeypatch: pytest.MonkeyPatch) -> None:
    notices: list[str] = []
    sharing.notice.connect(notices.append)
    monkeypatch.setattr(sharing_module, "local_addresses", lambda: [])
    sharing.start()
    assert sharing.state.address == ""
    assert [sharing.state.problem] == notices
    assert "No local network" in notices[0]


def test_another_port_takes_effect_at_once_and_a_taken_one_is_said(sharing: Sharing, live: LiveSettings) -> None:
    notices: list[str] = []
    sharing.notice.connect(notices.append)
    first = start(sharing)
    with socket.create_server(("127.0.0.1", 0)) as other:
        live.update("share", port=other.getsockname()[1])
    assert sharing.state.address == ""
    assert len(notices) == 1
    assert "another port" in notices[0]
    live.update("share", port=0)
    assert sharing.state.address == "", "it is not switched on by a setting"
    assert start(sharing) != first


def test_a_phone_sees_that_captions_are_paused(sharing: Sharing) -> None:
    sharing.show_status(Status("listening"))
    address = start(sharing)
    phone = Phone(address)
    assert phone.next()["state"] == "listening"
    sharing.show_status(Status("paused"))
    assert phone.next() == {"state": "paused"}
    phone.close()


@pytest.mark.parametrize(
    ("addresses", "wanted", "best"),
    [
        ([], "", ""),
        ([LocalAddress("172.17.0.1", "docker0", virtual=True)], "", ""),
        ([LocalAddress("172.17.0.1", "docker0", virtual=True)], "172.17.0.1", "172.17.0.1"),
        ([LocalAddress("8.8.8.8", "eth0")], "", ""),
        ([LocalAddress("8.8.8.8", "eth0")], "8.8.8.8", "8.8.8.8"),
        ([LocalAddress("10.0.0.2", "eth0"), LocalAddress("192.168.1.5", "wlan0", True)], "", "192.168.1.5"),
        ([LocalAddress("10.0.0.2", "eth0"), LocalAddress("192.168.1.5", "wlan0", True)], "10.0.0.2", "10.0.0.2"),
        ([LocalAddress("169.254.1.1", "eth0", True), LocalAddress("10.0.0.2", "eth1")], "", "10.0.0.2"),
        ([LocalAddress("10.0.0.2", "eth0")], "192.168.7.7", "10.0.0.2"),
    ],
)
def test_the_address_that_phones_most_likely_reach(addresses: list[LocalAddress], wanted: str, best: str) -> None:
    assert best_address(addresses, wanted) == best


def test_virtual_and_public_addresses_are_offered_last() -> None:
    wifi, cable = LocalAddress("192.168.1.5", "wlan0", True), LocalAddress("10.0.0.2", "eth0")
    public, docker = LocalAddress("8.8.8.8", "eth1"), LocalAddress("172.17.0.1", "docker0", virtual=True)
    assert in_order([docker, public, cable, wifi]) == [wifi, cable, public, docker]
