"""Adding a server in the window, and the sign that stands there while sound is sent to one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.base.events import Status
from app.models.servers import chosen_server
from app.ui.kit.live_settings import LiveSettings
from app.ui.kit.message_bar import SignBar
from app.ui.main_window.server_sign import show_server
from app.ui.models.dialog import ModelDialog
from tests.app.remote.conftest import MakeServer
from tests.app.waiting import wait_until


@pytest.fixture
def dialog(live: LiveSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelDialog]:
    """The models window, with no model but the starter model."""
    monkeypatch.setenv("R2T2_CAPTIONS_MODELS", str(tmp_path / "models"))
    made = ModelDialog(live)
    made.open_list()
    wait_until(lambda: made.list_page.list.count() > 0, "the list")
    yield made
    made.shutdown()
    made.hide()
    made.deleteLater()


def try_out(dialog: ModelDialog, addresses: str, token: str = "") -> str:
    """Types an address and presses Test; returns what stands there then."""
    page = dialog.server_page
    page.addresses.setText(addresses)
    page.token.setText(token)
    page.test.click()
    wait_until(page.test.isEnabled, "the test's end")
    return page.result.text()


def test_a_server_is_tried_added_chosen_and_removed(
    dialog: ModelDialog, live: LiveSettings, make_server: MakeServer
) -> None:
    server = make_server()
    server.token = "secret"
    dialog.on_status(Status("listening", bundle=Path("somewhere")))
    dialog.list_page.server_button.click()
    page = dialog.server_page
    assert dialog.stack.currentWidget() is page
    assert "everything that is heard" in page.about.text()
    assert not page.test.isEnabled()
    assert "did not accept the access token" in try_out(dialog, server.url)
    assert not page.use.isEnabled()
    text = try_out(dialog, f" {server.url}, {server.url} ", "secret")
    assert text.startswith(f"r2t2 on 127.0.0.1:{server.port} can be used. It answers after ")
    assert live.value.models.servers == (), "nothing is stored before it is wanted"
    page.use.click()
    chosen = chosen_server(live.value)
    assert chosen is not None
    assert (chosen.addresses, chosen.token) == (f"{server.url} {server.url}", "secret")
    dialog.on_status(Status("listening", bundle=Path(live.value.captions.model)))
    assert dialog.result_page.title.text() == f"Captions now use r2t2 on 127.0.0.1:{server.port}"
    dialog._life.back()
    listed = dialog.list_page
    wait_until(lambda: "Server" in listed.list.item(1).text(), "the server in the list")
    listed.choose(live.value.captions.model)
    assert listed.state.text() == "While it is used, everything that is heard is sent to this server."
    assert not listed.check.isVisible()
    assert listed.remove.text() == "Remove from list…"
    dialog.remove_model(listed._current().model)  # type: ignore[arg-type]
    wait_until(lambda: not live.value.models.servers, "the removal")
    assert live.value.captions.model == ""


def test_what_is_typed_after_the_test_has_to_be_tested_anew(dialog: ModelDialog, make_server: MakeServer) -> None:
    server = make_server()
    dialog.list_page.server_button.click()
    assert "can be used" in try_out(dialog, server.url)
    assert dialog.server_page.use.isEnabled()
    dialog.server_page.addresses.setText("elsewhere")
    assert not dialog.server_page.use.isEnabled()
    assert dialog.server_page.result.text() == ""


def test_a_certificate_of_ones_own_is_shown_and_pinned(
    dialog: ModelDialog, live: LiveSettings, make_server: MakeServer, certificates: list[Path]
) -> None:
    server = make_server(certificate=certificates[0])
    dialog.list_page.server_button.click()
    page = dialog.server_page
    text = try_out(dialog, server.url)
    assert "SHA-256" in text
    assert not page.use.isEnabled()
    page.trust.setChecked(True)
    page.test.click()
    wait_until(lambda: page.test.isEnabled() and "can be used" in page.result.text(), "the test with the certificate")
    page.use.click()
    stored = live.value.models.servers[0].certificate
    assert stored.split() == certificates[0].with_name("cert.pem").read_text().split()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a user's folders from others by other means")
def test_the_token_is_in_a_file_that_nobody_else_can_read(
    dialog: ModelDialog, live: LiveSettings, make_server: MakeServer, tmp_path: Path
) -> None:
    server = make_server()
    server.token = "very-secret"
    dialog.list_page.server_button.click()
    try_out(dialog, server.url, "very-secret")
    dialog.server_page.use.click()
    live.flush()
    (file,) = [path for path in tmp_path.glob("*.json") if "very-secret" in path.read_text(encoding="utf-8")]
    assert file.stat().st_mode & 0o077 == 0


def test_a_sign_stands_for_as_long_as_sound_is_sent(qapp: object) -> None:
    signs, pressed = SignBar(), []
    for host in ("gpu.example:8000", "gpu.example:8000", "other.example"):
        show_server(signs, host, lambda: pressed.append(1))
        assert signs.texts == {"server": f"Everything that is heard is sent to {host} and recognised there."}
    show_server(signs, "", lambda: None)
    assert signs.texts == {}
    signs.deleteLater()
