"""Sizes, progress and time left, in words."""

from __future__ import annotations

from app.base.translation import translate
from app.models.progress import Progress


def readable_size(n_bytes: float) -> str:
    """ "4.1 GB": decimal units, as disks and downloads are labelled."""
    for unit in ("B", "kB", "MB"):
        if n_bytes < 1000:
            return f"{n_bytes:.0f} {unit}" if unit != "MB" else f"{n_bytes:.1f} {unit}"
        n_bytes /= 1000
    return f"{n_bytes:.1f} GB"


def describe_progress(step: Progress) -> str:
    """ "1.2 GB of 4.1 GB, 12.3 MB/s, 4 min left" for a download, "" for anything else."""
    if not step.total_bytes:
        return ""
    text = translate("Models", "{0} of {1}").format(readable_size(step.done_bytes), readable_size(step.total_bytes))
    if step.bytes_per_s:
        text += ", " + translate("Models", "{0}/s").format(readable_size(step.bytes_per_s))
    if step.left_s is not None:
        text += ", " + describe_left(step.left_s)
    return text


def describe_left(seconds: float) -> str:
    """Time left in the unit that a user would say it in."""
    if seconds < 60:
        return translate("Models", "less than a minute left")
    if seconds < 5400:
        return translate("Models", "{0} min left").format(round(seconds / 60))
    return translate("Models", "{0} h left").format(round(seconds / 3600, 1))
