"""The server engine against a real vLLM with the starter checkpoint, on demand: `make test-vllm`."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from app.base.events import DictationFinalized, Notice
from app.base.settings import Server
from app.capture.ports import SourceSpec
from app.cli import main as cli
from app.engine.loop import EngineSetup
from app.engine.model_loading import ModelChoice, load_recognizer
from app.models.servers import server_id
from app.remote.opening import ServerRecognizer, open_remote
from inference.errors import ProviderError
from inference.events import StreamEvent
from inference.options import SAMPLE_RATE, StreamOptions
from inference.recognizer import Recognizer
from tests.app.engine.engine_rig import Rig
from tests.app.remote.test_chain import STEP, caption, text_of
from tests.inference.starter_golden import Comparison, clip, read_clip, records, replay
from tests.vllm.kit import KIT_VARIABLE, ROOT, RealServer

pytestmark = [
    pytest.mark.skipif(not os.environ.get(KIT_VARIABLE), reason="on demand: make test-vllm"),
    pytest.mark.timeout(3600),
]

OPTIONS = StreamOptions(chunk_ms=640)
ANSWER_S = 120.0
"""Two cores answer sixteen streams in their own time."""
RESULTS = ROOT / "tests" / "bench" / "results" / "vllm.json"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("vllm") / "server.log"


@pytest.fixture(scope="module")
def server(starter_checkpoint: Path, log: Path) -> Iterator[RealServer]:
    made = RealServer(starter_checkpoint, 8171, log, "--trust-request-chat-template")
    made.start()
    made.wait()
    yield made
    made.kill()


@pytest.fixture
def recognizer(server: RealServer, starter_bundle: Path) -> Iterator[ServerRecognizer]:
    opened = open_remote(server.url, bundles=[starter_bundle], answer_s=ANSWER_S)
    yield opened
    opened.close()


def note(name: str, value: object) -> None:
    """Adds a figure to the results."""
    known = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    RESULTS.write_text(json.dumps({**known, name: value}, indent=1) + "\n", encoding="utf-8")


def test_every_generation_and_every_stream_equals_the_reference(
    server: RealServer, starter_bundle: Path, shared: Path
) -> None:
    """1,806 generations, eight streams at a time, with the reference's near ties not excused either."""
    recognizer = open_remote(server.url, bundles=[starter_bundle], answer_s=ANSWER_S, exact=True)
    total = Comparison()

    def one(job: tuple[dict, bool]) -> Comparison:  # type: ignore[type-arg]
        return replay(recognizer, job[0], clip(shared, job[0]), rolling=job[1])  # type: ignore[arg-type]

    jobs = [(record, True) for record in records(shared, "no_reset.jsonl.gz")]
    jobs += [(record, False) for record in records(shared, "streaming.jsonl.gz")]
    started = time.monotonic()
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(one, jobs):
            total.passes += found.passes
            total.differences += found.differences + found.excused
    for record in records(shared, "offline.jsonl.gz"):
        samples = clip(shared, record)
        passes = recognizer.chain.new_generator(StreamOptions(language=record["language"]))
        passes.append(samples)
        answer = passes.run("", 0, len(samples), record["max_new_tokens"])
        total.passes += 1
        if (list(answer.ids), answer.text) != (record["ids"], record["raw"]):
            total.differences.append(record["id"])
    seconds = round(time.monotonic() - started, 1)
    note("parity", {"generations": total.passes, "different": total.differences, "seconds": seconds})
    assert total.differences == []
    assert total.passes == 1806


def test_streams_give_the_text_that_float32_gives_on_this_computer(
    recognizer: ServerRecognizer, fp32_bundle: Path, shared: Path
) -> None:
    """Product streams, not the reference's: our own hand-over, budgets and last pass; the same events, word for word."""
    here = Recognizer.load(fp32_bundle, "cpu")
    for name in ("jfk", "librivox_sense_0870"):
        samples = read_clip(shared / "audio" / f"{name}.wav")
        assert caption(recognizer, samples) == caption(here, samples)
    here.close()


@pytest.mark.parametrize("n_streams", [1, 4, 8, 16])
def test_streams_at_once_are_batched(recognizer: ServerRecognizer, shared: Path, n_streams: int) -> None:
    """How many seconds of sound are recognised in a second, of all streams together; equal texts."""
    samples = read_clip(shared / "audio" / "jfk.wav")
    started = time.monotonic()
    with ThreadPoolExecutor(n_streams) as pool:
        heard = list(pool.map(lambda _: caption(recognizer, samples), range(n_streams)))
    seconds = time.monotonic() - started
    assert all(events == heard[0] for events in heard)
    factor = n_streams * len(samples) / SAMPLE_RATE / seconds
    note(f"factor of {n_streams} streams", round(factor, 2))


def test_a_recording_is_transcribed(server: RealServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["transcribe", str(ROOT / "resources" / "sample.wav"), "--engine", server.url]) == 0
    assert len(capsys.readouterr().out.split()) > 10


def test_captions_and_a_dictation_are_recognised_on_it(server: RealServer, shared: Path) -> None:
    entry = Server(server.url)
    setup = EngineSetup(SourceSpec(), OPTIONS, ModelChoice(server_id(entry), server=entry), probe_speed=False)
    samples, pause = read_clip(shared / "audio" / "jfk.wav")[: 6 * SAMPLE_RATE], np.zeros(SAMPLE_RATE, np.float32)
    rig = Rig(setup, load_recognizer).start()
    try:
        rig.until(lambda: rig.screen.model, "the model", ANSWER_S)
        rig.hear(samples, pause)
        rig.until(lambda: rig.screen.finals, "a line", ANSWER_S)
        assert len(rig.screen.lines[0].split()) > 4
        rig.engine.begin_dictation(1, OPTIONS)
        rig.hear(samples)
        rig.engine.end_dictation(1)
        rig.until(lambda: rig.screen.of(DictationFinalized), "the dictation's text", ANSWER_S)
        assert len(rig.screen.of(DictationFinalized)[0].line.text.split()) > 4
        assert rig.screen.of(Notice) == []
    finally:
        rig.stop()


