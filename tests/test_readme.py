"""The README says what the program does: commands, options, keys, folders, pictures and links are there as it says."""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.base import paths
from app.cli import bench
from app.cli import models as models_cli
from app.cli.main import parser
from app.program.application import EXIT_NO_DISPLAY, FLAGS
from app.program.diagnostics import EVENTS_VARIABLE

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def readme() -> str:
    return (ROOT / "README.md").read_text(encoding="utf-8")


def subcommands(top: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def long_options(command: argparse.ArgumentParser) -> Iterator[str]:
    for action in command._actions:
        if action.help != argparse.SUPPRESS:
            yield from (name for name in action.option_strings if name.startswith("--") and name != "--help")


def test_every_command_and_option_is_told(readme: str) -> None:
    top, models = parser(), models_cli._parser()
    commands = subcommands(top)
    assert {"transcribe", "live", "run", "doctor", "models", "bench"} <= set(commands)
    missing = [f"r2t2-captions {name}" for name in commands if f"r2t2-captions {name}" not in readme]
    missing += [f"models {name}" for name in subcommands(models) if f"| `{name}" not in readme]
    told = set(re.findall(r"--[a-z-]+", readme))
    for command in (top, models, *commands.values(), *subcommands(models).values()):
        missing += [f"{command.prog} {option}" for option in long_options(command) if option not in told]
    missing += [f"--{flag}" for flag in (*FLAGS, "hidden") if f"--{flag}" not in told]
    assert not missing


def test_no_option_is_told_that_does_not_exist(readme: str) -> None:
    top, models = parser(), models_cli._parser()
    known = {f"--{flag}" for flag in (*FLAGS, "hidden")}
    for command in (top, models, *subcommands(top).values(), *subcommands(models).values()):
        known |= set(long_options(command))
    known |= set(re.findall(r'"(--[a-z-]+)"', Path(bench.__file__).read_text(encoding="utf-8")))
    section = readme[readme.index("### Command line") : readme.index("## Settings and folders")]
    assert set(re.findall(r"--[a-z][a-z-]+", section)) <= known


def test_exit_codes_are_told(readme: str) -> None:
    table = readme[readme.index("| exit code |") :].split("\n\n", maxsplit=1)[0]
    told = {int(code) for code in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)}
    assert told == {0, 1, 2, models_cli.LICENCE, EXIT_NO_DISPLAY, models_cli.STOPPED}


def test_every_key_of_the_bench_is_told(readme: str) -> None:
    tree = ast.parse(Path(bench.__file__).read_text(encoding="utf-8"))
    keys: set[str] = set()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and function.name.startswith("measure"):
            for node in ast.walk(function):
                if isinstance(node, ast.Dict):
                    keys |= {key.value for key in node.keys if isinstance(key, ast.Constant)}
                elif (
                    isinstance(node, ast.Subscript)
                    and isinstance(node.ctx, ast.Store)
                    and isinstance(node.slice, ast.Constant)
                ):
                    keys.add(node.slice.value)
    keys |= {f"prefill_{n}_ms" for n in bench.PREFILL_ROWS}
    assert {"load_s", "warmup_s", "rtf", "chunk_ms_p50", "chunk_ms_p95"} <= keys
    section = readme[readme.index("### `bench`") : readme.index("## Settings and folders")]
    told = set(re.findall(r"`([a-z0-9_]+)`", section))
    assert keys - told == set()
    assert {name for name in told if name.endswith(("_s", "_ms", "_mb", "_share"))} - keys == set()


def test_variables_are_told(readme: str) -> None:
    for name in (paths.HOME_VARIABLE, paths.MODELS_VARIABLE, EVENTS_VARIABLE):
        assert f"`{name}`" in readme


@pytest.mark.parametrize("document", ["README.md", "packaging/README.md", "CHANGELOG.md"])
def test_links_and_pictures_lead_somewhere(document: str) -> None:
    path = ROOT / document
    targets = re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8"))
    local = [target for target in targets if not target.startswith("https://")]
    assert [target for target in local if not (path.parent / target).exists()] == []


def test_it_opens_with_the_two_commands_and_a_picture(readme: str) -> None:
    opening = readme.splitlines()[:10]
    assert any(line.strip().startswith("make run") for line in opening)
    assert any(line.strip().startswith("make test") for line in opening)
    assert any(line.startswith("![") for line in opening)
