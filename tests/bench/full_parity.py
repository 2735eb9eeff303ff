"""The full-size shape in float32 against the official PyTorch code: three inputs, embeddings and logits, 1e-3 relative.

    python -m tests.bench.full_parity WORK [--tokenizer FOLDER]

Writes the seeded checkpoint (4 GB) and its float32 bundle (8.2 GB) into WORK and needs 10 GB of memory; the reference numbers
(tests/golden/full_size.npz) were made by the official qwen-asr 0.0.6 on transformers 4.57.6 and torch 2.13.0, CPU, float32,
attention inside its 8 s blocks, from the same seed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from inference.audio_tower import AudioEncoder
from inference.bundle import open_bundle
from inference.config import ModelConfig
from inference.providers import CPU, open_model
from onnx_export.convert import convert
from tests.synthetic_checkpoint import write_checkpoint

GOLDEN = Path(__file__).parents[1] / "golden" / "full_size.npz"
SEED = 1
TOLERANCE = 1e-3
FRAMES = (90, 800, 1130)


def inputs(config: ModelConfig, audio_pad: int) -> Iterator[tuple[str, np.ndarray, list[int]]]:
    """Name, features [n_mels, n] and prompt ids with one audio_pad for each embedding."""
    for n_frames in FRAMES:
        rng = np.random.default_rng(100 + n_frames)
        smooth = np.cumsum(rng.standard_normal((config.audio.n_mels, n_frames)) * 0.08, axis=1)
        mel = 0.25 * rng.standard_normal(smooth.shape) + 0.5 * np.sin(smooth) - 0.1
        text = rng.integers(10, 100_000, 29).tolist()
        pads = [audio_pad] * config.audio.n_tokens(n_frames)
        yield f"frames{n_frames}", mel.astype(np.float32), [*text[:9], *pads, *text[9:]]


def relative(ours: np.ndarray, theirs: np.ndarray) -> float:
    """‖ours - theirs‖ / ‖theirs‖; not-a-number never passes a comparison with it."""
    return float(np.linalg.norm(ours - theirs) / np.linalg.norm(theirs))


def compare(bundle_folder: Path) -> list[dict[str, Any]]:
    golden = np.load(GOLDEN)
    bundle = open_bundle(bundle_folder)
    model = open_model(bundle, CPU)
    found = []
    for name, mel, ids in inputs(bundle.config, bundle.tokens.audio_pad):
        audio = np.concatenate(AudioEncoder(model.tower).encode(mel))
        rows = model.decoder.embedding.rows(ids)
        rows[np.array(ids) == bundle.tokens.audio_pad] = audio
        asked = golden[f"{name}_rows"].tolist()
        best, logits = model.decoder.next_logits([rows], model.decoder.new_cache(), asked)
        found.append(
            {
                "input": name,
                "embeddings": relative(audio[::13, :256], golden[f"{name}_embeddings"]),
                "norms": relative(np.linalg.norm(audio, axis=1), golden[f"{name}_norms"]),
                "logits": relative(logits[:, ::297], golden[f"{name}_logits"]),
                "same_best": best == golden[f"{name}_argmax"].tolist(),
            }
        )
    return found


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--tokenizer", type=Path, required=True)
    args = parser.parse_args(argv)
    begun = time.perf_counter()
    if not (args.work / "full").exists():
        write_checkpoint(args.work / "full", size="full", seed=SEED, tokenizer=args.tokenizer)
    if not (args.work / "full-fp32").exists():
        convert(args.work / "full", args.work / "full-fp32", "fp32")
    found = compare(args.work / "full-fp32")
    print(json.dumps({"tolerance": TOLERANCE, "seconds": time.perf_counter() - begun, "inputs": found}, indent=1))
    worst = max(max(item["embeddings"], item["norms"], item["logits"]) for item in found)
    return 0 if worst <= TOLERANCE and all(item["same_best"] for item in found) else 1


if __name__ == "__main__":
    sys.exit(main())
