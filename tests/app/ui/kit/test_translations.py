"""The program speaks every language it offers completely."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication

from app.ui.kit.i18n import LANGUAGES, Translators
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
    with pytest.raises(BundleError, match=r"^There is no model folder nowhere\.$"):
        open_bundle(Path("nowhere"))
