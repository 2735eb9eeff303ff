"""The page for phones in a real Chromium with a phone's screen."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.base.events import CommittedLine, Status
from app.base.settings_file import SettingsFile
from app.program import sharing as sharing_module
from app.program.sharing import Sharing
from app.serve.listening import WebServer
from app.transcript.document import Transcript
from app.ui.kit.live_settings import LiveSettings
from app.ui.settings.local_addresses import LocalAddress
from tests.app.program.test_sharing import say
from tests.app.serve.chromium import Chromium, program

pytestmark = [
    pytest.mark.usefixtures("application"),
    pytest.mark.desktop,
    pytest.mark.skipif(program() is None, reason="needs Chromium (Debian: apt install chromium)"),
]

ROOT = Path(__file__).resolve().parents[3]
ARTIFACTS = ROOT / "tests" / "artifacts"
PORTRAIT, LANDSCAPE = (390, 844), (844, 390)
TEXTS = "[...document.querySelectorAll('#captions p')].map((line) => line.textContent)"
SPOKEN = "[...document.querySelectorAll('#spoken p')].map((line) => line.textContent)"
AT_END = "scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 2"
SAID = (
    "Good morning, everybody, and welcome back.",
    "Today we look at how sound becomes text: first the spectrogram, then the model, one word after the other.",
    "大家好，欢迎来到今天的会议。我们先来看一下上个季度的数据。",
    "صباح الخير، مرحبا بكم في اجتماع اليوم.",
    "A word that is on the screen stays there, so nobody has to read the same line twice.",
)


class Phone(Chromium):
    """Its screen is a phone's; every address it opens is one of `Sharing`."""

    def __init__(self) -> None:
        super().__init__(*PORTRAIT)

    def turn(self, size: tuple[int, int]) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=2, mobile=True)

    def state(self, wanted: str) -> None:
        self.wait(lambda: self.evaluate("document.body.getAttribute('data-state')") == wanted, f"the state {wanted}")

    def texts(self) -> list[str]:
        found: list[str] = self.evaluate(TEXTS)
        return found

    def until(self, text: str) -> None:
        self.wait(lambda: any(text in line for line in self.texts()), f"{text!r} to appear")

    def click(self, selector: str) -> None:
        self.evaluate(f"document.querySelector({json.dumps(selector)}).click()")

    def picture(self, name: str) -> None:
        ARTIFACTS.mkdir(exist_ok=True)
        self.screenshot(ARTIFACTS / f"phone_{name}.png")


