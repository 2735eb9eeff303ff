"""The face of this package: load a bundle, open streams, transcribe clips.

    recognizer = Recognizer.load(Path("resources/starter"))
    stream = recognizer.stream(StreamOptions(language="English"))
    for block in blocks:                      # float32 mono, 16 kHz, any length
        for event in stream.feed(block): ...  # Committed: append its text, never take it back
    for event in stream.finish(): ...         # … and the Final, last

A provider that fails, when the model is loaded or in the middle of an utterance, is replaced by the next best one; the
utterance's audio is kept and fed to the new one, and the text continues. One thread uses a recogniser and its streams.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from inference.arrays import Float32
from inference.bundle import Bundle, open_bundle
from inference.events import StreamEvent
from inference.hotwords import copies_list
from inference.loop_detection import collapse_loop
from inference.messages import translate
from inference.options import Shortcuts, StreamOptions
from inference.passes import Chain, PassTimes
from inference.provider_chain import LoadTimes, Notify, Opener, ProviderChain
from inference.providers import AUTO, PLANS, Model, candidates, is_outdated, open_model, why_not
from inference.stream_passes import ANSWER_TOKENS, StreamPasses
from inference.text import ASR_TEXT_TAG, clean_markers, cut_at_doubt, parse_asr_output, strip_language_head
from inference.utterance import UtteranceDecoder


@dataclass(frozen=True)
class Transcription:
    """A whole clip's text. `language` is the one recognised or forced, None where nothing was said."""

    text: str
    language: str | None


class Recognizer:
    """A loaded model.

    Attributes:
        chain: the model on its provider, and what is tried when that fails.
    """

    def __init__(self, chain: ProviderChain) -> None:
        self.chain = chain

    @classmethod
    def load(
        cls,
        bundle: Path,
        provider: str = AUTO,
        *,
        threads: int | None = None,
        shortcuts: Shortcuts = Shortcuts(),  # noqa: B008  frozen
        on_notice: Notify = lambda text: None,
        opener: Opener = open_model,
    ) -> Recognizer:
        """Opens the bundle folder on the best provider that passes the self-test.

        Args:
            provider: "auto", or the one to try before the CPU.
            threads: CPU threads of one graph; ONNX Runtime's choice by default.
            on_notice: takes a message when a provider is passed over or replaced.
            opener: opens the graphs (a test hands in one that fails).

        Raises BundleError for a missing or damaged bundle, ProviderError when not even the CPU can run it.
        """
        opened = open_bundle(bundle)
        names = candidates(opened, provider)
        missed = provider if provider != AUTO else next((name for name in PLANS if is_outdated(opened, name)), AUTO)
        if missed not in (AUTO, names[0]):
            message = translate("Recognizer", "{0} cannot be used: {1}. Using the {2} instead.")
            on_notice(message.format(PLANS[missed].label, why_not(missed, opened), PLANS[names[0]].label))
        return cls(ProviderChain(opened, names, threads=threads, shortcuts=shortcuts, notify=on_notice, opener=opener))

    @property
    def bundle(self) -> Bundle:
        """What is loaded."""
        return self.chain.bundle

    @property
    def provider(self) -> str:
        """The provider that really runs the model."""
        return self.chain.model.provider

    @property
    def model(self) -> Model:
        """The opened graphs (for the bench and for tests)."""
        return self.chain.model

    @property
    def load_times(self) -> LoadTimes:
        """How long loading took."""
        return self.chain.load_times

    def settle(self) -> None:
        """Makes the calling thread the one that uses the model from now on. Raises ProviderError as a pass does."""
        self.chain.settle()

    def stream(self, options: StreamOptions) -> Stream:
        """A new utterance. Raises RecognizerError for an unknown language or hotwords that are too long."""
        return Stream(self, options)

    def transcribe(self, samples: Float32, options: StreamOptions = StreamOptions()) -> Transcription:  # noqa: B008  frozen
        """One pass over a whole clip [n], float32 mono 16 kHz. Cut speech longer than about 20 s beforehand: the
        model was trained on clips of that length. Raises RecognizerError."""
        return transcribe(self.chain, samples, options)

    def close(self) -> None:
        """Frees the model; streams must not be used afterwards. Closing again is harmless."""
        self.chain.close()


class OnChain(Protocol):
    """Whatever recognises on a chain of its own: a `Recognizer`, or a program's own kind."""

    @property
    def chain(self) -> Chain: ...


class Stream:
    """One utterance: audio in, events out. See `inference.utterance` for the rules that the text follows.

    A stream survives its recogniser. After an error, or to change the model in the middle of an utterance:

        shown += stream.let_go()               # the failed model's memory is free for the next one
        stream.continue_with(other)            # … and the text continues: no word is lost, doubled or taken back
        stream.feed(more)

    The samples of the call that failed were taken in: they are not to be fed again.
    """

    def __init__(self, recognizer: OnChain, options: StreamOptions) -> None:
        self._passes = StreamPasses(recognizer.chain, options)
        self._decoder = UtteranceDecoder(
            self._passes, self._passes, options, ask_without_hotwords=self._passes.ask_without_hotwords
        )

    def feed(self, samples: Float32, *, merge: bool = False) -> list[StreamEvent]:
        """float32 mono 16 kHz [n], any length; decodes what completes a chunk.

        `merge` decodes several waiting chunks in one pass (2 s of new audio at most): the way to catch up. No samples
        decode what an error left waiting. Raises RecognizerError.
        """
        if len(samples):
            self._passes.append(samples)
        return self._decoder.feed(len(samples), merge=merge)

    def finish(self) -> list[StreamEvent]:
        """Decodes what is left and gives the `Final` last; calling it again gives nothing.

        Raises RecognizerError, and may be called again once another recogniser has taken over.
        """
        return self._decoder.finish()

    def let_go(self) -> list[StreamEvent]:
        """Drops the model and its cache; no audio can be fed until `continue_with`. Calling it again is harmless.

        Returns the events that came before the error in the call that failed.
        """
        self._passes.let_go()
        return self._decoder.take_events()

    def continue_with(self, recognizer: OnChain) -> None:
        """Continues with another recogniser, of the same model or another; the next call repeats a pass that failed.

        Raises RecognizerError, after which the stream is as `let_go` leaves it.
        """
        self._passes.continue_with(recognizer.chain)

    @property
    def times(self) -> PassTimes:
        """What the passes cost so far."""
        return self._passes.times


def transcribe(chain: Chain, samples: Float32, options: StreamOptions) -> Transcription:
    """One pass over a whole clip on any chain; see `Recognizer.transcribe`."""
    passes = StreamPasses(chain, options)
    passes.append(samples)
    language, text = _transcript(passes("", 0, len(samples), ANSWER_TOKENS), options.language)
    if copies_list(text, options.hotwords):
        # Were the hotwords heard, or copied from the prompt?
        heard = _transcript(passes.ask_without_hotwords("", 0, len(samples), ANSWER_TOKENS), options.language)[1]
        text = text if heard else ""
    return Transcription(text, language or None)


def _transcript(raw: str, forced: str | None) -> tuple[str, str]:
    """Language ("" for none) and text of a whole answer, without what is no speech in it."""
    raw = cut_at_doubt(clean_markers(raw, in_text=forced is not None))
    language, text = parse_asr_output(raw, forced)
    if forced is None and ASR_TEXT_TAG not in raw:
        text = strip_language_head(text)
    return language, collapse_loop(text)
