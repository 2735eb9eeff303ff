"""Spoken punctuation and numbers: written as people write them, and nothing is ever taken back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.base.settings import Settings
from app.dictation.from_settings import plan_of
from app.dictation.life_cycle import DictationMachine, Plan
from app.dictation.spoken_commands import COMMANDS, first_phrases
from app.dictation.spoken_forms import SpokenForms, try_forms
from inference.languages import language_named
from tests.app.dictation.test_life_cycle import World


def dictated(
    utterances: list[str], language: str, *, step: int = 10_000, marks: bool = True, numbers: bool = True
) -> str:
    """What is written of utterances that come in pieces of `step` characters."""
    forms = SpokenForms(marks=marks, numbers=numbers)
    written = ""
    for utterance in utterances:
        for start in range(0, len(utterance), step):
            written += forms.feed(utterance[start : start + step], language)
        written += forms.end_utterance()
    return written + forms.finish()


SPOKEN = [
    (
        "English",
        [
            "Dear Anna, comma, new line, thank you for your letter, period. New paragraph. Best regards, comma, new line, Tom."
        ],
        "Dear Anna,\nThank you for your letter.\n\nBest regards,\nTom.",
    ),
    ("English", ["Dear Anna.", "Comma.", "New line.", "Thank you."], "Dear Anna,\nThank you."),
    ("English", ["New line."], "\n"),
    ("English", ["hello period how are you question mark fine"], "hello. How are you? Fine"),
    ("English", ["Is it, question mark? Exclamation mark!"], "Is it?!"),
    ("English", ["The comma is missing for a period of time."], "The comma is missing for a period of time."),
    ("English", ["The commander of the new lines, periodically"], "The commander of the new lines, periodically"),
    (
        "English",
        ["well hyphen known open parenthesis really close parenthesis dash yes"],
        "well-known (really) – yes",
    ),
    ("English", ["open quote enough period close quote he left"], "“enough.” He left"),
    ("English", ["Semi-colon."], ";"),
    ("English", ["A new"], "A new"),
    (
        "German",
        ["Liebe Anna Komma neue Zeile danke Punkt Klammer auf ja Klammer zu Ausrufezeichen"],
        "Liebe Anna,\nDanke. (Ja)!",
    ),
    ("German", ["Er sagte Doppelpunkt Anführungszeichen auf ja Anführungszeichen zu Punkt"], "Er sagte: „ja“."),
    ("German", ["Ein Komma fehlt auf den Punkt. Neuer Absatz. Gruß"], "Ein Komma fehlt auf den Punkt.\n\nGruß"),
    (
        "French",
        ["Bonjour virgule à la ligne comment allez-vous point d’interrogation bien point-virgule c'est l'été point."],
        "Bonjour,\nComment allez-vous\u00a0? Bien\u00a0; c'est l'été.",
    ),
    ("French", ["ouvrez les guillemets oui fermez les guillemets deux points"], "«\u00a0oui\u00a0»\u00a0:"),
    (
        "Spanish",
        ["Hola coma abre interrogación qué tal cierra interrogación nueva línea bien punto y aparte adiós punto"],
        "Hola, ¿qué tal?\nBien.\n\nAdiós.",
    ),
    ("Chinese", ["你好，逗号，世界句号换行下一行问号。"], "你好，世界。\n下一行？"),
    ("Chinese", ["他说冒号左引号你好右引号"], "他说：“你好”"),
    ("Chinese", ["左引號你好右引號另起一段"], "「你好」\n\n"),
    ("Chinese", ["这是一个逗号。", "另起", "一段"], "这是一个逗号。另起一段"),
    ("Korean", ["안녕 comma 하세요.", " 네."], "안녕 comma 하세요. 네."),
]
COUNTED = [
    ("English", "It costs twenty five dollars.", "It costs $25."),
    ("English", "25 dollars, five euros and fifty per cent more", "$25, €5 and 50% more"),
    ("English", "two apples, one of them red, and twelve pears", "two apples, one of them red, and 12 pears"),
    ("English", "wait one second, then thirty seconds", "wait one second, then 30 seconds"),
    ("English", "in nineteen eighty four and twenty twenty six", "in 1984 and 2026"),
    ("English", "a hundred and five people, a man", "105 people, a man"),
    ("English", "two hundred thousand pounds in two thousand and six", "200,000 pounds in 2006"),
    ("English", "call five five five one two", "call 55512"),
    ("English", "the thirty-first of May, three point five percent", "the 31st of May, 3.5%"),
    ("English", "the first percent and a third", "the first percent and a third"),
    ("English", "twenty five and", "25 and"),
    ("German", "Drei Komma fünf Prozent von fünfundzwanzigtausend Euro", "3,5 % von 25.000 €"),
    ("German", "zwei und drei Kinder, vierzehn Katzen", "zwei und drei Kinder, 14 Katzen"),
    ("French", "vingt pour cent de quatre-vingt-dix-neuf euros", "20 % de 99 €"),
    ("French", "un homme et une femme", "un homme et une femme"),
    ("Spanish", "treinta y cinco por ciento, veinticinco dólares", "35 %, 25 $"),
    ("Italian", "venticinque per cento", "25 %"),
    ("Chinese", "二十五块 twenty five", "二十五块 twenty five"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "utterances", "written"), SPOKEN)
def test_spoken_punctuation_becomes_marks(language: str, utterances: list[str], written: str) -> None:
    for step in (1, 2, 3, 7, 10_000):
        assert dictated(utterances, language, step=step) == written, f"in pieces of {step}"


@pytest.mark.parametrize(("language", "spoken", "written"), COUNTED)
def test_numbers_become_digits(language: str, spoken: str, written: str) -> None:
    for step in (1, 4, 10_000):
        assert dictated([spoken], language, step=step, marks=False) == written, f"in pieces of {step}"


@pytest.mark.parametrize("language", COMMANDS)
def test_every_command_of_every_language_is_understood(language: str) -> None:
    assert language_named(language), "the recogniser names it so"
    before, after = ("字", "字") if language in ("Chinese", "Cantonese") else ("x", "y")
    space = "" if before == "字" else " "
    for phrase, mark in COMMANDS[language].items():
        written = try_forms(before + space + phrase + space + after, language, marks=True, numbers=False)
        assert mark.text in written and phrase not in written
    assert set(first_phrases(language)) <= set(COMMANDS[language])


def test_text_waits_only_while_it_can_still_be_contradicted() -> None:
    forms = SpokenForms(marks=True, numbers=True)
    assert forms.feed("I bought", "English") == "I"
    assert forms.feed(" twenty") == " bought"
    assert forms.feed(" five dollars") == ""
    assert forms.feed(", new") == " $25", "the mark may be replaced"
    assert forms.feed(" shoes") == ""
    assert forms.feed(" and") == ", new shoes"
    assert forms.end_utterance() == " and"


def test_nothing_waits_where_no_rule_can_apply() -> None:
    forms = SpokenForms(marks=True, numbers=False)
    assert forms.feed("Ciao, mond", "Italian") == "Ciao, mond"
    assert SpokenForms(marks=False, numbers=False).feed("Hello com", "English") == "Hello com"


PLAIN = st.text(alphabet="ab ,.!?-'\"()–“”é你好。，1", max_size=40)


@settings(max_examples=200, deadline=None)
@given(PLAIN, st.integers(1, 9))
def test_other_text_stays_as_it_was(text: str, step: int) -> None:
    spoken = text.lstrip(" ")
    assert dictated([spoken], "English", step=step) == spoken
    assert dictated([spoken], "Korean", step=step) == spoken


WORDS = st.lists(
    st.sampled_from(
        ["comma", "Period.", "new", "line", "New line,", "paragraph", "the", "twenty", "five", "and", "a", "hundred",
         "dollars", "percent", "25", "second", "hello", "Anna,", "open", "quote", "close", "dash", "(", "point"]
    ),
    max_size=14,
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(WORDS, WORDS, st.integers(1, 12))
def test_the_cuts_between_pieces_change_nothing(first: list[str], second: list[str], step: int) -> None:
    utterances = [" ".join(first), " ".join(second)]
    assert dictated(utterances, "English", step=step) == dictated(utterances, "English")


@pytest.mark.parametrize("live", [True, False])
def test_a_dictation_writes_marks_across_its_pauses(live: bool) -> None:
    world = World()
    dictation = DictationMachine(world, Plan(live=live, marks=True, numbers=True))
    dictation.begin()
    for text in ("Dear Anna.", "Comma.", "New line.", "I owe you twenty dollars."):
        half = len(text) // 2
        dictation.committed(1, text[:half], "English")
        dictation.finalized(1, text, text[half:], "English")
    dictation.finish()
    dictation.speech_over(1)
    assert world.text == world.history == "Dear Anna,\nI owe you $20."


def test_a_dictated_line_break_stays_at_the_beginning_of_an_utterance() -> None:
    world = World()
    world.before = "Dear Anna,"
    dictation = DictationMachine(world, Plan(marks=True))
    dictation.begin()
    dictation.committed(1, "New line. Thank", "English")
    dictation.finalized(1, "New line. Thank you", " you", "English")
    dictation.finish()
    dictation.speech_over(1)
    assert world.text == "\nThank you"


def test_the_document_lists_every_command() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "spoken-punctuation.md").read_text(encoding="utf-8")
    cells = [line.rstrip(" |").split(" | ")[-1] for line in page.splitlines() if line.startswith("| ")][1:]
    listed = sorted(phrase for cell in cells for phrase in cell.split(", "))
    known = [phrase for language in COMMANDS if language != "Cantonese" for phrase in COMMANDS[language]]
    assert listed == sorted(known)


def test_the_language_that_is_set_counts_until_another_is_heard() -> None:
    settings = Settings()
    own = replace(settings.dictation, spoken_marks=True, caption_language=False, language="German")
    world = World()
    dictation = DictationMachine(world, plan_of(replace(settings, dictation=own)))
    dictation.begin()
    dictation.finalized(1, "Hallo Punkt", "Hallo Punkt")
    dictation.finalized(1, "Hello period", "Hello period", "English")
    dictation.finish()
    dictation.speech_over(1)
    assert world.text == "Hallo. Hello."
