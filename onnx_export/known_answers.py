"""The self-test that travels with a bundle: a fixed prompt, and the tokens that a right computation gives for it.

The answers come from the bundle's own graphs on the CPU, or, in fp16, which the CPU has no kernels for, from the reference in
numpy with the weights rounded to fp16. Only positions whose best token is clearly ahead of the second are kept, so that another
arithmetic of the same precision gives them too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from inference.audio_tower import AudioEncoder
from inference.bundle import Bundle, FileInfo, SelfTest
from inference.config import AudioTowerConfig, ModelConfig, SpecialTokens
from inference.log_mel import HOP, log_mel
from inference.providers import CPU, open_model, open_tower
from inference.self_test import ask, sound
from onnx_export.checkpoint import Checkpoint
from onnx_export.reference import decoder_logits

_CLEARLY_AHEAD = 0.05  # of the logits' standard deviation; fp16's error is about 0.002 of it
_FEWEST_ROWS = 6


@dataclass(frozen=True)
class KnownAnswers:
    """
    Attributes:
        self_test: what is stored in the bundle.
        logit_error: root mean square difference from the float32 checkpoint's logits, as a share of their deviation
            (in fp16 that of the rounded weights alone, computed in float32).
        token_agreement: share of positions whose best token is the float32 checkpoint's.
    """

    self_test: SelfTest
    logit_error: float
    token_agreement: float


def self_test_prompt(tokenizer: Tokenizer, tokens: SpecialTokens, config: AudioTowerConfig) -> tuple[list[int], int]:
    """Prompt ids around one convolution chunk of sound, and the sound's length in samples."""
    n_samples = config.chunk_frames * HOP
    head = tokenizer.encode(
        "<|im_start|>system\n<|im_end|>\n<|im_start|>user\n<|audio_start|>", add_special_tokens=False
    ).ids
    tail = tokenizer.encode(
        "<|audio_end|><|im_end|>\n<|im_start|>assistant\nlanguage English<asr_text>and so it was",
        add_special_tokens=False,
    ).ids
    return [*head, *[tokens.audio_pad] * config.n_tokens(config.chunk_frames), *tail], n_samples


def known_answers(
    source: Checkpoint, folder: Path, manifest: Mapping[str, Any], prompt: list[int], n_samples: int
) -> KnownAnswers:
    bundle = _unfinished_bundle(folder, manifest)
    # The decoder is opened only where the CPU has kernels for it: in fp16 ONNX Runtime would expand it to float32 twice over.
    native = bundle.precision != "fp16"
    if native:
        model = open_model(bundle, CPU)
        tower = model.tower
        _, answers = ask(tower, model.decoder, prompt, bundle.tokens.audio_pad, n_samples)
        del model
    else:
        tower = open_tower(bundle, CPU)
    audio = np.concatenate(AudioEncoder(tower).encode(log_mel(sound(n_samples), source.config.audio.n_mels)))
    rows = np.concatenate([source.rows("decoder.embed_tokens.weight", i, i + 1) for i in prompt])
    rows[np.array(prompt) == bundle.tokens.audio_pad] = audio
    exact = decoder_logits(source, rows)
    if not native:
        answers = decoder_logits(source, rows, rounded_to=np.float16)
    error = float(np.sqrt(np.mean((answers - exact) ** 2)) / exact.std())
    agreement = float(np.mean(answers.argmax(-1) == exact.argmax(-1)))
    return KnownAnswers(_clear_rows(prompt, n_samples, answers), error, agreement)


def _clear_rows(prompt: list[int], n_samples: int, logits: np.ndarray[Any, np.dtype[np.float32]]) -> SelfTest:
    second, best = np.sort(logits, axis=-1)[:, -2:].T
    lead = (best - second) / logits.std()
    n = max(_FEWEST_ROWS, int((lead > _CLEARLY_AHEAD).sum()))
    rows = sorted(np.argsort(-lead)[:n].tolist())
    expected = logits.argmax(-1)
    return SelfTest(tuple(prompt), n_samples, tuple(rows), tuple(int(expected[row]) for row in rows))


def _unfinished_bundle(folder: Path, manifest: Mapping[str, Any]) -> Bundle:
    """The bundle as it will be, for a look at its graphs before its manifest exists."""
    return Bundle(
        folder=folder,
        name=manifest["name"],
        model_id=manifest["model_id"],
        revision=manifest["revision"],
        licence=manifest["licence"],
        precision=manifest["precision"],
        languages=tuple(manifest["languages"]),
        config=ModelConfig.from_dict(manifest["config"]),
        tokens=SpecialTokens(**manifest["tokens"]),
        files={file.name: FileInfo(file.stat().st_size, "") for file in folder.iterdir()},
        self_test=SelfTest((), 0, (), ()),
    )


__all__ = ["KnownAnswers", "known_answers", "self_test_prompt"]
