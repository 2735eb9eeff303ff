"""The caption page in a real Chromium."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from app.base.settings import ObsSettings
from app.program.served import CaptionPage
from tests.app.serve.chromium import Chromium, program

pytestmark = [
    pytest.mark.usefixtures("application"),
    pytest.mark.desktop,
    pytest.mark.skipif(program() is None, reason="needs Chromium (Debian: apt install chromium)"),
]

ARTIFACTS = Path(__file__).resolve().parents[2] / "artifacts"
TEXT = "[...document.querySelectorAll('#captions p')].map((line) => line.innerText).join('\\n')"


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with Chromium() as started:
        yield started


@pytest.fixture
def page() -> Iterator[CaptionPage]:
    served = CaptionPage()
    served.set_settings(ObsSettings(enabled=True, port=0, token="browser-token"))
    yield served
    served.close()


def show(browser: Chromium, page: CaptionPage, query: str = "") -> None:
    browser.open(page.address + query)
    browser.wait(lambda: browser.evaluate("document.body.dataset.state") == "live", "the page to connect")


def test_lines_grow_in_the_page_and_are_never_changed(browser: Chromium, page: CaptionPage) -> None:
    page.append(0, "Said before the browser came.")
    page.finish(0)
    show(browser, page)
    browser.wait(lambda: browser.evaluate(TEXT) == "Said before the browser came.", "the first line")
    browser.evaluate(
        """(() => {
            window.changes = [];
            new MutationObserver((records) => records.forEach((record) => window.changes.push(
                [record.type, record.removedNodes.length]))).observe(
                    document.getElementById('captions'), {subtree: true, childList: true, characterData: true});
        })()"""
    )
    seen = []
    for delta in ("Wörter", " 你好", " wachsen", " <b>&amp;</b>", " 🎉"):
        page.append(1, delta)
        browser.wait(lambda delta=delta: browser.evaluate(TEXT).endswith(delta), f"{delta!r} to appear")
        seen.append(browser.evaluate(TEXT))
    assert seen[-1] == "Said before the browser came.\nWörter 你好 wachsen <b>&amp;</b> 🎉"
    assert all(later.startswith(earlier) for earlier, later in itertools.pairwise(seen))
    assert browser.evaluate("window.changes.length") >= 5
    assert browser.evaluate("window.changes.every(([type, removed]) => type === 'childList' && removed === 0)")
    page.finish(1)
    browser.wait(lambda: browser.evaluate("document.querySelectorAll('[data-done]').length") == 2, "the line to end")


def test_the_newest_words_are_visible_and_rows_are_whole(browser: Chromium, page: CaptionPage) -> None:
    show(browser, page, "?lines=2&size=40")
    for number in range(30):
        page.append(number, f"Line {number} is long enough to need more than a single row on this page, which is wide.")
    browser.wait(lambda: "Line 29" in browser.evaluate(TEXT), "the last line")
    box = browser.evaluate(
        """(() => { const box = document.getElementById('captions').getBoundingClientRect();
            const last = document.getElementById('captions').lastElementChild.getBoundingClientRect();
            return [box.top, box.bottom, last.bottom, innerHeight, box.height]; })()"""
    )
    top, bottom, last_bottom, height, tall = box
    room_below = 0.15 * 40
    assert last_bottom == pytest.approx(bottom - room_below, abs=1)
    assert top >= 0 and bottom <= height
    assert tall == pytest.approx(2 * 40 * 1.45 + room_below, abs=1)
    assert browser.evaluate("document.querySelectorAll('#captions p').length") == 20


def test_it_reconnects_by_itself_and_catches_up(browser: Chromium, page: CaptionPage) -> None:
    show(browser, page)
    page.append(1, "Before")
    browser.wait(lambda: browser.evaluate(TEXT) == "Before", "the first words")
    port = urlsplit(page.address).port
    assert port is not None
    page.close()
    browser.wait(lambda: browser.evaluate("document.body.dataset.state") == "lost", "the loss to be noticed")
    assert browser.evaluate(TEXT) == "Before", "what was shown stays"
    page.append(1, " and after")
    page.set_settings(ObsSettings(enabled=True, port=port, token="browser-token"))
    browser.wait(lambda: browser.evaluate(TEXT) == "Before and after", "the rest")
    page.append(1, " all")
    browser.wait(lambda: browser.evaluate(TEXT) == "Before and after all", "new words")


def test_options_in_the_address(browser: Chromium, page: CaptionPage) -> None:
    query = "?size=32&lines=4&colour=ffff00&background=000000aa&align=center&weight=400&outline=none&position=top"
    show(browser, page, f"{query}&font=Serif")
    page.append(1, "Styled")
    style = "getComputedStyle(document.querySelector('#captions p'))"
    browser.wait(lambda: browser.evaluate(TEXT) == "Styled", "the text")
    assert browser.evaluate(f"{style}.fontSize") == "32px"
    assert browser.evaluate(f"{style}.color") == "rgb(255, 255, 0)"
    assert browser.evaluate(f"{style}.textAlign") == "center"
    assert browser.evaluate(f"{style}.fontWeight") == "400"
    assert browser.evaluate(f"{style}.textShadow") == "none"
    assert browser.evaluate(f"{style}.fontFamily") == '"Serif", sans-serif'
    background = "getComputedStyle(document.getElementById('captions')).backgroundColor"
    assert browser.evaluate(background) == "rgba(0, 0, 0, 0.667)"
    assert browser.evaluate("document.body.className") == "top"


@pytest.mark.parametrize("query", ["?size=huge&lines=-3&colour=javascript:1&align=up&font=%22%3B%7D", "?size=&lines="])
def test_nonsense_in_the_address_gives_the_defaults(browser: Chromium, page: CaptionPage, query: str) -> None:
    show(browser, page, query)
    page.append(1, "Plain")
    browser.wait(lambda: browser.evaluate(TEXT) == "Plain", "the text")
    style = "getComputedStyle(document.querySelector('#captions p'))"
    assert browser.evaluate(f"{style}.fontSize") == "48px"
    assert browser.evaluate(f"{style}.color") == "rgb(255, 255, 255)"
    assert "rgb(0, 0, 0)" in browser.evaluate(f"{style}.textShadow")


def test_text_fades_after_the_time_in_the_address_and_comes_back(browser: Chromium, page: CaptionPage) -> None:
    show(browser, page, "?hide=0.3")
    page.append(1, "Briefly")
    browser.wait(lambda: browser.evaluate("document.body.classList.contains('quiet')"), "the text to fade")
    page.append(1, " again")
    browser.wait(lambda: browser.evaluate(f"({TEXT}).endsWith('again')"), "the new words")
    browser.wait(lambda: browser.evaluate("document.body.classList.contains('quiet')"), "the text to fade again")


def test_right_to_left_lines_start_on_the_right(browser: Chromium, page: CaptionPage) -> None:
    show(browser, page)
    page.append(1, "مرحبا بكم في البث")
    page.append(2, "And in English")
    browser.wait(lambda: "English" in browser.evaluate(TEXT), "the text")
    sides = browser.evaluate(
        """[...document.querySelectorAll('#captions p')].map((p) => {
            const range = document.createRange(); range.selectNodeContents(p);
            const box = range.getBoundingClientRect(), all = p.getBoundingClientRect();
            return box.left - all.left > all.right - box.right ? 'right' : 'left'; })"""
    )
    assert sides == ["right", "left"]


def test_nothing_is_asked_of_any_other_host(browser: Chromium, page: CaptionPage) -> None:
    browser.open("about:blank")  # a page of before may still try to connect
    browser.requests.clear()
    show(browser, page)
    page.append(1, "Local")
    browser.wait(lambda: browser.evaluate(TEXT) == "Local", "the text")
    asked = [address for address in browser.requests if not address.startswith("about:")]
    assert len(asked) >= 4
    assert all(address.startswith(page.address) for address in asked), asked


def test_it_looks_right_over_a_picture(browser: Chromium, page: CaptionPage) -> None:
    show(browser, page, "?lines=4")
    page.append(1, "Welcome to the stream, everybody. Today we build a keyboard from")
    page.append(1, " nothing but driftwood and patience.")
    page.append(2, "大家好，欢迎来到直播间，今天我们一起做一个木头键盘。")
    page.append(3, "أهلاً بكم في البث المباشر")
    browser.wait(lambda: "المباشر" in browser.evaluate(TEXT), "the text")
    assert browser.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    ARTIFACTS.mkdir(exist_ok=True)
    picture = ARTIFACTS / "obs_page.png"
    browser.screenshot(picture, transparent=True)
    assert picture.stat().st_size > 5000
