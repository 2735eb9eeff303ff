"""The settings page that shares captions, and the sign in the main window."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
import segno
from PySide6.QtWidgets import QApplication, QPushButton

from app.base.settings_file import SettingsFile
from app.program import sharing as sharing_module
from app.program.sharing import Sharing
from app.serve.listening import WebServer
from app.serve.viewers import Viewer, device_of
from app.transcript.document import Transcript
from app.ui.kit.i18n import Translators
from app.ui.kit.live_settings import LiveSettings
from app.ui.kit.message_bar import SignBar
from app.ui.settings.local_addresses import LocalAddress
from app.ui.settings.share_page import QUIET_MODULES, SHOWN_VIEWERS, QrCode, SharePage
from app.ui.settings.share_state import NOT_SHARED, ShareState

pytestmark = pytest.mark.usefixtures("application")

ADDRESS = "http://192.168.178.123:8779/abcdefghjkmn/"


@pytest.fixture(autouse=True)
def english(qapp: QApplication) -> None:
    """Its plurals come from a file."""
    Translators(qapp).use("en")


def viewer(number: int) -> Viewer:
    return Viewer("iPhone" if number else "", f"192.168.178.{number}", datetime(2026, 3, 4, 10, 30))


@pytest.fixture
def live(tmp_path: Path) -> LiveSettings:
    return LiveSettings(SettingsFile(tmp_path))


@pytest.fixture
def page(live: LiveSettings) -> Iterator[SharePage]:
    made = SharePage(live, NOT_SHARED)
    made.resize(660, 700)
    made.show()
    yield made
    made.deleteLater()


@pytest.mark.parametrize("side", [216, 217, 400])
def test_the_code_on_screen_is_the_address(side: int) -> None:
    """Each module has the colour of the standard's, in whole pixels, within an edge of white."""
    code = QrCode(side)
    code.resize(side, side)
    code.show_text(ADDRESS)
    picture = code.grab().toImage()
    matrix = segno.make(ADDRESS, error="m", micro=False).matrix
    n_modules = len(matrix) + 2 * QUIET_MODULES
    module = side // n_modules
    start = (side - module * n_modules) / 2
    assert module >= 4, "large enough for a camera"

    def dark(column: int, row: int) -> bool:
        x, y = (int(start + (place + 0.5) * module) for place in (column, row))
        return picture.pixelColor(x, y).lightness() < 128

    for row in range(n_modules):
        for column in range(n_modules):
            inside = all(QUIET_MODULES <= place < n_modules - QUIET_MODULES for place in (row, column))
            assert dark(column, row) == (inside and bool(matrix[row - QUIET_MODULES][column - QUIET_MODULES]))


def test_the_page_shows_what_is_in_force(page: SharePage) -> None:
    assert page.start.isVisible()
    assert not page.stop.isVisible()
    page.show_state(ShareState(ADDRESS, tuple(viewer(number) for number in range(SHOWN_VIEWERS + 2))))
    assert not page.start.isVisible()
    assert page.stop.isVisible()
    assert page.address.text() == ADDRESS
    assert page.count.text() == "10 viewers"
    rows = page.viewers.text().split("\n")
    assert rows[0] == "2 more"
    assert len(rows) == SHOWN_VIEWERS + 1
    assert rows[-1].startswith("iPhone at 192.168.178.9, since 10:30")
    page.show_state(ShareState(ADDRESS, (viewer(0),)))
    assert page.count.text() == "1 viewer"
    assert page.viewers.text().startswith("Browser at ")
    page.show_state(ShareState(problem="It cannot be done."))
    assert page.start.isVisible()
    assert page.problem.text() == "It cannot be done."


def test_the_buttons_ask_for_the_start_and_the_end(page: SharePage) -> None:
    asked: list[str] = []
    page.start_wanted.connect(lambda: asked.append("start"))
    page.stop_wanted.connect(lambda: asked.append("stop"))
    page.start.click()
    page.show_state(ShareState(ADDRESS))
    page.stop.click()
    assert asked == ["start", "stop"]


def test_the_large_code_goes_with_the_end(page: SharePage) -> None:
    page.show_state(ShareState(ADDRESS))
    next(button for button in page.findChildren(QPushButton) if button.text() == "Show the code large").click()
    assert page._large is not None
    assert page._large.isVisible()
    assert page._large.address.text() == ADDRESS
    page.show_state(NOT_SHARED)
    assert not page._large.isVisible()


def test_a_sign_stands_in_the_window_while_it_is_shared_and_its_button_ends_it(
    live: LiveSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing_module, "local_addresses", lambda: [LocalAddress("127.0.0.1", "lo")])
    live.update("share", port=0)
    sharing, signs = Sharing(WebServer(), Transcript(), live), SignBar()
    sharing.changed.connect(lambda: sharing.show_sign(signs))
    sharing.start()
    assert signs.texts == {"sharing": "Captions are shared on the local network · 0 viewers"}
    sign = signs._signs["sharing"][0]
    assert sharing._page is not None
    sharing._show_viewers(sharing._page, (viewer(1),))
    assert signs.texts == {"sharing": "Captions are shared on the local network · 1 viewer"}
    assert signs._signs["sharing"][0] is sign, "the keyboard stays on its button"
    sign.action.click()
    assert signs.texts == {}
    assert sharing.state == NOT_SHARED


def test_the_address_that_was_chosen_is_offered_even_when_it_is_gone(live: LiveSettings) -> None:
    live.update("share", address="10.9.8.7")
    page = SharePage(live, NOT_SHARED)
    assert page.address_choice.currentData() == "10.9.8.7"
    live.update("share", address="")
    page.look_again()
    assert page.address_choice.currentData() == ""
    page.deleteLater()


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1", "iPhone"),
        ("Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36", "Android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36", "Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15", "Mac"),
        ("curl/8.5", ""),
    ],
)
def test_devices(agent: str, device: str) -> None:
    assert device_of(agent) == device
