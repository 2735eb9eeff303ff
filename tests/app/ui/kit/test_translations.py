"""The program speaks every language it offers completely."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication

from app.base.fields import settings_in
from app.base.settings import LANGUAGES, Settings
from app.ui.kit.i18n import Translators
from inference.bundle import open_bundle
from inference.errors import BundleError

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture(scope="module")
def translations() -> ModuleType:
    spec = importlib.util.spec_from_file_location("translations", ROOT / "packaging" / "translations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_nothing_is_untranslated_and_no_placeholder_is_lost(translations: ModuleType) -> None:
    assert translations.check() == []


HANDED_ON = {
    "app/base/settings.py: translate('Settings', text)",
    "app/models/catalogue.py: translate('Catalogue', self.hardware)",
    "app/ui/kit/own_translation.py: QCoreApplication.translate",
    "inference/text.py: text.translate(_WITHOUT_PUNCTUATION)",
    "inference/text_units.py: text.translate(_WITHOUT_MARKS)",
}
"""Texts marked with QT_TRANSLATE_NOOP where they stand, the translator itself, and a method of `str`."""


def hidden_texts(tree: ast.Module) -> Iterator[str]:
    """Uses of `translate` and `tr` in which the collector cannot see the text: behind a variable or another name."""
    called: set[ast.expr] = set()
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        n_texts = {"tr": 1, "translate": 2}.get(getattr(call.func, "attr", getattr(call.func, "id", "")), 0)
        called.add(call.func)
        texts = [arg.value for arg in call.args[:n_texts] if isinstance(arg, ast.Constant)]
        if [type(text) for text in texts] != [str] * n_texts:
            yield ast.unparse(call)
    for node in ast.walk(tree):
        name = getattr(node, "attr", getattr(node, "id", ""))
        if isinstance(node, ast.Name | ast.Attribute) and name in ("tr", "translate") and node not in called:
            yield ast.unparse(node)


def test_the_collector_sees_every_text() -> None:
    """A text behind a helper's variable is collected by nobody and stays English, and the check above misses it."""
    found = {
        f"{path.relative_to(ROOT).as_posix()}: {text}"
        for room in ("app", "inference", "onnx_export")
        for path in sorted((ROOT / room).rglob("*.py"))
        for text in hidden_texts(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert found == HANDED_ON


@pytest.mark.parametrize(
    "source", ["def _tr(text):\n    return translate('History', text)", "t = translate", "words = map(self.tr, texts)"]
)
def test_the_check_sees_texts_behind_helpers(source: str) -> None:
    assert list(hidden_texts(ast.parse(source)))


def test_the_collector_sees_every_text_of_a_setting(translations: ModuleType) -> None:
    (ts,) = translations.FOLDER.glob("*_zh_CN.ts")
    collected = {source for context, source, _, _ in translations.messages(ts) if context == "Settings"}
    shown: set[str] = set()
    for group in fields(Settings):
        for known in settings_in(getattr(Settings(), group.name).__class__).values():
            shown |= {known.label, known.unit, known.zero, *known.choices.values()}
    assert shown - collected - {""} == {*LANGUAGES.values(), " px", " %", "NVIDIA (CUDA)", "DirectML", "Core ML", "CPU"}


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_the_compiled_file_holds_what_the_translators_wrote(translations: ModuleType, code: str) -> None:
    name = f"r2t2_captions_{code}"
    translator = QTranslator()
    assert translator.load(name, str(translations.FOLDER))
    for context, source, forms, _ in translations.messages(translations.FOLDER / f"{name}.ts"):
        n = 1 if "%n" in source else -1
        assert translator.translate(context, source, "", n) in forms, (context, source)


def test_the_recogniser_speaks_the_language_of_the_windows(qapp: QApplication) -> None:
    translators = Translators(qapp)
    try:
        translators.use("zh_CN")
        with pytest.raises(BundleError, match=r"^没有模型文件夹 nowhere。$"):
            open_bundle(Path("nowhere"))
    finally:
        translators.use("en")
    with pytest.raises(BundleError, match=r"^The model folder nowhere does not exist\.$"):
        open_bundle(Path("nowhere"))
