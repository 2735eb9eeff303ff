"""Answers in the shapes of OpenAI's API: transcriptions, events and errors. Pure functions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from app.base.events import FinalLine
from app.transcript.cues import TimedLine, character_times, gather
from app.transcript.export import export
from app.transcript.line_breaking import words as split_words

DONE = b"data: [DONE]\n\n"
RESPONSE_FORMATS = ("json", "text", "srt", "vtt", "verbose_json")
CONTENT_TYPES = {"srt": "application/x-subrip", "vtt": "text/vtt", "text": "text/plain"}


def error_body(message: str, kind: str, *, param: str = "", code: str = "") -> dict[str, Any]:
    """`kind` is OpenAI's `type`, as `invalid_request_error`."""
    return {"error": {"message": message.strip(), "type": kind, "param": param or None, "code": code or None}}


def event(kind: str, **fields: Any) -> bytes:
    """One Server-Sent Event. Some clients read its name, others the `type` in its data."""
    data = json.dumps({"type": kind, **fields}, ensure_ascii=False)
    return f"event: {kind}\ndata: {data}\n\n".encode()


def delta_event(delta: str) -> bytes:
    return event("transcript.text.delta", delta=delta)


def done_event(text: str, lines: Sequence[FinalLine], seconds: float) -> bytes:
    """The whole text, with the times of its segments for those who want them."""
    return event("transcript.text.done", text=text, segments=segments(lines), usage=usage(seconds))


def failed_event(message: str) -> bytes:
    """For what happens when the status has long been sent."""
    return event("error", **error_body(message, "server_error"))


def usage(seconds: float) -> dict[str, Any]:
    return {"type": "duration", "seconds": round(seconds, 3)}


def segments(lines: Sequence[FinalLine]) -> list[dict[str, Any]]:
    """Lines as `verbose_json` has them; the model gives no probabilities."""
    return [
        {
            "id": number,
            "seek": 0,
            "start": round(line.start_s, 3),
            "end": round(line.end_s, 3),
            "text": line.shown,
            "tokens": [],
            "temperature": 0.0,
            "avg_logprob": 0.0,
            "compression_ratio": 1.0,
            "no_speech_prob": 0.0,
        }
        for number, line in enumerate(lines)
    ]


def words(lines: Sequence[FinalLine]) -> list[dict[str, Any]]:
    """Words with times, interpolated within their line as in our subtitles."""
    return [word for line in gather(lines) for word in _words_of(line)]


def _words_of(line: TimedLine) -> list[dict[str, Any]]:
    text = line.text()
    times = character_times(line, text)
    return [
        {"word": text[start:end].strip(), "start": round(times[start], 3), "end": round(times[end], 3)}
        for start, end in split_words(text)
        if text[start:end].strip()
    ]


def transcription(
    form: str, text: str, lines: Sequence[FinalLine], seconds: float, *, with_words: bool = False
) -> str | dict[str, Any]:
    """The whole answer: a text, or an object to be sent as JSON. `form` is one of `RESPONSE_FORMATS`."""
    if form == "text":
        return text + "\n"
    if form in ("srt", "vtt"):
        return export(lines, form)
    if form == "json":
        return {"text": text, "usage": usage(seconds)}
    answer = {
        "task": "transcribe",
        "language": next((line.language.lower() for line in lines if line.language), ""),
        "duration": round(seconds, 3),
        "text": text,
        "segments": segments(lines),
        "usage": usage(seconds),
    }
    return {**answer, "words": words(lines)} if with_words else answer