def halves(stream: object, samples: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    half = len(samples) // 2 // STEP * STEP
    return samples[:half], samples[half:]


def feed(stream: object, samples: np.ndarray) -> list[StreamEvent]:
    feed_one = stream.feed  # type: ignore[attr-defined]
    return [event for at in range(0, len(samples), STEP) for event in feed_one(samples[at : at + STEP])]


def count_words(events: Sequence[StreamEvent]) -> int:
    return len(text_of(events).split())


def test_a_server_that_stands_still_is_left_and_its_work_ended(
    server: RealServer, recognizer: ServerRecognizer, fp32_bundle: Path, shared: Path
) -> None:
    samples = read_clip(shared / "audio" / "jfk.wav")
    undisturbed = caption(recognizer, samples)
    here = Recognizer.load(fp32_bundle, "cpu")
    impatient = open_remote(server.url, answer_s=30.0)
    stream = impatient.stream(OPTIONS)
    first, second = halves(stream, samples)
    events = feed(stream, first)
    server.stop()
    try:
        with pytest.raises(ProviderError, match="does not answer in time"):
            stream.feed(second[: STEP * 2])
    finally:
        server.go_on()
    events += stream.let_go()
    stream.continue_with(here)
    events += feed(stream, second[STEP * 2 :])
    assert text_of([*events, *stream.finish()]) == text_of(undisturbed), "the same weights: the same text"
    impatient.close()
    here.close()
    server.wait()
    end = time.monotonic() + 60
    while server.metric("vllm:num_requests_running") or server.metric("vllm:num_requests_waiting"):
        assert time.monotonic() < end, "the server works on for nobody"
        time.sleep(0.2)


def test_a_killed_server_is_left_and_used_again_when_it_is_back(
    server: RealServer, recognizer: ServerRecognizer, shared: Path
) -> None:
    samples = read_clip(shared / "audio" / "jfk.wav")
    undisturbed = caption(recognizer, samples)
    stream = recognizer.stream(OPTIONS)
    first, second = halves(stream, samples)
    events = feed(stream, first)
    server.kill()
    with pytest.raises(ProviderError, match="Could not connect"):
        stream.feed(second[: STEP * 2])
    server.start()
    server.wait()
    events += feed(stream, second[STEP * 2 :])
    assert [*events, *stream.finish()] == undisturbed


def test_of_two_servers_one_is_always_killed_while_four_streams_run(
    server: RealServer, starter_checkpoint: Path, log: Path, shared: Path
) -> None:
    """As soon as one answers again the other one is killed; every text is the undisturbed one."""
    samples = read_clip(shared / "audio" / "jfk.wav")
    other = RealServer(starter_checkpoint, 8172, log, "--trust-request-chat-template")
    other.start()
    other.wait()
    recognizer = open_remote(f"{server.url} {other.url}", answer_s=ANSWER_S)
    undisturbed = caption(recognizer, samples)
    over, wrong, texts = threading.Event(), [], []

    def run() -> None:
        while not over.is_set():
            events = caption(recognizer, samples)
            texts.append(text_of(events))
            if events != undisturbed:
                wrong.append(text_of(events))

    try:
        with ThreadPoolExecutor(4) as pool:
            running = [pool.submit(run) for _ in range(4)]
            try:
                for victim in (server, other) * 3:
                    time.sleep(5)
                    victim.kill()
                    victim.start()
                    victim.wait()
            finally:
                over.set()
            for one in running:
                one.result()
    finally:
        other.kill()
        recognizer.close()
    note("two servers, six kills", {"streams": len(texts), "different": len(wrong)})
    assert wrong == []
    assert len(texts) > 8


def test_a_server_that_cannot_continue_a_text_recognises_whole_utterances(
    starter_checkpoint: Path, log: Path, shared: Path
) -> None:
    """The checkpoint's own chat template drops the beginning of the answer, and without the option none can be sent."""
    other = RealServer(starter_checkpoint, 8172, log)
    other.start()
    notes: list[str] = []
    try:
        other.wait()
        opened = open_remote(other.url, notify=notes.append, answer_s=ANSWER_S)
        events = caption(opened, read_clip(shared / "audio" / "jfk.wav"))
        assert len(events) == 1, "nothing before the end of the utterance"
        assert len(text_of(events).split()) > 4
        opened.close()
    finally:
        other.kill()
    assert ["--trust-request-chat-template" in text for text in notes] == [True]


def test_a_server_whose_context_is_too_short_is_refused_with_the_reason(starter_checkpoint: Path, log: Path) -> None:
    other = RealServer(starter_checkpoint, 8172, log, "--trust-request-chat-template", "--max-model-len", "512")
    other.start()
    try:
        other.wait()
        with pytest.raises(ProviderError, match="too short"):
            open_remote(other.url, answer_s=ANSWER_S)
    finally:
        other.kill()


def test_the_template_may_be_the_servers_own(starter_checkpoint: Path, log: Path, shared: Path) -> None:
    template = ROOT / "packaging" / "vllm" / "chat_template.jinja"
    other = RealServer(starter_checkpoint, 8172, log, "--chat-template", str(template))
    other.start()
    try:
        other.wait()
        opened = open_remote(other.url, answer_s=ANSWER_S)
        assert not opened.chain.model.facts.template
        assert opened.transcribe(read_clip(shared / "audio" / "jfk.wav")).text
        opened.close()
    finally:
        other.kill()
