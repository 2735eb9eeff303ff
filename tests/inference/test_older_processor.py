"""The int8 model computes the same on a processor without VNNI, whose 16-bit sums of 8-bit products overflow."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from inference.bundle import open_bundle
from inference.providers import CPU, open_model
from inference.self_test import ask

ROOT = Path(__file__).resolve().parents[2]
EMULATOR = shutil.which("qemu-x86_64")
MOST_DIFFERENCE = 0.03
"""Root mean square, in standard deviations of the logits. 0.011 was measured; 0.048 with overflowing sums."""


def logits(folder: Path) -> np.ndarray:
    bundle = open_bundle(folder)
    model, test = open_model(bundle, CPU), bundle.self_test
    return ask(model.tower, model.decoder, test.prompt, bundle.tokens.audio_pad, test.audio_samples)[1]


@pytest.mark.slow
@pytest.mark.skipif(EMULATOR is None, reason="qemu-x86_64 (package qemu-user) is not installed")
def test_a_processor_without_vnni_gives_the_same_answers(starter_bundle: Path, tmp_path: Path) -> None:
    assert EMULATOR is not None
    out = tmp_path / "logits.npy"
    code = (
        "import sys, numpy; from pathlib import Path; from tests.inference.test_older_processor import logits;"
        "numpy.save(sys.argv[2], logits(Path(sys.argv[1])))"
    )
    command = [EMULATOR, "-cpu", "Haswell", sys.executable, "-c", code, str(starter_bundle), str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    here, there = logits(starter_bundle), np.load(out)
    assert float(np.sqrt(np.mean((here - there) ** 2)) / here.std()) <= MOST_DIFFERENCE
