"""The program speaks every language it offers completely."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import subprocess
import sys
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
    ts = translations.FOLDER / "r2t2_captions_zh_CN.ts"
    collected = {source for context, source, _, _ in translations.messages(ts) if context == "Settings"}
    shown: set[str] = set()
    for group in fields(Settings):
        for known in settings_in(getattr(Settings(), group.name).__class__).values():
            shown |= {known.label, known.unit, known.zero, *known.choices.values()}
    assert shown - collected - {""} == {*LANGUAGES.values(), " px", " %", "NVIDIA (CUDA)", "DirectML", "Core ML", "CPU"}


@pytest.mark.skipif(sys.platform != "linux", reason="LC_ALL is what Linux calls a language by")
@pytest.mark.parametrize(
    ("system", "code", "word", "date"),
    [
        ("zh_TW.UTF-8", "zh_TW", "設定", "2026年11月30日"),
        ("zh_HK.UTF-8", "zh_TW", "設定", "2026年11月30日"),
        ("zh_MO.UTF-8", "zh_TW", "設定", "2026年11月30日"),
        ("zh_SG.UTF-8", "zh_CN", "设置", "2026年11月30日"),
        ("zh_CN.UTF-8", "zh_CN", "设置", "2026年11月30日"),
        ("ja_JP.UTF-8", "en", "Settings", "30 Nov 2026"),
    ],
)
def test_a_system_gets_its_own_variant(system: str, code: str, word: str, date: str) -> None:
    """The system's own list of languages, in a process that starts with it."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    script = (
        "import sys; from PySide6.QtCore import QDate, QLocale; from PySide6.QtWidgets import QApplication\n"
        "from app.base.translation import translate; from app.ui.kit.i18n import Translators\n"
        "app = QApplication([]); print(Translators(app).use(''), translate('SettingsDialog', 'Settings'),"
        " QLocale().toString(QDate(2026, 11, 30), translate('History', 'd MMM yyyy')), sep='|')"
    )
    env |= {"LC_ALL": system, "QT_QPA_PLATFORM": "offscreen", "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=env, cwd=ROOT, capture_output=True, check=True, timeout=120
    )
    assert done.stdout.decode().strip().split("|") == [code, word, date]


def test_traditional_chinese_is_no_copy_of_the_simplified(translations: ModuleType) -> None:
    """No text has a character or a word that only the other one uses."""
    for context, source, forms, _ in translations.messages(translations.FOLDER / "r2t2_captions_zh_TW.ts"):
        for form in forms:
            if "文字不會改變" not in form:
                assert not re.search(
                    "[们这说对没为开关设时显语词误过还让个无载处务与]|默認|信息|軟件|網絡|文件夾|屏幕|程序", form
                ), (
                    context,
                    source,
                    form,
                )


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
