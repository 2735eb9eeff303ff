"""The documents match the program: commands, options, keys, folders, dependencies, modules, links, and the README's length."""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.base import paths
from app.base.settings import setting_of
from app.cli import bench
from app.cli import models as models_cli
from app.cli.main import parser
from app.program.application import EXIT_NO_DISPLAY, FLAGS
from app.program.diagnostics import EVENTS_VARIABLE

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [
    *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("*.md")),
    *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")),
    "packaging/README.md",
    "tests/bench/RESULTS.md",
]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def subcommands(top: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def long_options(command: argparse.ArgumentParser) -> Iterator[str]:
    for action in command._actions:
        if action.help != argparse.SUPPRESS:
            yield from (name for name in action.option_strings if name.startswith("--") and name != "--help")


def test_every_command_and_option_is_documented() -> None:
    text = read("docs/cli.md")
    top, models = parser(), models_cli._parser()
    commands = subcommands(top)
    assert {"transcribe", "live", "run", "doctor", "models", "bench"} <= set(commands)
    missing = [f"r2t2-captions {name}" for name in commands if f"r2t2-captions {name}" not in text]
    missing += [f"models {name}" for name in subcommands(models) if f"| `{name}" not in text]
    documented = set(re.findall(r"--[a-z-]+", text))
    for command in (top, models, *commands.values(), *subcommands(models).values()):
        missing += [f"{command.prog} {option}" for option in long_options(command) if option not in documented]
    missing += [f"--{flag}" for flag in (*FLAGS, "hidden", "uninstall-entry") if f"--{flag}" not in documented]
    assert not missing


def test_every_documented_option_exists() -> None:
    top, models = parser(), models_cli._parser()
    known = {f"--{flag}" for flag in (*FLAGS, "hidden", "uninstall-entry")}
    for command in (top, models, *subcommands(top).values(), *subcommands(models).values()):
        known |= set(long_options(command))
    known |= set(re.findall(r'"(--[a-z-]+)"', Path(bench.__file__).read_text(encoding="utf-8")))
    documented = set(re.findall(r"--[a-z][a-z-]+", read("docs/cli.md") + read("docs/bench.md")))
    assert documented <= known


def test_exit_codes_are_documented() -> None:
    text = read("docs/cli.md")
    table = text[text.index("| exit code |") :].split("\n\n", maxsplit=1)[0]
    documented = {int(code) for code in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)}
    assert documented == {0, 1, 2, models_cli.LICENCE, EXIT_NO_DISPLAY, models_cli.STOPPED}


def test_every_key_of_the_bench_is_documented() -> None:
    tree = ast.parse(Path(bench.__file__).read_text(encoding="utf-8"))
    keys: set[str] = set()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and function.name.startswith(("measure", "predict")):
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
    documented = set(re.findall(r"`([a-z0-9_]+)`", read("docs/bench.md")))
    assert keys - documented == set()
    assert {name for name in documented if name.endswith(("_s", "_ms", "_mb", "_share"))} - keys == set()


def test_environment_variables_are_documented() -> None:
    text = read("docs/files.md")
    for name in (paths.HOME_VARIABLE, paths.MODELS_VARIABLE, EVENTS_VARIABLE):
        assert f"`{name}`" in text


def test_the_table_of_settings_is_what_the_fields_say() -> None:
    table = subprocess.run([sys.executable, ROOT / "packaging" / "settings_table.py", "--check"], check=False)
    assert table.returncode == 0, "run: python packaging/settings_table.py"


@pytest.mark.parametrize(
    ("option", "name"),
    [("preset", "preset"), ("provider", "provider"), ("source", "source"), ("endpoint-ms", "endpoint_ms")],
)
def test_the_command_line_documents_choices_and_defaults_of_the_settings(option: str, name: str) -> None:
    row = next(line for line in read("docs/cli.md").splitlines() if line.startswith(f"| `--{option} "))
    known = setting_of("captions", name)
    assert [value for value in (*known.choices, known.default) if not re.search(rf"\b{value}\b", row)] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_and_pictures_lead_somewhere(document: str) -> None:
    path = ROOT / document
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
    local = [target for target in targets if not target.startswith("https://")]
    assert [target for target in local if not (path.parent / target).exists()] == []


def anchors(text: str) -> set[str]:
    """The anchors that a host gives to the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_to_headings_find_them(document: str) -> None:
    path = ROOT / document
    text = path.read_text(encoding="utf-8")
    wrong = []
    for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", text):
        there = (path.parent / target).read_text(encoding="utf-8") if target else text
        if anchor not in anchors(there):
            wrong.append(f"{target}#{anchor}")
    assert not wrong


def named_in_code(document: str) -> set[str]:
    return set(re.findall(r"`([^`\n]+)`", read(document)))


@pytest.mark.parametrize(
    "document", [name for name in DOCUMENTS if name.startswith("docs/") or name == "CONTRIBUTING.md"]
)
def test_paths_named_in_documents_exist(document: str) -> None:
    """`app/engine/loop.py`, `app/base/`, `app.base.events`, `tests/test_docs.py`: whatever looks like ours is there."""
    top = ("app", "inference", "onnx_export", "resources", "packaging", "tests", "docs")
    wrong = []
    for name in named_in_code(document):
        first = re.match(r"[a-z_]+", name)
        if first is None or first[0] not in top or not re.fullmatch(r"[\w./-]+", name):
            continue
        if "/" in name:
            there = (ROOT / name).exists() or name.startswith("tests/artifacts")
        elif "." in name:
            module = ROOT.joinpath(*name.split("."))
            there = module.with_suffix(".py").exists() or module.is_dir()
        else:
            continue
        if not there:
            wrong.append(name)
    assert not wrong


def test_the_readme_opens_with_the_two_commands_and_a_picture() -> None:
    opening = read("README.md").splitlines()[:10]
    assert any(line.strip().startswith("make run") for line in opening)
    assert any(line.strip().startswith("make test") for line in opening)
    assert any(line.startswith("![") for line in opening)


def test_the_readme_can_be_read_aloud_in_five_minutes() -> None:
    """150 words a minute; commands and addresses are not read aloud."""
    text = read("README.md")
    assert len(text.splitlines()) <= 150
    prose = re.sub(r"\]\([^)]*\)", "]", re.sub(r"^    .*$", "", text, flags=re.MULTILINE))
    assert len(re.findall(r"[\w'’.+-]*\w", prose)) <= 750
