"""Nothing leaves this computer, and nothing stays behind but what `docs/files.md` lists: the program in use for three minutes."""

from __future__ import annotations

import json
import platform
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import distributions

import pytest

from tests.desktop.app_kit import ROOT
from tests.desktop.kit import DESKTOP_PROGRAMS, SOUND_PROGRAMS, Desktop, Sound, missing_programs, wait_until
from tests.privacy.kit import Call, outside, why_impossible
from tests.privacy.user import WINDOW_S, Computer, spend_three_minutes

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

ARTIFACTS = ROOT / "tests" / "artifacts"
WITHOUT_US = """
import onnxruntime, time
import inference
time.sleep(900)
"""
"""ONNX Runtime as it is where nobody switches its telemetry off: loaded before this project could."""

MODELS = "~/.local/share/r2t2-captions/models/"


@dataclass(frozen=True, repr=False)
class Seen:
    """What was recorded of some processes; a failed test prints what it complains of, not all of this.

    Attributes:
        calls: system calls by command.
        sent: packets that left through the network interface.
        files: all there are in the end, as `Computer.files` names them.
        output: what the processes wrote.
    """

    calls: dict[str, list[Call]]
    sent: int
    files: set[str]
    output: str = ""

    @property
    def outside(self) -> list[str]:
        """The calls that tried to leave the computer, with command, thread and libraries."""
        return [f"{command}: {call}" for command, calls in self.calls.items() for call in outside(calls)]


def onnxruntime_package() -> str:
    """The name and version of the package that is installed; there are several of the same module."""
    found = [item for item in distributions() if re.fullmatch(r"onnxruntime(-\w+)?", item.metadata["Name"])]
    return ", ".join(f"{item.metadata['Name']} {item.version}" for item in found)


@pytest.fixture(scope="module")
def seen() -> Iterator[tuple[Seen, Seen]]:
    """What the user did and, at the same time on another network, ONNX Runtime whose telemetry is on."""
    if missing := missing_programs([*DESKTOP_PROGRAMS, *SOUND_PROGRAMS]):
        pytest.skip(f"needs {', '.join(missing)} (packaging/setup.sh names the packages)")
    if problem := why_impossible():
        pytest.skip(problem)
    desktop, sound = Desktop(), Sound()
    user, other = Computer(desktop, sound), Computer(desktop, sound)
    try:
        telling = other.start(sys.executable, "-c", WITHOUT_US, name="onnxruntime-first")
        spend_three_minutes(user)
        wait_until(lambda: other.network.sent() > 0 or not telling.running, 300, "the telemetry of ONNX Runtime")
        of_user = Seen(user.network.calls(), user.network.sent(), user.files())
        of_other = Seen(other.network.calls(), other.network.sent(), other.files(), telling.output())
        write_report(of_user, of_other)
        yield of_user, of_other
    finally:
        user.close()
        other.close()
        sound.close()
        desktop.close()


@pytest.fixture
def user(seen: tuple[Seen, Seen]) -> Seen:
    return seen[0]


@pytest.fixture
def other(seen: tuple[Seen, Seen]) -> Seen:
    return seen[1]


def write_report(user: Seen, other: Seen) -> None:
    """What `make prove-private` shows at its end."""
    report = {
        "onnxruntime": onnxruntime_package(),
        "system": platform.platform(),
        "window_s": WINDOW_S,
        "commands": len(user.calls),
        "calls": sum(map(len, user.calls.values())),
        "calls_to_other_computers": user.outside,
        "packets_sent": user.sent,
        "files": sorted(user.files),
        "for_comparison_onnxruntime_with_telemetry": {
            "calls_to_other_computers": other.outside,
            "packets_sent": other.sent,
            "files": sorted(other.files),
        },
    }
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    (ARTIFACTS / "privacy.json").write_text(json.dumps(report, indent=1), encoding="utf-8")


def listed_files() -> set[str]:
    """The files that `docs/files.md` lists for Linux with X11, which the proof runs on."""
    text = (ROOT / "docs" / "files.md").read_text(encoding="utf-8")
    table = text[text.index("| what |") :].split("\n\n", maxsplit=1)[0]
    return {re.findall(r"`([^`]+)`", row.split("|")[2])[0] for row in table.splitlines()[2:] if "on Wayland" not in row}


def test_no_process_tries_to_reach_another_computer(user: Seen) -> None:
    assert len(user.calls) > 20, "less was recorded than the user did"
    found = user.outside
    assert not found, f"{len(found)} calls:\n" + "\n".join(found[:20])


def test_no_packet_leaves(user: Seen) -> None:
    """Counted by the network interface, whatever strace saw."""
    assert user.sent == 0


def test_the_page_for_obs_listens_to_this_computer_alone(user: Seen) -> None:
    """It was on; a socket that is bound to any other address would be among the calls of the first test."""
    bound = [call.text for calls in user.calls.values() for call in calls if call.text.startswith("bind")]
    assert any('inet_addr("127.0.0.1")' in text for text in bound), bound


def test_the_files_left_are_exactly_those_that_are_listed(user: Seen) -> None:
    exported = {name for name in user.files if re.fullmatch(r"~/captions [-.: \d]+\.txt", name)}
    assert len(exported) == 1, "what the user exported"
    found = {MODELS if name.startswith(MODELS) else name for name in user.files - exported}
    assert found == listed_files()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="namespaces are Linux's")
def test_the_record_shows_telemetry_that_is_on(other: Seen) -> None:
    """Without this the tests above could pass because they see nothing. Fails too if the library stops reporting: good news."""
    assert other.outside
    assert other.sent > 0
    assert any("onnxruntime" in call for call in other.outside), other.outside[:5]
    assert any(name.endswith("/deviceid") for name in other.files)


def test_onnxruntime_that_is_imported_first_is_warned_of(other: Seen) -> None:
    assert "RuntimeWarning: onnxruntime was imported before inference" in other.output