class Network:
    """The network between phone and computer: a relay that can be cut.

    Attributes:
        port: where phones connect.
    """

    def __init__(self, port: int) -> None:
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._ends: list[socket.socket] = []
        self._stalled: set[socket.socket] = set()
        self._connected = True
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._connected = False
        for end in self._ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue
        self._ends.clear()

    def stall(self) -> None:
        """Nothing arrives any more over the connections that exist, and nobody is told; new ones work."""
        self._stalled.update(self._ends)

    def mend(self) -> None:
        self._connected = True

    def close(self) -> None:
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                phone, _address = self._listener.accept()
            except OSError:
                return
            if not self._connected:
                phone.close()
                continue
            computer = socket.create_connection(("127.0.0.1", self._to))
            self._ends += [phone, computer]
            for one, other in ((phone, computer), (computer, phone)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        try:
            while data := one.recv(1 << 16):
                if one not in self._stalled:  # the computer is to be asked under its own address
                    other.sendall(data.replace(f":{self.port}".encode(), f":{self._to}".encode()))
            other.shutdown(socket.SHUT_WR)
        except OSError:
            return


@pytest.fixture(scope="module")
def phone() -> Iterator[Phone]:
    with Phone() as started:
        yield started


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
    monkeypatch.setattr(sharing_module, "local_addresses", lambda: [LocalAddress("127.0.0.1", "lo")])
    made = Sharing(WebServer(), transcript, live)
    made.show_status(Status("listening"))
    made.start()
    yield made
    made.stop()


def show(phone: Phone, sharing: Sharing) -> None:
    phone.open(sharing.state.address)
    phone.evaluate("localStorage.clear()")
    phone.open(sharing.state.address)
    phone.turn(PORTRAIT)
    phone.state("live")


def test_lines_grow_and_the_newest_words_are_in_view(phone: Phone, sharing: Sharing, transcript: Transcript) -> None:
    show(phone, sharing)
    assert phone.evaluate("document.getElementById('waiting').hidden") is False
    for number in range(30):
        say(transcript, SAID[number % len(SAID)])
    say(transcript, "Any questions so far?", finished=False)
    phone.until("so far?")
    assert phone.texts() == [SAID[number % len(SAID)] for number in range(30)] + ["Any questions so far?"]
    assert phone.evaluate(AT_END)
    assert phone.evaluate("document.getElementById('waiting').hidden")
    phone.picture("portrait")
    phone.turn(LANDSCAPE)
    phone.wait(lambda: phone.evaluate(AT_END), "the newest line in view")
    phone.picture("landscape")
    phone.turn(PORTRAIT)


def test_who_has_scrolled_back_stays_there_and_is_told_of_new_lines(
    phone: Phone, sharing: Sharing, transcript: Transcript
) -> None:
    show(phone, sharing)
    for number in range(60):
        say(transcript, f"Line {number} of many.")
    phone.until("Line 59")
    phone.evaluate("scroller.scrollTop = 700")
    phone.wait(lambda: phone.evaluate(f"!({AT_END})"), "the page to be elsewhere")
    say(transcript, "Something new.")
    phone.until("Something new.")
    phone.wait(lambda: phone.evaluate("!document.getElementById('newest').hidden"), "the sign")
    assert phone.evaluate("scroller.scrollTop") == 700
    phone.picture("scrolled")
    phone.click("#newest")
    phone.wait(lambda: phone.evaluate(AT_END), "the newest line in view")
    assert phone.evaluate("document.getElementById('newest').hidden")


def test_size_and_colours_are_chosen_and_kept(phone: Phone, sharing: Sharing, transcript: Transcript) -> None:
    for text in SAID:
        say(transcript, text)
    show(phone, sharing)
    style = "getComputedStyle(document.getElementById('captions'))"
    assert phone.evaluate(f"{style}.fontSize") == "24px"
    phone.click("#open")
    for _ in range(4):
        phone.click("#larger")
    phone.picture("panel")
    expected = {
        "light": ("rgb(27, 32, 38)", "rgb(255, 255, 255)"),
        "dark": ("rgb(232, 235, 238)", "rgb(22, 25, 29)"),
        "contrast": ("rgb(255, 255, 255)", "rgb(0, 0, 0)"),
        "yellow": ("rgb(255, 255, 0)", "rgb(0, 0, 0)"),
    }
    for name, (text, back) in expected.items():
        phone.click(f"input[value={name}]")
        assert phone.evaluate(f"{style}.color") == text
        assert phone.evaluate("getComputedStyle(document.body).backgroundColor") == back
        phone.picture(name)
    phone.open(sharing.state.address)
    phone.state("live")
    assert phone.evaluate(f"{style}.fontSize") == "48px"
    assert phone.evaluate(f"{style}.color") == "rgb(255, 255, 0)"
    for _ in range(20):
        phone.evaluate("document.getElementById('larger').click()")
    assert phone.evaluate(f"{style}.fontSize") == "96px"
    phone.picture("largest")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off at the side"


def test_the_theme_of_the_device_is_followed(phone: Phone, sharing: Sharing) -> None:
    show(phone, sharing)
    for scheme, back in (("dark", "rgb(22, 25, 29)"), ("light", "rgb(255, 255, 255)")):
        phone.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        assert phone.evaluate("getComputedStyle(document.body).backgroundColor") == back
    phone.call("Emulation.setEmulatedMedia", features=[])


def test_right_to_left_lines_start_on_the_right(phone: Phone, sharing: Sharing, transcript: Transcript) -> None:
    show(phone, sharing)
    say(transcript, "مرحبا بكم")
    say(transcript, "In English")
    phone.until("In English")
    sides = phone.evaluate(
        """[...document.querySelectorAll('#captions p')].map((p) => {
            const range = document.createRange(); range.selectNodeContents(p);
            const box = range.getBoundingClientRect(), all = p.getBoundingClientRect();
            return box.left - all.left > all.right - box.right ? 'right' : 'left'; })"""
    )
    assert sides == ["right", "left"]


def test_who_speaks_stands_before_the_line(phone: Phone, sharing: Sharing, transcript: Transcript) -> None:
    show(phone, sharing)
    say(transcript, "Can you hear me?", side="you")
    say(transcript, "نعم، نسمعك.", side="computer")
    phone.until("نعم، نسمعك.")
    assert phone.texts() == ["Microphone: Can you hear me?", "Computer: نعم، نسمعك."]
    assert phone.evaluate("document.querySelector('#captions p:last-child').matches(':dir(rtl)')"), "as the words are"
    phone.picture("speakers")


def test_a_screen_reader_hears_finished_lines_and_not_each_word(
    phone: Phone, sharing: Sharing, transcript: Transcript
) -> None:
    say(transcript, "Said before.")
    show(phone, sharing)
    assert phone.evaluate("document.getElementById('spoken').getAttribute('aria-live')") == "polite"
    assert phone.evaluate("document.getElementById('captions').getAttribute('aria-live')") == "off"
    say(transcript, "Only when it", finished=False)
    phone.until("Only when it")
    assert phone.evaluate(SPOKEN) == []
    for number in range(1, 6):
        say(transcript, f"Complete {number}.")
        phone.until(f"Complete {number}.")
    phone.wait(lambda: phone.evaluate(SPOKEN) == ["Complete 3.", "Complete 4.", "Complete 5."], "the last lines")


@pytest.mark.parametrize(
    ("languages", "name", "title"),
    [
        ("de-DE,en-GB", "en", "Live captions"),
        ("zh-CN,en", "zh-Hans", "实时字幕"),
        ("zh-TW", "zh-Hant", "即時字幕"),
        ("zh-Hant-HK", "zh-Hant", "即時字幕"),
        ("sw", "en", "Live captions"),
    ],
)
def test_it_speaks_the_language_of_the_browser(
    phone: Phone, sharing: Sharing, languages: str, name: str, title: str
) -> None:
    agent = phone.evaluate("navigator.userAgent")
    phone.call("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=languages)
    try:
        show(phone, sharing)
        assert phone.evaluate("document.documentElement.lang") == name
        assert phone.evaluate("document.getElementById('status').textContent") == title
        phone.click("#open")
        phone.picture(f"panel_{name}")
    finally:
        phone.call("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage="en-GB")


@pytest.fixture
def network(sharing: Sharing) -> Iterator[Network]:
    assert sharing._listener is not None
    made = Network(sharing._listener.port)
    yield made
    made.close()


def show_through(phone: Phone, sharing: Sharing, network: Network) -> None:
    assert sharing._listener is not None
    phone.open(sharing.state.address.replace(f":{sharing._listener.port}/", f":{network.port}/"))
    phone.state("live")


def test_nothing_is_lost_or_doubled_when_the_network_comes_and_goes(
    phone: Phone, sharing: Sharing, transcript: Transcript, network: Network
) -> None:
    show_through(phone, sharing, network)
    said: list[str] = []
    for missed in (0, 1, 30, 500):
        say(transcript, f"Before {missed}")
        say(transcript, "Cut off", finished=False)
        phone.until(f"Before {missed}")
        network.cut()
        phone.state("lost")
        assert phone.evaluate("document.getElementById('status').textContent") == "Connection lost. Trying again…"
        if missed == 30:
            phone.picture("lost")
        transcript.append(CommittedLine(len(transcript.lines) - 1, " in the middle.", 0.0, 1.0, "English"))
        transcript.close_open_lines()
        for number in range(missed):
            say(transcript, f"Missed {number} of {missed}.")
        network.mend()
        phone.state("live")
        said += [f"Before {missed}", "Cut off in the middle.", *(f"Missed {n} of {missed}." for n in range(missed))]
        phone.wait(lambda: len(phone.texts()) >= len(said), "what was missed")  # noqa: B023
        phone.until(said[-1])
        assert phone.texts() == said
    phone.wait(lambda: "Connected again." in phone.evaluate(SPOKEN), "the return to be read out")


def test_a_phone_that_wakes_up_notices_that_its_connection_is_dead(
    phone: Phone, sharing: Sharing, transcript: Transcript, network: Network
) -> None:
    """Some systems drop the connection of a sleeping phone without an error."""
    show_through(phone, sharing, network)
    say(transcript, "Good night.")
    phone.until("Good night.")
    phone.call("Page.setWebLifecycleState", state="frozen")
    network.stall()
    for number in range(300):
        say(transcript, f"Dream {number}.")
    phone.call("Page.setWebLifecycleState", state="active")
    phone.evaluate("(() => { const now = Date.now; Date.now = () => now() + 60000; })()")
    phone.call("Emulation.setFocusEmulationEnabled", enabled=True)  # in front again, which "active" is not
    phone.until("Dream 299.")
    assert phone.texts() == ["Good night.", *(f"Dream {number}." for number in range(300))]


def test_the_end_is_told_and_final(phone: Phone, sharing: Sharing, transcript: Transcript) -> None:
    say(transcript, "The last words.", finished=False)
    show(phone, sharing)
    phone.until("The last words.")
    sharing.stop()
    phone.state("over")
    assert phone.evaluate("document.getElementById('status').textContent") == "Sharing has ended."
    assert phone.texts() == ["The last words."], "what was read stays"
    phone.picture("over")


def test_an_address_of_an_earlier_session_says_so(
    phone: Phone, sharing: Sharing, live: LiveSettings, network: Network
) -> None:
    assert sharing._listener is not None
    port = sharing._listener.port
    live.update("share", port=port)
    phone.open(sharing.state.address)
    phone.state("live")
    network.close()
    # its farewell does not reach the phone
    phone.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    show_through_end = sharing._page
    assert show_through_end is not None
    show_through_end.change_token("another")
    phone.state("lost")
    phone.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    phone.state("invalid")


def test_earlier_lines_come_piece_by_piece(
    phone: Phone, sharing: Sharing, transcript: Transcript, live: LiveSettings
) -> None:
    live.update("share", earlier=True)
    sharing.stop()
    for number in range(1000):
        say(transcript, f"Line {number} of a long talk.")
    sharing.start()
    show(phone, sharing)
    phone.until("Line 999")
    assert len(phone.texts()) == 200
    phone.picture("earlier")
    for loaded in (400, 600, 800, 1000):
        phone.click("#earlier")
        phone.wait(lambda loaded=loaded: len(phone.texts()) == loaded, f"{loaded} lines")
    assert phone.texts() == [f"Line {number} of a long talk." for number in range(1000)]
    phone.wait(lambda: phone.evaluate("document.getElementById('earlier').hidden"), "nothing earlier")
    assert phone.evaluate(AT_END), "what is being read stays where it is"


def test_the_screen_is_kept_on_where_pages_may_ask_for_it_and_where_not(phone: Phone, sharing: Sharing) -> None:
    show(phone, sharing)
    phone.evaluate(
        """(() => { window.asked = [];
            Object.defineProperty(navigator, 'wakeLock', {configurable: true, value: {request: (kind) => {
                window.asked.push(kind); return Promise.resolve({release: () => window.asked.push('released')}); }}});
        })()"""
    )
    phone.click("#open")
    phone.click("#awake")
    phone.wait(lambda: phone.evaluate("window.asked") == ["screen"], "the wake lock")
    assert phone.evaluate("document.getElementById('awake-hint').hidden")
    phone.click("#awake")
    assert phone.evaluate("window.asked") == ["screen", "released"]
    phone.evaluate("Object.defineProperty(navigator, 'wakeLock', {value: undefined})")
    click = {"x": 40, "y": 0, "button": "left", "clickCount": 1}
    click["y"] = phone.evaluate("document.getElementById('awake').getBoundingClientRect().top + 10")
    for kind in ("mousePressed", "mouseReleased"):
        phone.call("Input.dispatchMouseEvent", type=kind, **click)
    video = "document.querySelector('video')"
    phone.wait(lambda: phone.evaluate(f"{video} && {video}.currentTime > 0 && !{video}.paused"), "the silent video")
    assert phone.evaluate("document.getElementById('awake-hint').hidden") is False
    phone.picture("awake")


def test_nothing_is_asked_of_any_other_host(phone: Phone, sharing: Sharing) -> None:
    phone.open("about:blank")
    phone.requests.clear()
    phone.open(sharing.state.address)
    phone.state("live")
    asked = [address for address in phone.requests if not address.startswith("about:")]
    assert len(asked) >= 6
    assert all(address.startswith(sharing.state.address) for address in asked), asked


def test_every_word_is_translated_and_no_newer_syntax_is_used() -> None:
    """Old browsers refuse a whole script for one arrow."""
    folder = ROOT / "resources" / "captions"
    words = json.loads((folder / "words.js").read_text(encoding="utf-8").partition("=")[2].strip().rstrip(";"))
    assert set(words) == {"en", "zh-Hans", "zh-Hant"}
    assert all(set(own) == set(words["en"]) and all(own.values()) for own in words.values())
    used = set(re.findall(r'data-(?:words|name)="(\w+)"', (folder / "index.html").read_text(encoding="utf-8")))
    assert used <= set(words["en"])
    for name in ("feed.js", "viewer.js", "words.js"):
        code = re.sub(r"//.*|\"[^\"]*\"", "", (folder / name).read_text(encoding="utf-8"))
        assert not re.search(r"=>|\b(?:let|const|class|async|await|import)\b|\?\.|\?\?|`|\.\.\.", code), name
