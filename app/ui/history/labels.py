"""How sessions are named and measured for people: dates, lengths, counts, in the language of the program."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDate, QDateTime, QLocale

from app.base.translation import translate
from app.history.store import FILE_SOURCE, Session

SEPARATOR = " · "
TITLE_CHARS = 60


def started(session: Session) -> datetime:
    """When the session began, in this machine's time zone."""
    return datetime.fromtimestamp(session.started_s).astimezone()


def date_words(session: Session) -> str:
    """Day and time as the locale writes them."""
    moment = QDateTime.fromSecsSinceEpoch(int(session.started_s))
    locale = QLocale()
    day = locale.toString(moment.date(), translate("History", "d MMM yyyy"))
    return f"{day}, {locale.toString(moment.time(), QLocale.FormatType.ShortFormat)}"


def time_words(session: Session) -> str:
    """The time of day at which it began."""
    return QLocale().toString(
        QDateTime.fromSecsSinceEpoch(int(session.started_s)).time(), QLocale.FormatType.ShortFormat
    )


def day_words(session: Session, today: QDate) -> str:
    """The day on which it began, as a heading over the sessions of that day."""
    day = QDateTime.fromSecsSinceEpoch(int(session.started_s)).date()
    days_ago = day.daysTo(today)
    if days_ago == 0:
        return translate("History", "Today")
    if days_ago == 1:
        return translate("History", "Yesterday")
    return QLocale().toString(day, translate("History", "dddd, d MMMM yyyy"))


def title_words(session: Session) -> str:
    """The title that a user gave, else the first words, else the date."""
    return session.title or first_words(session.preview) or date_words(session)


def first_words(text: str) -> str:
    """The beginning of `text`, cut between words where there are spaces.

    >>> first_words("Good morning, everybody, and welcome back to the second part of this lecture on sound.")
    'Good morning, everybody, and welcome back to the second part…'
    """
    text = " ".join(text.split())
    if len(text) <= TITLE_CHARS:
        return text
    cut = text[: TITLE_CHARS + 1]
    return (cut.rpartition(" ")[0] or cut[:TITLE_CHARS]).rstrip(" ,;:，；：、") + "…"


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
    if source.startswith(FILE_SOURCE):
        return translate("History", "Recording “{name}”").format(name=source.removeprefix(FILE_SOURCE))
    names = {
        "microphone": translate("History", "Microphone"),
        "computer": translate("History", "Computer audio"),
        "both": translate("History", "Microphone and computer audio"),
        "file": translate("History", "Audio file"),
    }
    return names.get(source, "")


def details_words(session: Session, running: bool, *, dated: bool = True) -> str:
    """One line about a session: when (`dated`: with the day, unless that is its title), length, lines, source."""
    when = date_words(session) if dated else time_words(session)
    recorded = session.source.startswith(FILE_SOURCE)
    parts = [
        (translate("History", "Transcribing") if recorded else translate("History", "Recording now"))
        if running
        else "",
        "" if when == title_words(session) else when,
        length_words(session.audio_s),
        lines_words(session.n_lines),
        source_words(session.source),
    ]
    return SEPARATOR.join(part for part in parts if part)
