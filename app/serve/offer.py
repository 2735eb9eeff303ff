"""What a server for other programs is given (the model's turns, how to recognise, who may ask) and what it tells of itself."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from app.serve.turns import Turns
from inference.options import StreamOptions

MAX_BYTES = 1 << 30
"""A recording of this size is twelve hours of MP3 or nine of 16 kHz WAV."""


@dataclass
class Service:
    """See the module. A request that comes takes what is set then.

    Attributes:
        turns: the model.
        options: how to recognise where a request does not say.
        endpoint_ms: silence that ends an utterance.
        token: what programs have to send; "" for nothing.
        names: host names of the server besides its address.
        max_bytes: of a recording.
        unload: frees the model; None where captions use it.
    """

    turns: Turns
    options: StreamOptions
    endpoint_ms: int = 600
    token: str = ""
    names: Collection[str] = ()
    max_bytes: int = MAX_BYTES
    unload: Callable[[], None] | None = None


PREFIX = "r2t2_captions"


def metrics_text(turns: Turns) -> str:
    """The answer to `/metrics`, in Prometheus' text format 0.0.4: a dozen numbers, which need no library.

    Real time is kept while `busy_seconds_total` grows slower than the clock and `late_total` hardly at all.
    """
    counts = turns.counts
    found = (
        ("streams", "gauge", "Live streams that are open.", turns.n_streams),
        ("streams_limit", "gauge", "Live streams that may be open.", turns.most_streams),
        ("recordings", "gauge", "Recordings in work or waiting.", turns.n_recordings),
        ("waiting_seconds", "gauge", "Sound that waits for the model.", turns.waiting_s),
        ("model_loaded", "gauge", "Whether a model is loaded.", int(bool(turns.host.name))),
        ("streams_total", "counter", "Live streams so far.", counts.streams),
        ("recordings_total", "counter", "Recordings so far.", counts.recordings),
        ("refused_total", "counter", "Streams and recordings refused for want of room.", counts.refused),
        ("sound_seconds_total", "counter", "Sound recognised.", counts.sound_s),
        ("busy_seconds_total", "counter", "Time the model needed for it.", counts.busy_s),
        ("portions_total", "counter", "Portions of live sound recognised.", counts.portions),
        ("lag_seconds_total", "counter", "How long the first sound of these portions waited, together.", counts.lag_s),
        ("late_total", "counter", "Portions whose first sound waited longer than a chunk lasts.", counts.late),
    )
    return "".join(
        f"# HELP {PREFIX}_{name} {words}\n# TYPE {PREFIX}_{name} {kind}\n{PREFIX}_{name} {round(value, 6)}\n"
        for name, kind, words, value in found
    )
