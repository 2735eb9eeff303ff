"""How sessions are named and measured for people: dates, lengths, counts, in the language of the program."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale

from app.base.translation import translate
from app.history.store import Session

SEPARATOR = " · "


def started(session: Session) -> datetime:
    """When the session began, in this machine's time zone."""
    return datetime.fromtimestamp(session.started_s).astimezone()


def date_words(session: Session) -> str:
    """Day and time as the locale writes them."""
    moment = QDateTime.fromSecsSinceEpoch(int(session.started_s))
    locale = QLocale()
    day = locale.toString(moment.date(), translate("History", "d MMM yyyy"))
    return f"{day}, {locale.toString(moment.time(), QLocale.FormatType.ShortFormat)}"


def title_words(session: Session) -> str:
    """The title that a user gave, else the date."""
    return session.title or date_words(session)


def length_words(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes < 1:
        return translate("History", "under a minute")
    if minutes < 60:
        return translate("History", "{0} min").format(minutes)
    return translate("History", "{0} h {1} min").format(*divmod(minutes, 60))


def lines_words(n_lines: int) -> str:
    return (
        translate("History", "1 line")
        if n_lines == 1
        else translate("History", "{0} lines").format(QLocale().toString(n_lines))
    )


def source_words(source: str) -> str:
    names = {
        "microphone": translate("History", "Microphone"),
        "computer": translate("History", "Computer audio"),
        "both": translate("History", "Microphone and computer audio"),
        "file": translate("History", "Audio file"),
    }
    return names.get(source, "")


def details_words(session: Session, running: bool) -> str:
    """One line about a session: date (if the title is another), length, lines, source."""
    parts = [
        translate("History", "Recording now") if running else "",
        date_words(session) if session.title else "",
        length_words(session.audio_s),
        lines_words(session.n_lines),
        source_words(session.source),
    ]
    return SEPARATOR.join(part for part in parts if part)
