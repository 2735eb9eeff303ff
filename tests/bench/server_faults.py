"""A server that fails in mid-utterance, twenty times in each way and at another place each time: words lost or doubled.

    python -m tests.bench.server_faults

The servers are stand-ins with the starter model behind the requests and answers of vLLM; the model of this computer, which
takes over when none is left, computes exactly as they do. So every text has to be the undisturbed one.
"""

from __future__ import annotations

import json
import random
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
import soundfile
from tokenizers import Tokenizer as FastTokenizer

from app.remote.opening import open_remote
from inference.errors import ProviderError
from inference.options import Shortcuts, StreamOptions
from inference.providers import CPU
from inference.recognizer import Recognizer
from inference.tokenizer import Tokenizer
from tests.app.remote.test_chain import FAULTS, STEP, break_down, caption, text_of
from tests.app.remote.vllm_stand_in import VllmStandIn, local_model

ROOT = Path(__file__).parents[2]
BUNDLE = ROOT / "resources" / "starter"
OPTIONS = StreamOptions(chunk_ms=640)
TIMES = 20
SECONDS = 6


@dataclass
class Outcome:
    """Of one kind of fault.

    Attributes:
        runs: how often it happened.
        equal: texts that are the undisturbed one, word for word.
        different: those that are not.
    """

    runs: int = 0
    equal: int = 0
    different: list[str] = field(default_factory=list)


def main() -> None:
    samples, _ = soundfile.read(ROOT / "resources" / "sample.wav", dtype="float32")
    samples = np.asarray(samples, np.float32)[: SECONDS * 16_000]
    here = Recognizer.load(BUNDLE, CPU, shortcuts=Shortcuts.none())
    answers, file = local_model(here), BUNDLE / "tokenizer.json"

    def server() -> VllmStandIn:
        return VllmStandIn(answers, Tokenizer.from_file(file), FastTokenizer.from_file(str(file)))

    whole = server()
    undisturbed = text_of(caption(open_remote(whole.url, bundles=[BUNDLE]), samples, OPTIONS))
    whole.close()
    chance, results, started = random.Random(1), {}, time.monotonic()
    for other in (False, True):
        for how in FAULTS:
            outcome = Outcome()
            for _ in range(TIMES):
                first, second = server(), server()
                addresses = f"{first.url} {second.url}" if other else first.url
                recognizer = open_remote(addresses, bundles=[BUNDLE], answer_s=2.0)
                stream, events = recognizer.stream(OPTIONS), []
                at_step, local = chance.randrange(1, len(samples) // STEP), False
                for number, at in enumerate(range(0, len(samples), STEP)):
                    if number == at_step:
                        break_down(first, how)
                    try:
                        events += stream.feed(samples[at : at + STEP])
                    except ProviderError:
                        assert not other and not local, "the other server is well"
                        events += stream.let_go()
                        stream.continue_with(here)
                        local = True
                try:
                    events += stream.finish()
                except ProviderError:
                    events += stream.let_go()
                    stream.continue_with(here)
                    events += stream.finish()
                text = text_of(events)
                outcome.runs += 1
                outcome.equal += text == undisturbed
                if text != undisturbed:
                    outcome.different.append(f"step {at_step}: {text}")
                recognizer.close()
                first.close()
                second.close()
            name = f"{how}, {'another server' if other else 'the model of this computer'} takes over"
            results[name] = asdict(outcome)
            print(name, outcome.runs, outcome.equal, outcome.different[:1], flush=True)
    results["undisturbed"] = undisturbed
    results["seconds"] = round(time.monotonic() - started, 1)
    out = ROOT / "tests" / "bench" / "results" / "server_faults.json"
    out.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
