"""The pages of the settings dialog about dictation: keys and delivery, and its own words.

`more_pages(controller)` gives the settings dialog what it asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QLocale, QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.base.settings import InsertOverride, Replacement, Settings, label_of
from app.dictation.from_settings import language_of
from app.dictation.replacements import Rule, try_rules
from app.dictation.spoken_commands import first_phrases
from app.dictation.spoken_forms import try_forms
from app.dictation.spoken_numbers import numerals_of
from app.hotkeys.backend import DICTATION_BINDINGS
from app.hotkeys.keys import Combo, KeyNameError, parse_combo
from app.hotkeys.labels import combo_label
from app.ui.dictation.controller import DictationController
from app.ui.kit.hotword_panel import HotwordPanel
from app.ui.kit.language_picker import LanguagePicker
from app.ui.kit.live_settings import SettingsInForce
from app.ui.settings.binding import SettingsPage
from app.ui.settings.desktop_keys import DesktopKeyField, desktop_page_button
from app.ui.settings.hotkey_field import HotkeyField
from inference.errors import RecognizerError
from inference.languages import find_language
from inference.scripts import is_chinese


class RowsTable(QWidget):
    """A small table with buttons to add and remove rows. Calls `on_change` after every edit by the user."""

    def __init__(self, titles: list[str], ticks: set[int], on_change: Callable[[], None], name: str) -> None:
        """`ticks`: columns that are check boxes; `name` is what screen readers call the table."""
        super().__init__()
        self._ticks = ticks
        self._on_change = on_change
        self.table = QTableWidget(0, len(titles))
        self.table.setHorizontalHeaderLabels(titles)
        self.table.setAccessibleName(name)
        self.table.verticalHeader().hide()
        self.table.setFixedHeight(130)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        header = self.table.horizontalHeader()
        for column in range(len(titles)):
            stretch = QHeaderView.ResizeMode.ResizeToContents if column in ticks else QHeaderView.ResizeMode.Stretch
            header.setSectionResizeMode(column, stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.table.itemChanged.connect(lambda item: self._on_change())
        self.add_button = QPushButton(self.tr("Add"))
        self.remove_button = QPushButton(self.tr("Remove"))
        self.add_button.clicked.connect(self._add)
        self.remove_button.clicked.connect(self._remove)
        buttons = QHBoxLayout()
        buttons.addWidget(self.add_button)
        buttons.addWidget(self.remove_button)
        buttons.addStretch(1)
        column_layout = QVBoxLayout(self)
        column_layout.setContentsMargins(0, 0, 0, 0)
        column_layout.addWidget(self.table)
        column_layout.addLayout(buttons)

    def show_rows(self, rows: list[list[Any]]) -> None:
        """Shows rows; what is there already stays, so that the cell being edited is not lost."""
        if rows == self.rows():
            return
        with QSignalBlocker(self.table):
            self.table.setRowCount(0)
            for row in rows:
                self._append(row)

    def rows(self) -> list[list[Any]]:
        found = []
        for row in range(self.table.rowCount()):
            cells: list[Any] = []
            for column in range(self.table.columnCount()):
                item = self.table.item(row, column)
                if column in self._ticks:
                    cells.append(item is not None and item.checkState() is Qt.CheckState.Checked)
                else:
                    cells.append(item.text() if item is not None else "")
            found.append(cells)
        return found

    def mark(self, row: int, problem: str) -> None:
        """Says what is wrong with a row, "" for nothing."""
        item = self.table.item(row, 0)
        if item is not None:
            with QSignalBlocker(self.table):
                item.setToolTip(problem)

    def _append(self, cells: list[Any]) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        for column, value in enumerate(cells):
            item = QTableWidgetItem("" if column in self._ticks else str(value))
            if column in self._ticks:
                item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(Qt.CheckState.Checked if value else Qt.CheckState.Unchecked)
            self.table.setItem(row, column, item)

    def _add(self) -> None:
        with QSignalBlocker(self.table):
            self._append([False if column in self._ticks else "" for column in range(self.table.columnCount())])
        row = self.table.rowCount() - 1
        self.table.setCurrentCell(row, 0)
        item = self.table.item(row, 0)
        if item is not None:
            self.table.editItem(item)

    def _remove(self) -> None:
        row = self.table.currentRow()
        if row >= 0:
            self.table.removeRow(row)
            self._on_change()


class DictationPage(SettingsPage):
    """Keys, and how text gets into windows."""

    def __init__(self, live: SettingsInForce, controller: DictationController) -> None:
        super().__init__(live, self.tr("Dictation"))
        self._controller = controller
        self.setAccessibleName(self.title)
        self.check("dictation", "enabled")
        hotkeys = controller.hotkeys
        for problem in (hotkeys.unavailable, hotkeys.trouble, *controller.problems):
            if problem:
                self.note(problem)
        if controller.may_not_type_yet:
            self.note(self.tr("Your desktop has not allowed dictation to type yet."))
            allow = QPushButton(self.tr("Allow typing…"))
            allow.clicked.connect(controller.ask_to_type)
            self.button_row(allow)
            self.follow(lambda settings: allow.setVisible(controller.may_not_type_yet))
        self.hold = self._key_row("hold_key", ("hold", "both"))
        self.toggle = self._key_row("toggle_key", ("toggle",))
        button = desktop_page_button() if hotkeys.desktop_keeps_keys else None
        if button is not None:
            self.button_row(button)
        self.follow(self._show_keys)
        controller.hotkeys.conflict.connect(self._conflict)
        self.gap()
        self.choice("dictation", "live")
        if controller.waits_for_release:
            self.note(
                self.tr(
                    "On this desktop, text appears when you release the keys: typed earlier, it would be shortcuts."
                )
            )
        self.choice("dictation", "ending")
        self.choice("dictation", "focus")
        self.choice("dictation", "method")
        label = label_of("dictation", "overrides")
        self.overrides = RowsTable([self.tr("Program"), self.tr("Method")], set(), self._overrides_changed, label)
        self.setting_row("dictation", "overrides", self.overrides)
        self.override_note = self.note(
            self.tr("Method: type, paste, or the program's own paste shortcut, such as ctrl+shift+v")
        )
        self.follow(self._show_overrides)
        self.gap()
        self.number("dictation", "longest_min")
        self.choice("dictation", "pill")
        self.check("dictation", "sounds")
        self.check("dictation", "pause_captions")
        pad = QPushButton(self.tr("Open the scratchpad"))
        pad.clicked.connect(controller.show_scratchpad)
        self.button_row(pad)

    def _key_row(self, name: str, bindings: tuple[str, ...]) -> HotkeyField:
        hotkeys = self._controller.hotkeys
        if hotkeys.desktop_keeps_keys:
            shown = DesktopKeyField(label_of("dictation", name), hotkeys, bindings)
            self.setting_row("dictation", name, shown)
            return shown
        keys = HotkeyField(label_of("dictation", name), hotkeys.is_taken)
        keys.changed.connect(lambda text: self.live.update("dictation", **{name: text}))
        keys.recording.connect(self._controller.rest)
        self.setting_row("dictation", name, keys)
        return keys

    def _show_keys(self, settings: Settings) -> None:
        own = settings.dictation
        if self._controller.hotkeys.desktop_keeps_keys:
            return
        for field, text, other in (
            (self.hold, own.hold_key, own.toggle_key),
            (self.toggle, own.toggle_key, own.hold_key),
        ):
            try:
                field.set_combo(text)
            except KeyNameError as error:
                field.show_message(str(error))
            field.set_others(_combos(other))

    def _conflict(self, binding: str, combo: Combo) -> None:
        if binding not in DICTATION_BINDINGS:
            return
        text = self.tr("%1 is already in use.").replace("%1", combo_label(combo))
        (self.toggle if binding == "toggle" else self.hold).show_message(text)

    def _show_overrides(self, settings: Settings) -> None:
        self.overrides.show_rows([[item.application, item.method] for item in settings.dictation.overrides])

    def _overrides_changed(self) -> None:
        rows = [(name.strip().lower(), way.strip().lower()) for name, way in self.overrides.rows() if name.strip()]
        good, bad = [], []
        for name, way in rows:
            if way in ("type", "paste") or _combos(way):
                good.append(InsertOverride(name, way))
            elif way:
                bad.append(way)
        words = self.tr("Method: type, paste, or the program's own paste shortcut, such as ctrl+shift+v")
        if bad:
            words = self.tr("“%1” is not a valid method. Enter type, paste, or a shortcut.").replace("%1", bad[0])
        self.override_note.setText(words)
        self.live.update("dictation", overrides=tuple(good))


def _combos(text: str) -> dict[str, Combo]:
    try:
        combo = parse_combo(text)
    except KeyNameError:
        return {}
    return {} if combo is None else {"other": combo}


def spoken_language(settings: Settings, sample: str) -> str:
    """The language dictation is set to; for automatic recognition that of a sample, as far as its script shows it.

    The canonical name, "" for one that the model does not know.
    """
    if language := language_of(settings):
        return language
    if any(is_chinese(character) for character in sample):
        return "Chinese"
    try:
        return find_language(QLocale.system().name()) or ""
    except RecognizerError:
        return ""


class DictationWordsPage(SettingsPage):
    """Language, hotwords and replacements of dictation."""

    def __init__(self, live: SettingsInForce) -> None:
        super().__init__(live, self.tr("Dictation vocabulary"))
        self.check("dictation", "caption_language")
        self.language = LanguagePicker()
        self.language.chosen.connect(lambda name: self.live.update("dictation", language=name))
        self.setting_row("dictation", "language", self.language)
        self.choice("dictation", "preset")
        self.gap()
        self.check("dictation", "caption_hotwords")
        self.words = HotwordPanel()
        self.words.changed.connect(lambda hotwords: self.live.update("dictation", hotwords=hotwords))
        live.flushing.connect(self.words.flush)
        self.setting_row("dictation", "hotwords", self.words)
        self.gap()
        self.check("dictation", "spoken_marks")
        self.check("dictation", "spoken_numbers")
        self.forms_note = self.note()
        self.gap()
        label = label_of("dictation", "replacements")
        self.rules = RowsTable(
            [self.tr("When you say"), self.tr("Write"), self.tr("Pattern"), self.tr("Match case")],
            {2, 3},
            self._rules_changed,
            label,
        )
        self.setting_row("dictation", "replacements", self.rules)
        self.note(
            self.tr("Write \\n for a new line. A pattern is a regular expression; it is applied to one word at a time.")
        )
        self.problem = self.note()
        self.sample = QLineEdit()
        self.sample.setPlaceholderText(self.tr("Type what you would say, such as “dear Anna comma new line”"))
        self.sample.textChanged.connect(self._try_rules)
        self.row(self.tr("Test"), self.sample)
        self.result = QLabel()
        self.result.setWordWrap(True)
        self.result.setTextFormat(Qt.TextFormat.PlainText)
        self.form.addRow("", self.result)
        self.follow(self._show_settings)

    def _show_settings(self, settings: Settings) -> None:
        own = settings.dictation
        self.language.show_choice(own.language, settings.captions.recent_languages)
        self.language.setEnabled(not own.caption_language)
        self.words.show_hotwords(own.hotwords)
        self.words.setEnabled(not own.caption_hotwords)
        self.rules.show_rows([[item.find, item.put, item.regex, item.match_case] for item in own.replacements])
        self.forms_note.setText(self._words_about_forms(settings))
        self._try_rules(self.sample.text())

    def _words_about_forms(self, settings: Settings) -> str:
        own = settings.dictation
        language = spoken_language(settings, "")
        words = []
        if own.spoken_marks:
            commands = ", ".join(first_phrases(language))
            words.append(
                self.tr("Commands: %1. To write the word itself, say “the comma”.").replace("%1", commands)
                if commands
                else self.tr("There are no spoken commands for this language yet.")
            )
        if own.spoken_numbers and numerals_of(language) is None:
            words.append(self.tr("Numbers stay words in this language."))
        return "\n".join(words)

    def _rules_changed(self) -> None:
        rules = tuple(Replacement(*cells) for cells in self.rules.rows() if cells[0].strip())
        self.live.update("dictation", replacements=rules)

    def _try_rules(self, sample: str) -> None:
        """Shows what becomes of the sample, and what is wrong with which rule."""
        rules = [Rule(*cells) for cells in self.rules.rows()]
        result, problems = try_rules(sample, [rule for rule in rules if rule.find.strip()])
        settings = self.live.value
        own = settings.dictation
        language = spoken_language(settings, sample)
        self.result.setText(try_forms(result, language, marks=own.spoken_marks, numbers=own.spoken_numbers))
        words = self.tr("“%1” is ignored: %2")
        self.problem.setText(words.replace("%1", problems[0][0].find).replace("%2", problems[0][1]) if problems else "")
        wrong = dict(problems)
        for row, rule in enumerate(rules):
            self.rules.mark(row, wrong.get(rule, ""))


def more_pages(controller: DictationController) -> Callable[[SettingsInForce], list[tuple[str, str, SettingsPage]]]:
    """For `SettingsDialog(more_pages=…)`: (name, picture, page)."""

    def make(live: SettingsInForce) -> list[tuple[str, str, SettingsPage]]:
        return [
            ("dictation", "dictate", DictationPage(live, controller)),
            ("dictation-words", "language", DictationWordsPage(live)),
        ]

    return make
