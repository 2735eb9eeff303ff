"""The checkpoint's tokenizer as one `tokenizer.json`, and the ids of the special tokens.

The official repositories carry `vocab.json`, `merges.txt` and `tokenizer_config.json`; some checkpoints carry a ready
`tokenizer.json`, which is then taken as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers

from inference.config import SpecialTokens
from inference.messages import translate
from onnx_export.checkpoint import read_json
from onnx_export.errors import ExportError

# Qwen2/Qwen3's pre-tokenizer (tokenization_qwen2.py of transformers).
_SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def load_tokenizer(folder: Path) -> Tokenizer:
    """Raises ExportError."""
    ready = folder / "tokenizer.json"
    try:
        if ready.exists():
            return Tokenizer.from_file(str(ready))
        vocab, merges = folder / "vocab.json", folder / "merges.txt"
        if not (vocab.exists() and merges.exists()):
            raise ExportError(
                translate(
                    "Conversion", "{0} has no tokenizer: neither tokenizer.json nor vocab.json with merges.txt."
                ).format(folder)
            )
        tokenizer = Tokenizer(models.BPE.from_file(str(vocab), str(merges)))
    except ExportError:
        raise
    except Exception as error:  # the tokenizers library raises plain Exception
        raise ExportError(
            translate("Conversion", "The checkpoint's tokenizer is damaged: {0}.").format(error)
        ) from error
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(_SPLIT), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    added = read_json(folder / "tokenizer_config.json").get("added_tokens_decoder", {})
    for _, item in sorted(added.items(), key=lambda pair: int(pair[0])):
        token = AddedToken(
            item["content"],
            single_word=item.get("single_word", False),
            lstrip=item.get("lstrip", False),
            rstrip=item.get("rstrip", False),
            normalized=item.get("normalized", False),
            special=item.get("special", False),
        )
        tokenizer.add_special_tokens([token]) if token.special else tokenizer.add_tokens([token])
    for number, item in added.items():
        if tokenizer.token_to_id(item["content"]) != int(number):
            raise ExportError(
                translate("Conversion", "The checkpoint's tokenizer does not map {0} to the id {1}.").format(
                    item["content"], number
                )
            )
    return tokenizer


def special_tokens(tokenizer: Tokenizer, folder: Path, config: Mapping[str, Any]) -> SpecialTokens:
    """Ids by their names; the end ids from `generation_config.json`, else the template's end and end of text."""

    def number(name: str) -> int:
        found = tokenizer.token_to_id(name)
        if found is None:
            raise ExportError(
                translate(
                    "Conversion", "The checkpoint's tokenizer has no {0}, so it does not belong to a Qwen3-ASR model."
                ).format(name)
            )
        return int(found)

    thinker = config.get("thinker_config", config)
    path = folder / "generation_config.json"
    eos = read_json(path).get("eos_token_id") if path.exists() else None
    ends = [eos] if isinstance(eos, int) else list(eos or [number("<|im_end|>"), number("<|endoftext|>")])
    ids = SpecialTokens(
        im_start=number("<|im_start|>"),
        im_end=number("<|im_end|>"),
        audio_start=number("<|audio_start|>"),
        audio_end=number("<|audio_end|>"),
        audio_pad=number("<|audio_pad|>"),
        asr_text=number("<asr_text>"),
        eos=tuple(ends),
    )
    stated = thinker.get("audio_token_id", ids.audio_pad)
    if stated != ids.audio_pad:
        raise ExportError(
            translate("Conversion", "The audio token is {0} in config.json and {1} in the tokenizer.").format(
                stated, ids.audio_pad
            )
        )
    return ids
