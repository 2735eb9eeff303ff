"""A server that fails in mid-utterance, many times in each way and at another place each time: words lost or doubled.

    python -m tests.bench.server_faults [--times 20] [--ways killed,garbage,…]

The servers are stand-ins with the starter model behind the requests and answers of vLLM; the model of this computer, which
takes over when none is left, computes exactly as they do. So every text has to be the undisturbed one. "Link down" pulls
the link to the first server out: its packets are lost (Linux, as root; elsewhere it is left out).
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import time
from collections.abc import Sequence
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
from tests.app.remote.network import Network, NoNetworkError, network
from tests.app.remote.test_chain import FAULTS, STEP, break_down, caption, text_of
from tests.app.remote.vllm_stand_in import VllmStandIn, local_model

ROOT = Path(__file__).parents[2]
BUNDLE = ROOT / "resources" / "starter"
OPTIONS = StreamOptions(chunk_ms=640)
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--ways", type=lambda text: text.split(","), default=[*FAULTS, "link down"])
    args = parser.parse_args()
    with contextlib.ExitStack() as ends:
        link: Network | None = None
        try:
            link = ends.enter_context(network())
        except NoNetworkError as error:
            print(f"no link down: {error}", flush=True)
        run([way for way in args.ways if way != "link down" or link is not None], args.times, link)


def run(ways: Sequence[str], times: int, link: Network | None) -> None:
    samples, _ = soundfile.read(ROOT / "resources" / "sample.wav", dtype="float32")
    samples = np.asarray(samples, np.float32)[: SECONDS * 16_000]
    here = Recognizer.load(BUNDLE, CPU, shortcuts=Shortcuts.none())
    answers, file = local_model(here), BUNDLE / "tokenizer.json"

    def server(network: Network | None = None) -> VllmStandIn:
        return VllmStandIn(answers, Tokenizer.from_file(file), FastTokenizer.from_file(str(file)), network=network)

    whole = server()
    undisturbed = text_of(caption(open_remote(whole.url, bundles=[BUNDLE]), samples, OPTIONS))
    whole.close()
    chance, results, started = random.Random(1), {}, time.monotonic()
    for other in (False, True):
        for how in ways:
            outcome = Outcome()
            for _ in range(times):
                if link is not None:
                    link.up()
                first, second = server(link if how == "link down" else None), server()
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
