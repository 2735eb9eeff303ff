"""What a dictation writes for a spoken command such as "comma" or "new line", for each language. Data only.

Commands of one language: phrase -> `Mark`. Words of a phrase are separated by spaces, Chinese has none;
small and capital letters are the same.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mark:
    """What a command writes.

    Attributes:
        text: the mark itself, or line breaks.
        spaced: a space belongs before it, where words have one.
        ends: the next word begins a sentence.
    """

    text: str
    spaced: bool = False
    ends: bool = False

    @property
    def breaks(self) -> bool:
        """Whether it begins a new line."""
        return self.text.endswith("\n")


COMMA, PERIOD, QUESTION, EXCLAMATION = Mark(","), Mark(".", ends=True), Mark("?", ends=True), Mark("!", ends=True)
COLON, SEMICOLON, ELLIPSIS = Mark(":"), Mark(";"), Mark("…")
DASH, HYPHEN, SLASH = Mark("–", spaced=True), Mark("-"), Mark("/")
OPEN, CLOSE = Mark("(", spaced=True), Mark(")")
LINE, PARAGRAPH = Mark("\n", ends=True), Mark("\n\n", ends=True)

_CHINESE = {
    "，": "逗号 逗號", "。": "句号 句號", "？": "问号 問號", "！": "感叹号 叹号 惊叹号 感歎號 感嘆號 驚嘆號 驚歎號", "：": "冒号 冒號",
    "；": "分号 分號", "、": "顿号 頓號", "——": "破折号 破折號", "……": "省略号 省略號", "（": "左括号 左括號", "）": "右括号 右括號",
    "“": "左引号 前引号 上引号", "”": "右引号 后引号 下引号", "「": "左引號 前引號 上引號", "」": "右引號 後引號 下引號",
    "\n": "换行 另起一行 換行", "\n\n": "新段落 另起一段",
}  # fmt: skip

COMMANDS: dict[str, dict[str, Mark]] = {
    "English": {
        "comma": COMMA, "period": PERIOD, "full stop": PERIOD, "question mark": QUESTION,
        "exclamation mark": EXCLAMATION, "exclamation point": EXCLAMATION, "colon": COLON, "semicolon": SEMICOLON,
        "semi colon": SEMICOLON, "ellipsis": ELLIPSIS, "dot dot dot": ELLIPSIS, "dash": DASH, "hyphen": HYPHEN,
        "slash": SLASH, "forward slash": SLASH, "open parenthesis": OPEN, "open bracket": OPEN,
        "close parenthesis": CLOSE, "close bracket": CLOSE, "open quote": Mark("“", spaced=True),
        "open quotes": Mark("“", spaced=True), "close quote": Mark("”"), "close quotes": Mark("”"), "new line": LINE,
        "newline": LINE, "new paragraph": PARAGRAPH,
    },
    "German": {
        "Komma": COMMA, "Punkt": PERIOD, "Fragezeichen": QUESTION, "Ausrufezeichen": EXCLAMATION,
        "Ausrufungszeichen": EXCLAMATION, "Doppelpunkt": COLON, "Semikolon": SEMICOLON, "Strichpunkt": SEMICOLON,
        "Auslassungspunkte": ELLIPSIS, "Gedankenstrich": DASH, "Bindestrich": HYPHEN,
        "Schrägstrich": SLASH, "Klammer auf": OPEN, "Klammer zu": CLOSE, "Anführungszeichen auf": Mark("„", spaced=True),
        "Anführungszeichen unten": Mark("„", spaced=True), "Anführungszeichen zu": Mark("“"),
        "Anführungszeichen oben": Mark("“"), "neue Zeile": LINE, "neuer Absatz": PARAGRAPH,
    },
    "French": {
        "virgule": COMMA, "point": PERIOD, "point d'interrogation": Mark("\u00a0?", ends=True),
        "point d'exclamation": Mark("\u00a0!", ends=True), "deux points": Mark("\u00a0:"),
        "point virgule": Mark("\u00a0;"), "points de suspension": ELLIPSIS, "trois petits points": ELLIPSIS,
        "tiret": DASH, "trait d'union": HYPHEN, "barre oblique": SLASH, "ouvrir la parenthèse": OPEN,
        "ouvrez la parenthèse": OPEN, "fermer la parenthèse": CLOSE, "fermez la parenthèse": CLOSE,
        "ouvrir les guillemets": Mark("«\u00a0", spaced=True), "ouvrez les guillemets": Mark("«\u00a0", spaced=True),
        "fermer les guillemets": Mark("\u00a0»"), "fermez les guillemets": Mark("\u00a0»"), "à la ligne": LINE,
        "nouvelle ligne": LINE, "retour à la ligne": LINE, "nouveau paragraphe": PARAGRAPH,
    },
    "Spanish": {
        "coma": COMMA, "punto": PERIOD, "punto y seguido": PERIOD, "punto y aparte": Mark(".\n\n", ends=True),
        "abre interrogación": Mark("¿", spaced=True), "abrir interrogación": Mark("¿", spaced=True),
        "cierra interrogación": QUESTION, "cerrar interrogación": QUESTION, "signo de interrogación": QUESTION,
        "abre exclamación": Mark("¡", spaced=True), "abrir exclamación": Mark("¡", spaced=True),
        "cierra exclamación": EXCLAMATION, "cerrar exclamación": EXCLAMATION, "signo de exclamación": EXCLAMATION,
        "dos puntos": COLON, "punto y coma": SEMICOLON, "puntos suspensivos": ELLIPSIS, "raya": DASH, "guion": HYPHEN,
        "guión": HYPHEN, "barra": SLASH, "abre paréntesis": OPEN, "abrir paréntesis": OPEN, "cierra paréntesis": CLOSE,
        "cerrar paréntesis": CLOSE, "abre comillas": Mark("“", spaced=True), "abrir comillas": Mark("“", spaced=True),
        "cierra comillas": Mark("”"), "cerrar comillas": Mark("”"), "nueva línea": LINE, "nuevo párrafo": PARAGRAPH,
    },
    "Chinese": {phrase: Mark(text) for text, phrases in _CHINESE.items() for phrase in phrases.split()},
}  # fmt: skip
COMMANDS["Cantonese"] = COMMANDS["Chinese"]


def first_phrases(language: str) -> list[str]:
    """One phrase for each mark of a language (canonical name), in the table's order."""
    phrases: dict[str, str] = {}
    for phrase, mark in COMMANDS.get(language, {}).items():
        phrases.setdefault(mark.text, phrase)
    return list(phrases.values())


_ARTICLES = {
    "English": "a an the this that these those each every no my your",
    "German": "ein einen einem einer eine der den dem des die das dieser diesen diese jeden jeder kein keinen am im",
    "French": "un une le la les des du de ce cet cette ces chaque mon ma au aux",
    "Spanish": "un una el la los las este esta estos estas cada mi tu del al",
    "Chinese": "个 個 这 那 這",
    "Cantonese": "個 个 這 那 这",
}

NOUN_SIGNS: dict[str, frozenset[str]] = {name: frozenset(words.split()) for name, words in _ARTICLES.items()}
"""Words after which a command is the word itself, as in "the comma": how one dictates that word."""
