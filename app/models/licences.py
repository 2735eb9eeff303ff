"""Licences: their texts, whether they were accepted, and what has to travel with a model that falls under them.

An acceptance is kept in the settings with its day, the licence's version and the SHA-256 of the text that was shown. A
text that differs from every text that was shown is a new licence and asks again.
"""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from app.base.settings import LicenceAcceptance, ModelSettings
from app.base.translation import translate
from app.models.catalogue import Licence, resources_folder
from app.models.errors import ModelError


def read_text(name: str, folder: Path | None = None) -> str:
    """A text of `resources/licences`. Raises ModelError if it is missing."""
    path = (folder or resources_folder() / "licences") / name
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ModelError(
            translate("Models", "The licence text {0} is missing. Reinstall the program.").format(path)
        ) from error


def texts_of(licence: Licence, folder: Path | None = None) -> dict[str, str]:
    """Language code -> text of the licence."""
    return {language: read_text(name, folder) for language, name in licence.texts.items()}


def fingerprint(text: str) -> str:
    """SHA-256 of the words of a text: how lines are broken and indented does not matter."""
    words = re.sub(r"\s+", " ", text.removeprefix("\ufeff")).strip()
    return hashlib.sha256(words.encode()).hexdigest()


def shown_fingerprint(licence: Licence, folder: Path | None = None) -> str:
    """Of all language versions that are shown together."""
    texts = texts_of(licence, folder)
    return fingerprint("\n".join(texts[language] for language in sorted(texts)))


def is_accepted(settings: ModelSettings, licence: Licence | None, text: str | None = None) -> bool:
    """Whether the shipped texts of a licence (or this other `text` of it) were accepted."""
    if licence is None or not licence.needs_acceptance:
        return True
    wanted = shown_fingerprint(licence) if text is None else fingerprint(text)
    return any(item.licence == licence.id and item.text_sha256 == wanted for item in settings.accepted)


def accept(
    settings: ModelSettings, licence: Licence, text: str | None = None, today: datetime.date | None = None
) -> ModelSettings:
    """The settings with the acceptance kept."""
    kept = LicenceAcceptance(
        licence=licence.id,
        version=licence.version,
        text_sha256=shown_fingerprint(licence) if text is None else fingerprint(text),
        date=(today or datetime.date.today()).isoformat(),
    )
    others = tuple(
        item for item in settings.accepted if (item.licence, item.text_sha256) != (kept.licence, kept.text_sha256)
    )
    return replace(settings, accepted=(*others, kept))


def unseen_text(licence: Licence | None, repository_texts: Mapping[str, str], settings: ModelSettings) -> str:
    """A licence text of the repository that says something else than what was shown and accepted, "" if there is none.

    Notices are no terms; they travel along without being asked about.
    """
    if licence is None or not licence.needs_acceptance:
        return ""
    known = {fingerprint(text) for text in texts_of(licence).values()}
    for name, text in sorted(repository_texts.items()):
        if name.upper().startswith("NOTICE") or fingerprint(text) in known:
            continue
        if not is_accepted(settings, licence, text):
            return text
    return ""


def summary(licence: Licence) -> tuple[str, ...]:
    """What its terms mean for a user who wants captions, in messages; empty for a licence that we did not read."""
    if licence.id != "netease-youdao-model-licence":
        return ()
    return (
        translate("Models", "You may use the model free of charge, at home and at work."),
        translate(
            "Models",
            "Companies with more than 100 million monthly users, or with annual revenue above the limit in "
            "clause 2.2 (RMB 1 billion in the English text, RMB 100 million in the Chinese text), must ask "
            "NetEase Youdao first.",
        ),
        translate("Models", "You may not use it to improve other AI models, except non-commercial ones."),
        translate(
            "Models",
            "You may not use it where lives or rights depend on it: medical diagnosis, driving, military use, "
            "critical infrastructure, mass surveillance, automated decisions about people.",
        ),
        translate("Models", "If you share the converted model, include this agreement and its notice."),
        translate("Models", "There is no warranty. The law of China applies, and the Chinese text prevails."),
    )


def notices(licence: Licence | None, settings: ModelSettings) -> dict[str, str]:
    """File name -> text of what travels with a converted model."""
    if licence is None:
        return {}
    travelling = {f"LICENSE.{language}.txt": text for language, text in texts_of(licence).items()}
    if licence.notice:
        notice = read_text(licence.notice)
        days = [item.date for item in settings.accepted if item.licence == licence.id]
        if days:
            notice += f"\n{licence.name} ({licence.version}), accepted on {days[-1]}.\n"
        travelling["NOTICE.txt"] = notice
    return travelling
