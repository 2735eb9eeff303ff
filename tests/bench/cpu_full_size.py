"""The full-size shape on the CPU: ms per pass, the smallest chunk that keeps real time, peak memory; JSON.

python -m tests.bench.cpu_full_size BUNDLE [--chunk-ms 2000 1000 640] [--seconds 40] [--threads 2]
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from app.cli.bench import default_audio, host_mb, host_peak_mb, measure_floor, measure_parts
from inference.options import StreamOptions
from inference.recognizer import Recognizer
from tests.bench.gpu import scripted_stream

REAL_TIME = 0.8
"""Factor under which a chunk size keeps up, with room for the rest of the program."""


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--chunk-ms", type=int, nargs="*", default=[2000, 1000, 640])
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args(argv)
    recognizer = Recognizer.load(args.bundle, "cpu", threads=args.threads)
    print(json.dumps({"load": vars(recognizer.load_times), "precision": recognizer.bundle.precision}), flush=True)
    samples = default_audio(args.seconds)
    fitting = []
    for chunk_ms in args.chunk_ms:
        options = replace(StreamOptions(language="English"), chunk_ms=chunk_ms)
        result, _ = scripted_stream(recognizer, samples, options)
        print(json.dumps({"stream": result, "host_mb": host_mb(), "host_peak_mb": host_peak_mb()}), flush=True)
        if result["rtf"] <= REAL_TIME:
            fitting.append(chunk_ms)
    parts = measure_parts(recognizer.model, recognizer.bundle)
    print(json.dumps({"parts": parts, **measure_floor("cpu", recognizer.bundle, parts)}), flush=True)
    print(json.dumps({"smallest_real_time_chunk_ms": min(fitting, default=None)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
