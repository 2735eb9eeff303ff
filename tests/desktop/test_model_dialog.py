"""The models dialog driven by real clicks: licence → download → conversion → self-test → captions with the new model."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.models.catalogue import resources_folder
from inference.bundle import verify_bundle
from onnx_export.convert import convert
from tests.app.models.hub_server import Fault, HubServer
from tests.desktop.kit import Desktop, Sound, Started, wait_until
from tests.synthetic_checkpoint import write_checkpoint

pytestmark = [pytest.mark.desktop, pytest.mark.slow, pytest.mark.timeout(600)]

REPOSITORY = "netease-youdao/Confucius4-R2T2"
NAME = "Confucius4-R2T2"
SPEECH = "Good morning everybody. The weather is very nice today. We will talk about the old house near the river."


class Screen:
    """The program under test, as a user with a mouse has it."""

    def __init__(self, desktop: Desktop, home: Path, server: HubServer, catalogue: Path, env: dict[str, str]) -> None:
        self.desktop = desktop
        self.home = home
        self.state = home / "state.json"
        own = {**env, "R2T2_CAPTIONS_HOME": str(home), "HF_ENDPOINT": server.url}
        own.pop("R2T2_CAPTIONS_MODELS", None)
        more = [] if "PULSE_SERVER" in env else ["--no-captions"]
        command = [sys.executable, "-m", "tests.desktop.model_program", str(self.state), "--catalogue", str(catalogue)]
        self.program: Started = desktop.start(*command, *more, env=own)
        wait_until(self.state.exists, 60, f"the program ({self.program.output()})")

    def see(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.state.read_text(encoding="utf-8"))
        return found

    def wait(
        self, condition: Callable[[dict[str, Any]], object], what: str, timeout_s: float = 200.0
    ) -> dict[str, Any]:
        def ready() -> dict[str, Any] | None:
            assert self.program.running, self.program.output()
            now = self.see()
            return now if condition(now) else None

        found = wait_until(ready, timeout_s, f"{what}; now: {self.see()}; {self.program.output()[-2000:]}")
        assert isinstance(found, dict)
        return found

    def wait_page(self, page: str, timeout_s: float = 200.0) -> dict[str, Any]:
        return self.wait(lambda now: now["page"] == page, page, timeout_s)

    def wait_text(self, part: str, timeout_s: float = 200.0) -> str:
        found = self.wait(lambda now: any(part in text for text in now["texts"]), f"the text {part!r}", timeout_s)
        return next(str(text) for text in found["texts"] if part in text)

    def click(self, start: str, kind: str = "controls") -> None:
        """Clicks on the control (or row) whose text begins with `start`, once it is there and stands still."""

        def still(now: dict[str, Any]) -> object:
            return next((place for text, place in now[kind].items() if text.startswith(start)), None)

        while True:
            place = still(self.wait(still, f"{start!r} among the {kind}"))
            looks = self.see()["looks"]
            if still(self.wait(lambda now, looks=looks: now["looks"] >= looks + 2, "two fresh looks")) == place:
                break
        assert isinstance(place, list)
        self.desktop.xdotool("mousemove", *place, "click", 1)

    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.program.output().splitlines() if line.startswith("{")]

    @property
    def models(self) -> Path:
        return self.home / "data" / "models"

    def bundles(self) -> list[str]:
        return sorted(path.name for path in self.models.iterdir() if not path.name.startswith("."))


Launch = Callable[..., tuple[Screen, HubServer]]


@pytest.fixture
def launch(desktop: Desktop, tmp_path: Path) -> Iterator[Launch]:
    """Starts the program with a hub that serves `checkpoint` as the full model."""
    started: list[Screen] = []
    with HubServer() as server:

        def start(checkpoint: Path, sound: Sound | None = None) -> tuple[Screen, HubServer]:
            server.publish_folder(REPOSITORY, checkpoint)
            raw = json.loads((resources_folder() / "catalogue.json").read_text(encoding="utf-8"))
            files = server.repositories[REPOSITORY].files
            raw["models"][1]["revision"] = server.repositories[REPOSITORY].commit
            raw["models"][1]["files"] = [
                {"path": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
                for name, data in files.items()
            ]
            catalogue = tmp_path / "catalogue.json"
            catalogue.write_text(json.dumps(raw), encoding="utf-8")
            home = tmp_path / "Jürgen 模型 🎙"
            home.mkdir(exist_ok=True)
            env = {**desktop.env, **(sound.variables if sound is not None else {})}
            if sound is None:
                env.pop("PULSE_SERVER", None)
            screen = Screen(desktop, home, server, catalogue, env)
            started.append(screen)
            return screen, server

        yield start
        for screen in started:
            screen.program.stop()


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_checkpoint(tmp_path_factory.mktemp("tiny"), tokenizer=resources_folder() / "starter")


def accept_and_start(screen: Screen) -> None:
    screen.click(NAME, "rows")
    screen.click("Download model")
    screen.wait_page("LicencePage")
    assert "Accept" not in screen.see()["controls"], "not before the box is ticked"
    screen.click("I have read this agreement")
    screen.click("Accept")
    screen.wait_page("PrecisionPage")


def test_from_the_licence_to_captions_with_the_new_model(
    launch: Launch, sound: Sound, starter_checkpoint: Path, artifacts: Path
) -> None:
    """Somebody speaks all the time: the old model captions until the new one, a real one, has taken over."""
    screen, server = launch(starter_checkpoint, sound)
    speech = sound.say(SPEECH)

    def heard_by(model: str) -> list[str]:
        return [
            event["committed"] for event in screen.events() if "committed" in event and event["by"].startswith(model)
        ]

    wait_until(lambda: any(event.get("model") for event in screen.events()), 60, "the starter model")
    player = sound.play(speech)
    wait_until(lambda: heard_by("Starter"), 60, "captions of the starter model")
    accept_and_start(screen)
    screen.desktop.screenshot(artifacts / "models-precision.png")
    assert not server.requests, "nothing is fetched before this click"
    screen.click("8-bit")
    server.faults.append(Fault("model.safetensors", cut_after=20_000_000))
    before = len(heard_by("Starter"))
    screen.click("Start")
    shot = False
    while screen.see()["page"] != "ResultPage":
        assert screen.program.running, screen.program.output()
        if not player.running:
            player = sound.play(speech)
        if not shot and any("Convert" in text and "●" in text for text in screen.see()["texts"]):
            screen.desktop.screenshot(artifacts / "models-progress.png")
            shot = True
        time.sleep(0.2)
    assert any(f"Captions now use {NAME} (int8)" in text for text in screen.see()["texts"]), screen.see()["texts"]
    screen.desktop.screenshot(artifacts / "models-result.png")
    assert len(heard_by("Starter")) > before, "captions went on with the old model"
    sound.play(speech)
    wait_until(lambda: heard_by(NAME), 60, "captions of the new model")
    wait_until(lambda: any(event.get("final") for event in screen.events()), 60, "the end of a line")
    heard = " ".join(event["final"] for event in screen.events() if "final" in event)
    assert "morning" in heard.lower() or "weather" in heard.lower() or "house" in heard.lower()
    assert screen.wait_text("It understood the test recording as")
    assert screen.bundles() == ["confucius4-r2t2-int8"]
    verify_bundle(screen.models / "confucius4-r2t2-int8")
    assert {"NOTICE.txt", "LICENSE.en.txt"} <= {path.name for path in (screen.models / screen.bundles()[0]).iterdir()}
    assert len(server.transfers("model.safetensors")) == 2, "the break was bridged"
    settings = json.loads((screen.home / "config" / "settings.json").read_text(encoding="utf-8"))
    assert settings["captions"]["model"] == "confucius4-r2t2-int8"
    assert settings["models"]["accepted"][0]["date"]

    # Back to the starter model, and the new one is removed while the program runs.
    screen.click("All models")
    screen.click(f"{NAME} (int8)", "rows")
    screen.click("Remove")
    screen.wait_page("question")
    screen.click("&Yes")
    screen.wait(lambda now: now["page"] == "ListPage" and not any("int8" in row for row in now["rows"]), "the list")
    wait_until(lambda: screen.bundles() == [], what="the folder to go")
    wait_until(
        lambda: str([e for e in screen.events() if "model" in e][-1]["model"]).startswith("Starter"), 60, "starter"
    )


def test_stop_a_download_and_go_on_with_it(launch: Launch, tiny: Path, artifacts: Path) -> None:
    screen, server = launch(tiny)
    server.faults.append(Fault("model.safetensors", stall_after=100_000, times=0))
    accept_and_start(screen)
    screen.click("Start")
    screen.wait_text("model.safetensors")
    wait_until(lambda: [p for p in screen.models.rglob("*.part") if p.stat().st_size], 30, "a part")
    screen.click("Stop")
    screen.wait_page("ResultPage")
    assert screen.wait_text("The download so far was kept")
    screen.desktop.screenshot(artifacts / "models-stopped.png")
    assert screen.bundles() == []
    server.faults.clear()
    (part,) = screen.models.rglob("*.part")
    kept = part.stat().st_size
    before = len(server.transfers("model.safetensors"))
    screen.click("Try again")
    screen.wait_text(f"Captions now use {NAME}")
    assert server.transfers("model.safetensors")[before].range == f"bytes={kept}-"
    assert len(screen.bundles()) == 1


def test_a_failure_is_one_sentence_and_can_be_tried_again(launch: Launch, tiny: Path) -> None:
    screen, server = launch(tiny)
    server.api_faults.append(Fault(status=503, times=3))
    accept_and_start(screen)
    screen.click("Start")
    assert "having problems right now" in screen.wait_text("127.0.0.1")
    screen.click("Try again")
    screen.wait_text(f"Captions now use {NAME}")


def test_a_new_licence_text_is_shown_before_the_weights(launch: Launch, tiny: Path, tmp_path: Path) -> None:
    folder = tmp_path / "with licence"
    shutil.copytree(tiny, folder)
    screen, server = launch(folder)
    files = server.repositories[REPOSITORY].files
    commit = server.repositories[REPOSITORY].commit
    files["MODEL_LICENSE"] = b"Terms that nobody has seen before."
    assert server.repositories[REPOSITORY].commit == commit
    accept_and_start(screen)
    screen.click("Start")
    screen.wait_text("differs from the one you accepted")
    assert not server.transfers("model.safetensors")
    screen.click("I have read this agreement")
    screen.click("Accept")
    screen.wait_text(f"Captions now use {NAME}")
    (bundle,) = screen.bundles()
    assert (screen.models / bundle / "MODEL_LICENSE").read_text() == "Terms that nobody has seen before."


def test_a_hidden_window_goes_on_working_and_tells_when_it_is_done(launch: Launch, tiny: Path) -> None:
    screen, _ = launch(tiny)
    accept_and_start(screen)
    screen.click("Start")
    screen.click("Hide")
    wait_until(lambda: any(NAME in event.get("notice", "") for event in screen.events()), 200, "the notice")
    assert len(screen.bundles()) == 1


def test_a_damaged_model_is_found_by_its_check(launch: Launch, tiny: Path, tmp_path: Path) -> None:
    home = tmp_path / "Jürgen 模型 🎙" / "data" / "models"
    home.mkdir(parents=True)
    convert(tiny, home / "mine-int8", "int8", name="Mine")
    screen, _ = launch(tiny)
    screen.click("Mine", "rows")
    screen.click("Check")
    assert screen.wait_text("is intact")
    path = home / "mine-int8" / "decoder.weights"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    screen.click("All models")
    screen.click("Mine\nDamaged", "rows")
    screen.click("Check")
    screen.wait_page("ResultPage")
    assert screen.wait_text("decoder.weights has changed")
