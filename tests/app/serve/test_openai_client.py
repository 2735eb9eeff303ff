"""OpenAI's own Python client against our server: a file, a stream of events, a realtime session."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator

import numpy as np
import openai
import pytest

from tests.app.serve.api_kit import Served, pcm, served, tone, wav


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(token="sk-ours") as running:
        yield running


@pytest.fixture
def client(server: Served) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{server.url}/v1", api_key="sk-ours", max_retries=0, timeout=60) as made:
        yield made


def recording(seconds: float = 1.28) -> io.BytesIO:
    file = io.BytesIO(wav(tone(seconds)))
    file.name = "speech.wav"
    return file


def test_a_file(client: openai.OpenAI) -> None:
    answer = client.audio.transcriptions.create(
        file=recording(), model="whisper-1", language="en", prompt="Names, terms"
    )
    assert answer.text == "w0 w1 w2 w3"


def test_a_file_with_segments_and_words(client: openai.OpenAI) -> None:
    answer = client.audio.transcriptions.create(
        file=recording(), model="whisper-1", response_format="verbose_json", timestamp_granularities=["word", "segment"]
    )
    assert answer.segments is not None and answer.words is not None
    assert [segment.text for segment in answer.segments] == ["w0 w1 w2 w3"]
    assert [word.word for word in answer.words] == ["w0", "w1", "w2", "w3"]
    assert answer.duration == pytest.approx(1.28)


@pytest.mark.parametrize("form", ["text", "srt", "vtt"])
def test_a_file_as_plain_text(client: openai.OpenAI, form: str) -> None:
    answer = client.audio.transcriptions.create(file=recording(), model="whisper-1", response_format=form)  # type: ignore[call-overload]
    assert "w0 w1 w2 w3" in answer


def test_a_stream_of_events(client: openai.OpenAI) -> None:
    events = list(client.audio.transcriptions.create(file=recording(41.0), model="whisper-1", stream=True))
    deltas = [event.delta for event in events if event.type == "transcript.text.delta"]
    assert len(deltas) == 3
    assert events[-1].type == "transcript.text.done"
    assert "".join(deltas) == events[-1].text


def test_models(client: openai.OpenAI) -> None:
    assert [model.id for model in client.models.list()] == ["scripted"]


def test_errors_are_those_of_its_kind(client: openai.OpenAI, server: Served) -> None:
    with pytest.raises(openai.BadRequestError, match="Klingon"):
        client.audio.transcriptions.create(file=recording(), model="whisper-1", language="Klingon")
    with (
        openai.OpenAI(base_url=f"{server.url}/v1", api_key="wrong", max_retries=0) as stranger,
        pytest.raises(openai.AuthenticationError),
    ):
        stranger.models.list()


def test_a_realtime_session(client: openai.OpenAI) -> None:
    sound = np.repeat(tone(1.28), 3)[::2]  # 24 kHz
    with client.realtime.connect(extra_query={"intent": "transcription"}) as connection:
        connection.session.update(
            session={
                "type": "transcription",
                "audio": {
                    "input": {
                        "format": {"type": "audio/pcm", "rate": 24000},
                        "transcription": {"model": "gpt-4o-transcribe", "language": "en"},
                        "turn_detection": None,
                    }
                },
            }
        )
        for at in range(0, len(sound), 4800):
            connection.input_audio_buffer.append(audio=base64.b64encode(pcm(sound[at : at + 4800])).decode())
        connection.input_audio_buffer.commit()
        deltas = []
        for event in connection:
            if event.type == "conversation.item.input_audio_transcription.delta":
                deltas.append(event.delta)
            elif event.type == "conversation.item.input_audio_transcription.completed":
                break
    assert event.transcript.startswith("w0 w1 w2 w3")
    assert "".join(map(str, deltas)) == event.transcript
