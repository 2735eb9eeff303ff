"""What desktops and installers read about the program is valid and says the same as the program itself."""

from __future__ import annotations

import configparser
import os
import plistlib
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from app import __version__
from app.base.autostart import escape_exec
from app.base.paths import APP_ID, APP_NAME
from app.cli.main import parser
from app.program.application import FLAGS

ROOT = Path(__file__).resolve().parent.parent
PACKAGING = ROOT / "packaging"
DESKTOP = PACKAGING / "linux" / f"{APP_ID}.desktop"
METAINFO = PACKAGING / "linux" / f"{APP_ID}.metainfo.xml"


def accepted(tool: str, *arguments: object) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"needs {tool} (Debian: apt install desktop-file-utils appstream)")
    done = subprocess.run([tool, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_desktop_file_is_valid() -> None:
    accepted("desktop-file-validate", "--no-hints", DESKTOP)


def test_the_metainfo_is_valid() -> None:
    accepted("appstreamcli", "validate", "--no-net", METAINFO)


def test_desktop_file_and_program_agree() -> None:
    entry = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    entry.optionxform = str  # type: ignore[method-assign,assignment]
    entry.read(DESKTOP, encoding="utf-8")
    main = entry["Desktop Entry"]
    assert main["Name"] == APP_NAME
    assert main["Icon"] == APP_ID, "portals and notifications look for the icon by this name"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert main["Exec"] in project["scripts"]
    for action in main["Actions"].strip(";").split(";"):
        command, flag = entry[f"Desktop Action {action}"]["Exec"].split()
        assert command == main["Exec"]
        assert flag.removeprefix("--") in FLAGS


def test_metainfo_and_program_agree() -> None:
    component = ET.parse(METAINFO).getroot()
    assert component.findtext("id") == APP_ID
    assert component.findtext("launchable") == f"{APP_ID}.desktop"
    release = component.find("releases/release")
    assert release is not None
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert release.get("version") == project["version"] == __version__


def test_the_changelog_begins_with_this_version() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    versions = [line.split("]")[0].removeprefix("## [") for line in lines if line.startswith("## [")]
    assert __version__ in [version for version in versions if version != "Unreleased"][:1]


def test_macos_may_ask_for_the_microphone() -> None:
    """Without the entitlement the hardened runtime answers with silence, without the sentence it ends the program."""
    entitlements = plistlib.loads((PACKAGING / "macos" / "entitlements.plist").read_bytes())
    assert entitlements["com.apple.security.device.audio-input"] is True
    assert '"NSMicrophoneUsageDescription"' in (PACKAGING / "r2t2-captions.spec").read_text(encoding="utf-8")


def test_the_service_starts_serve_with_options_that_it_has() -> None:
    unit = (PACKAGING / "deploy" / "r2t2-serve@.service").read_text(encoding="utf-8").replace("\\\n", " ")
    line = next(line for line in unit.splitlines() if line.startswith("ExecStart=")).replace("%i", "8781")
    given = parser("serve").parse_args(shlex.split(line)[1:])
    assert (given.port, given.name, given.engine.split()) == (
        8781,
        ["captions.example"],
        ["https://gpu1.example", "https://gpu2.example"],
    )


def test_the_proxy_passes_what_the_program_asks_of_vllm_and_nothing_else() -> None:
    needed = re.search(r"@needed path (.*)", (PACKAGING / "deploy" / "Caddyfile").read_text(encoding="utf-8"))
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "app" / "remote").glob("*.py"))
    assert needed is not None
    assert set(needed[1].split()) == set(re.findall(r'link\.(?:get|post)\("([^"]+)"', sources))


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
@pytest.mark.parametrize("script", sorted(PACKAGING.rglob("*.sh")), ids=lambda path: str(path.relative_to(PACKAGING)))
def test_scripts_can_be_read_by_a_plain_shell(script: Path) -> None:
    assert os.access(script, os.X_OK)
    done = subprocess.run(["sh", "-n", str(script)], capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_the_installer_for_one_person_puts_everything_in_place_and_takes_it_away(tmp_path: Path) -> None:
    """From and into folders whose names want quoting."""
    unpacked = tmp_path / 'un "packed" $HOME & co'
    share = unpacked / "share"
    for source, target in (
        (DESKTOP, share / "applications" / DESKTOP.name),
        (METAINFO, share / "metainfo" / METAINFO.name),
        (ROOT / "resources" / "icons" / "app.svg", share / "icons" / "hicolor" / "scalable" / "apps" / f"{APP_ID}.svg"),
        (PACKAGING / "linux" / "install.sh", unpacked / "install.sh"),
    ):
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
    program = unpacked / "r2t2-captions"
    program.write_text("#!/bin/sh\necho started\n")
    program.chmod(0o755)
    prefix = tmp_path / "my $own pre\\fix & `more`"
    env = {**os.environ, "PREFIX": str(prefix)}

    subprocess.run(["sh", str(unpacked / "install.sh")], env=env, check=True, capture_output=True, timeout=30)

    started = subprocess.run([prefix / "bin" / "r2t2-captions"], capture_output=True, text=True, check=True, timeout=30)
    assert started.stdout == "started\n"
    entry = prefix / "share" / "applications" / DESKTOP.name
    accepted("desktop-file-validate", "--no-hints", entry)
    line = next(line for line in entry.read_text(encoding="utf-8").splitlines() if line.startswith("Exec="))
    assert line == f"Exec={escape_exec([str(prefix / 'lib' / 'r2t2-captions' / 'r2t2-captions')])}"

    subprocess.run(
        ["sh", str(prefix / "lib" / "r2t2-captions" / "install.sh"), "--remove"], env=env, check=True, timeout=30
    )
    assert not [path for path in prefix.rglob("*") if path.is_file() or path.is_symlink()]


def test_every_dependency_has_a_lowest_version_that_can_be_tested() -> None:
    done = subprocess.run(
        [sys.executable, PACKAGING / "lowest.py"], capture_output=True, text=True, check=True, timeout=30
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [Requirement(line) for line in project["dependencies"] + project["optional-dependencies"]["test"]]
    held = [Requirement(line) for line in done.stdout.splitlines()]
    assert [(one.name, one.marker) for one in held] == [(one.name, one.marker) for one in wanted]
    for one, other in zip(held, wanted, strict=True):
        version = str(one.specifier).removeprefix("==")
        assert other.specifier.contains(version), f"{other} does not allow its own lower bound {version}"
