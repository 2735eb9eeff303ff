"""The language of the program's own words: picked from the system, switchable while running."""

from __future__ import annotations

import logging
from functools import partial

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, QTranslator, Signal
from PySide6.QtWidgets import QApplication

from app.base.settings import LANGUAGES
from app.base.translation import speak_english, translate, use_in_children
from app.ui.kit.own_translation import OwnTranslator, speak, translate_with_qt

log = logging.getLogger(__name__)


TRADITIONAL_REGIONS = {"TW", "HK", "MO"}


def choose_language(setting: str, system: list[str]) -> str:
    """The code to use: `setting` if it is one of ours, else the first of the system's languages that we have.

    `system` is `QLocale.uiLanguages()`: "zh-Hans-CN", "zh-CN", "zh", … Which Chinese is read follows from the script,
    where it is named, else from the region.
    """
    if setting in LANGUAGES:
        return setting
    for tag in system:
        language, *rest = tag.replace("_", "-").split("-")
        if language == "en":
            return "en"
        if language in ("zh", "yue"):
            traditional = "Hant" in rest or ("Hans" not in rest and bool(TRADITIONAL_REGIONS & set(rest)))
            return "zh_TW" if traditional else "zh_CN"
    return "en"


def formats_of(code: str, setting: str, system: QLocale) -> QLocale:
    """How dates and numbers are written: with the words of the interface's language, as the system's region does."""
    own = QLocale(code)
    if setting:
        return own
    return system if system.language() == own.language() else QLocale(own.language(), system.territory())


class Translators(QObject):
    """Installs the translation of the program and of Qt's own dialogs; from then on every package translates with Qt.

    Signals:
        changed(): another language is in use. Widgets hear of it by a LanguageChange event as well.
    """

    changed = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._installed: list[QTranslator] = []
        translate_with_qt()

    def use(self, setting: str) -> str:
        """Switches to what `choose_language` says; every window gets a LanguageChange event. Returns the code."""
        code = choose_language(setting, QLocale.system().uiLanguages())
        for old in self._installed:
            self._app.removeTranslator(old)
            old.deleteLater()
        self._installed.clear()
        use_in_children(speak_english if code == "en" else partial(speak, code))
        self._install(own := OwnTranslator(code, self._app), own.loaded)
        if code != "en":
            self._load(f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        # Qt puts this name behind every window's title.
        self._app.setApplicationDisplayName(translate("MainWindow", "R2T2 Captions"))
        QLocale.setDefault(formats_of(code, setting, QLocale.system()))
        self.changed.emit()
        return code

    def _load(self, name: str, folder: str) -> None:
        translator = QTranslator(self._app)
        loaded = translator.load(name, folder)
        if not loaded:
            log.warning("translation %s in %s could not be loaded", name, folder)
        self._install(translator, loaded)

    def _install(self, translator: QTranslator, loaded: bool) -> None:
        if loaded:
            self._app.installTranslator(translator)
            self._installed.append(translator)
