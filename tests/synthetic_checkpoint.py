"""Writes checkpoints that have the published layout of Confucius4-R2T2 and seeded random weights.

The real weights are not needed to prove an export, an import or a memory bound: names, shapes, dtype, file format and
configuration are. `tensor_shapes` computes the layout from a configuration; `write_checkpoint` streams the weights to
disk block by block, so that the 4 GB of the full size need some 50 MB of memory.

    python -m tests.synthetic_checkpoint OUT --size full --seed 1 --tokenizer FOLDER
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import json
import math
import os
import shutil
import struct
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

REVISION = "185ce639118ad1362d049ca0d8ed04b6ec5cd6c9"
"""Revision of the published checkpoint whose layout this is."""

REPOSITORY = "netease-youdao/Confucius4-R2T2"
PUBLISHED_BYTES = 4_076_191_640
"""Size of the published `model.safetensors`; the full-size file here comes out equal to the byte."""

SIZES = ("full", "tiny")
NAMINGS = ("published", "newer")
BLOCK = 1 << 21
"""Weights made and written at a time."""

TOKENIZER_FILES = (
    "tokenizer.json",
    "tokenizer_config.json",
    "vocab.json",
    "merges.txt",
    "added_tokens.json",
    "special_tokens_map.json",
    "chat_template.json",
    "preprocessor_config.json",
)

SPECIAL_TOKENS = {
    "<|endoftext|>": 151643,
    "<|im_start|>": 151644,
    "<|im_end|>": 151645,
    "<|audio_start|>": 151669,
    "<|audio_end|>": 151670,
    "<|audio_pad|>": 151676,
    "<asr_text>": 151704,
}
"""Ids of the published tokenizer; a tokenizer that is given replaces them by its own."""

_LANGUAGES = """
Chinese English Cantonese Arabic German French Spanish Portuguese Indonesian Italian Korean Russian Thai Vietnamese
Japanese Turkish Hindi Malay Dutch Swedish Danish Finnish Polish Czech Filipino Persian Greek Romanian Hungarian
Macedonian
"""

_AUDIO_FULL: dict[str, Any] = {
    "d_model": 1024,
    "encoder_layers": 24,
    "encoder_attention_heads": 16,
    "encoder_ffn_dim": 4096,
    "downsample_hidden_size": 480,
    "output_dim": 2048,
}
_TEXT_FULL: dict[str, Any] = {
    "hidden_size": 2048,
    "intermediate_size": 6144,
    "num_hidden_layers": 28,
    "num_attention_heads": 16,
    "num_key_value_heads": 8,
    "head_dim": 128,
    "vocab_size": 151936,
    "max_position_embeddings": 65536,
}
_MROPE_FULL = [24, 20, 20]

_AUDIO_TINY: dict[str, Any] = {
    "d_model": 64,
    "encoder_layers": 2,
    "encoder_attention_heads": 4,
    "encoder_ffn_dim": 128,
    "downsample_hidden_size": 16,
    "output_dim": 64,
}
_TEXT_TINY: dict[str, Any] = {
    "hidden_size": 64,
    "intermediate_size": 160,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 16,
    "vocab_size": 151936,
    "max_position_embeddings": 4096,
}
_MROPE_TINY = [4, 2, 2]


def tokenizer_ids(folder: Path) -> tuple[dict[str, int], int]:
    """The special tokens' ids in a `tokenizer.json`, and one more than its highest id.

    Raises KeyError when one of the tokens that the prompt needs is missing.
    """
    data = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    added = {item["content"]: int(item["id"]) for item in data["added_tokens"]}
    highest = max([*data["model"]["vocab"].values(), *added.values()])
    return {name: added[name] for name in SPECIAL_TOKENS}, highest + 1


def build_config(size: str, tokenizer: Path | None = None) -> dict[str, Any]:
    """`config.json` in the published form. A tiny model's vocabulary is cut to the tokenizer that is given."""
    audio, text, mrope = {
        "full": (_AUDIO_FULL, _TEXT_FULL, _MROPE_FULL),
        "tiny": (_AUDIO_TINY, _TEXT_TINY, _MROPE_TINY),
    }[size]
    audio, text = dict(audio), dict(text)
    ids = dict(SPECIAL_TOKENS)
    if tokenizer is not None:
        ids, n_vocabulary = tokenizer_ids(tokenizer)
        if size == "tiny":
            text["vocab_size"] = -(-n_vocabulary // 64) * 64
        elif n_vocabulary > text["vocab_size"]:
            raise ValueError(f"the tokenizer has {n_vocabulary} ids, more than the model's {text['vocab_size']}")
    eos = ids["<|im_end|>"]
    audio |= {
        "model_type": "qwen3_asr_audio_encoder",
        "num_mel_bins": 128,
        "num_hidden_layers": audio["encoder_layers"],
        "n_window": 50,
        "n_window_infer": 800,
        "conv_chunksize": 500,
        "max_source_positions": 1500,
        "activation_function": "gelu",
        "scale_embedding": False,
        "dropout": 0,
        "attention_dropout": 0,
        "activation_dropout": 0,
        "initializer_range": 0.02,
    }
    text |= {
        "model_type": "qwen3_asr_text",
        "hidden_act": "silu",
        "rms_norm_eps": 1e-6,
        "rope_theta": 1000000.0,
        "tie_word_embeddings": True,
        "attention_bias": False,
        "attention_dropout": 0.0,
        "use_cache": True,
        "initializer_range": 0.02,
        "bos_token_id": None,
        "eos_token_id": eos,
        "pad_token_id": ids["<|endoftext|>"],
        "rope_scaling": {
            "rope_type": "default",
            "type": "default",
            "interleaved": True,
            "mrope_interleaved": True,
            "mrope_section": list(mrope),
        },
    }
    return {
        "architectures": ["Qwen3ASRForConditionalGeneration"],
        "model_type": "qwen3_asr",
        "support_languages": _LANGUAGES.split(),
        "dtype": "bfloat16",
        "thinker_config": {
            "model_type": "qwen3_asr",
            "architectures": ["Qwen3ASRThinkerForConditionalGeneration"],
            "dtype": "bfloat16",
            "initializer_range": 0.02,
            "tie_word_embeddings": True,
            "audio_start_token_id": ids["<|audio_start|>"],
            "audio_end_token_id": ids["<|audio_end|>"],
            "audio_token_id": ids["<|audio_pad|>"],
            "pad_token_id": ids["<|endoftext|>"],
            "eos_token_id": eos,
            "user_token_id": 872,
            "audio_config": audio,
            "text_config": text,
        },
    }


def newer_config(config: dict[str, Any]) -> dict[str, Any]:
    """The same configuration in the flat form that transformers 5 writes (its converter for this architecture)."""
    thinker = copy.deepcopy(config["thinker_config"])
    audio, text = thinker["audio_config"], thinker["text_config"]
    audio["num_attention_heads"] = audio["num_key_value_heads"] = audio.pop("encoder_attention_heads")
    audio.pop("max_source_positions")
    audio["max_position_embeddings"] = 13
    for name in ("model_type", "num_hidden_layers"):
        audio.pop(name)
    for name in ("interleaved", "mrope_interleaved", "mrope_section", "type"):
        text["rope_scaling"].pop(name)
    return {
        "architectures": config["architectures"],
        "model_type": config["model_type"],
        "dtype": "bfloat16",
        "audio_config": audio,
        "text_config": text,
        "audio_token_id": thinker["audio_token_id"],
        "initializer_range": thinker["initializer_range"],
    }


def tensor_shapes(config: dict[str, Any]) -> dict[str, tuple[int, ...]]:
    """Published name -> shape of every tensor, in the order of the file (sorted by name)."""
    audio, text = config["thinker_config"]["audio_config"], config["thinker_config"]["text_config"]
    shapes: dict[str, tuple[int, ...]] = {}

    def linear(name: str, n_out: int, n_in: int, *, bias: bool = True) -> None:
        shapes[f"{name}.weight"] = (n_out, n_in)
        if bias:
            shapes[f"{name}.bias"] = (n_out,)

    def layer_norm(name: str, width: int) -> None:
        shapes[f"{name}.weight"] = shapes[f"{name}.bias"] = (width,)

    tower = "thinker.audio_tower"
    width, channels, ffn = audio["d_model"], audio["downsample_hidden_size"], audio["encoder_ffn_dim"]
    for index, n_in in enumerate((1, channels, channels), start=1):
        shapes[f"{tower}.conv2d{index}.weight"] = (channels, n_in, 3, 3)
        shapes[f"{tower}.conv2d{index}.bias"] = (channels,)
    linear(f"{tower}.conv_out", width, channels * audio["num_mel_bins"] // 8, bias=False)
    for index in range(audio["encoder_layers"]):
        layer = f"{tower}.layers.{index}"
        for name in ("q_proj", "k_proj", "v_proj", "out_proj"):
            linear(f"{layer}.self_attn.{name}", width, width)
        layer_norm(f"{layer}.self_attn_layer_norm", width)
        linear(f"{layer}.fc1", ffn, width)
        linear(f"{layer}.fc2", width, ffn)
        layer_norm(f"{layer}.final_layer_norm", width)
    layer_norm(f"{tower}.ln_post", width)
    linear(f"{tower}.proj1", width, width)
    linear(f"{tower}.proj2", audio["output_dim"], width)

    hidden, head = text["hidden_size"], text["head_dim"]
    n_query, n_kv = text["num_attention_heads"] * head, text["num_key_value_heads"] * head
    shapes["thinker.model.embed_tokens.weight"] = (text["vocab_size"], hidden)
    for index in range(text["num_hidden_layers"]):
        layer = f"thinker.model.layers.{index}"
        linear(f"{layer}.self_attn.q_proj", n_query, hidden, bias=False)
        linear(f"{layer}.self_attn.k_proj", n_kv, hidden, bias=False)
        linear(f"{layer}.self_attn.v_proj", n_kv, hidden, bias=False)
        linear(f"{layer}.self_attn.o_proj", hidden, n_query, bias=False)
        shapes[f"{layer}.self_attn.q_norm.weight"] = shapes[f"{layer}.self_attn.k_norm.weight"] = (head,)
        linear(f"{layer}.mlp.gate_proj", text["intermediate_size"], hidden, bias=False)
        linear(f"{layer}.mlp.up_proj", text["intermediate_size"], hidden, bias=False)
        linear(f"{layer}.mlp.down_proj", hidden, text["intermediate_size"], bias=False)
        shapes[f"{layer}.input_layernorm.weight"] = (hidden,)
        shapes[f"{layer}.post_attention_layernorm.weight"] = (hidden,)
    shapes["thinker.model.norm.weight"] = (hidden,)
    return dict(sorted(shapes.items()))


def newer_name(name: str) -> str:
    """A published tensor name in the naming of transformers 5."""
    for old, new in (
        ("thinker.audio_tower.proj1.", "model.multi_modal_projector.linear_1."),
        ("thinker.audio_tower.proj2.", "model.multi_modal_projector.linear_2."),
        ("thinker.audio_tower.", "model.audio_tower."),
        ("thinker.model.", "model.language_model."),
    ):
        if name.startswith(old):
            return new + name.removeprefix(old)
    raise ValueError(f"unknown tensor {name}")


def to_bfloat16(values: np.ndarray) -> np.ndarray:
    """float32 -> bfloat16 bits (uint16), rounded to nearest even. Finite values only."""
    bits = values.astype(np.float32, copy=False).view(np.uint32)
    return ((bits + (0x7FFF + ((bits >> 16) & 1))) >> 16).astype(np.uint16)


def weight_blocks(name: str, shape: tuple[int, ...], seed: int, n_layers: int) -> Iterator[np.ndarray]:
    """The float32 weights of one tensor, flat, in blocks. They depend on the published name and the seed alone."""
    rng = np.random.default_rng([seed, zlib.crc32(name.encode())])
    mean, deviation = 0.0, 0.02
    if name.endswith("bias"):
        deviation = 0.01
    elif len(shape) == 1:
        mean, deviation = 1.0, 0.05
    elif "embed_tokens" not in name:
        deviation = 1.0 / math.sqrt(math.prod(shape[1:]))
        if any(part in name for part in ("o_proj", "out_proj", "down_proj", "fc2")):
            deviation /= math.sqrt(2 * n_layers)  # keeps the residual stream's scale over the depth
    left = math.prod(shape)
    while left:
        count = min(left, BLOCK)
        yield rng.standard_normal(count, dtype=np.float32) * np.float32(deviation) + np.float32(mean)
        left -= count


def header_bytes(shapes: dict[str, tuple[int, ...]]) -> bytes:
    """The safetensors header of a file that holds exactly these bf16 tensors: length, JSON, padded to 8 bytes."""
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    offset = 0
    for name, shape in shapes.items():
        end = offset + 2 * math.prod(shape)
        header[name] = {"dtype": "BF16", "shape": list(shape), "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text


def file_bytes(shapes: dict[str, tuple[int, ...]]) -> int:
    """Size of the safetensors file that holds exactly these tensors."""
    return len(header_bytes(shapes)) + 2 * sum(map(math.prod, shapes.values()))


def _write_tensors(
    file: BinaryIO, names: Iterable[tuple[str, str]], shapes: dict[str, tuple[int, ...]], seed: int, n_layers: int
) -> None:
    pairs = sorted(names, key=lambda pair: pair[1])
    file.write(header_bytes({written: shapes[published] for published, written in pairs}))
    for published, _ in pairs:
        for block in weight_blocks(published, shapes[published], seed, n_layers):
            file.write(to_bfloat16(block).tobytes())


def split_shards(shapes: dict[str, tuple[int, ...]], shards: int) -> list[list[str]]:
    """Tensor names in file order, cut into `shards` runs of about the same size; none is empty."""
    total = sum(map(math.prod, shapes.values()))
    runs: list[list[str]] = [[]]
    if shards > len(shapes):
        raise ValueError(f"{len(shapes)} tensors cannot fill {shards} files")
    done = 0
    names = list(shapes)
    for index, name in enumerate(names):
        size = math.prod(shapes[name])
        must = len(names) - index <= shards - len(runs)
        if runs[-1] and len(runs) < shards and (must or done + size / 2 > total * len(runs) / shards):
            runs.append([])
        runs[-1].append(name)
        done += size
    return runs


def write_checkpoint(
    out: Path,
    *,
    size: str = "tiny",
    seed: int = 1,
    tokenizer: Path | None = None,
    naming: str = "published",
    shards: int = 1,
    snapshot: bool = False,
) -> Path:
    """Writes a checkpoint and returns its folder.

    Args:
        out: folder to write to (made if missing).
        size: "full" (1.7B, 707 tensors, 4 GB) or "tiny" (the same layout, some hundred KB plus the embedding).
        seed: of the weights; the same seed gives the same bytes.
        tokenizer: folder whose tokenizer files are copied and whose ids are used; None writes none.
        naming: "published" (`thinker.*`) or "newer" (transformers 5, flat configuration).
        shards: number of safetensors files; more than one come with an index.
        snapshot: lay it out as a hub cache does (`models--…/snapshots/REVISION`, links into `blobs`) and return
            the snapshot's folder.
    """
    if size not in SIZES or naming not in NAMINGS or shards < 1:
        raise ValueError(f"no such layout: {size}, {naming}, {shards} shards")
    repository = out / ("models--" + REPOSITORY.replace("/", "--"))
    folder = repository / "snapshots" / REVISION if snapshot else out
    folder.mkdir(parents=True, exist_ok=True)
    config = build_config(size, tokenizer)
    shapes = tensor_shapes(config)
    n_layers = config["thinker_config"]["text_config"]["num_hidden_layers"]

    def put_json(name: str, value: Any) -> None:
        (folder / name).write_text(json.dumps(value, indent=2, ensure_ascii=False), encoding="utf-8")

    written = {name: name if naming == "published" else newer_name(name) for name in shapes}
    put_json("config.json", config if naming == "published" else newer_config(config))
    thinker = config["thinker_config"]
    end_ids = [thinker["eos_token_id"], thinker["pad_token_id"]]
    put_json("generation_config.json", {"do_sample": False, "eos_token_id": end_ids, "pad_token_id": end_ids[1]})
    if tokenizer is not None:
        for name in TOKENIZER_FILES:
            if (tokenizer / name).is_file():
                shutil.copyfile(tokenizer / name, folder / name)

    runs = split_shards(shapes, shards)
    weight_map: dict[str, str] = {}
    for index, run in enumerate(runs, start=1):
        name = "model.safetensors" if shards == 1 else f"model-{index:05d}-of-{len(runs):05d}.safetensors"
        with (folder / name).open("wb") as file:
            _write_tensors(file, [(item, written[item]) for item in run], shapes, seed, n_layers)
        weight_map |= {written[item]: name for item in run}
    if shards > 1:
        total = 2 * sum(map(math.prod, shapes.values()))
        put_json("model.safetensors.index.json", {"metadata": {"total_size": total}, "weight_map": weight_map})
    if snapshot:
        _into_cache(repository, folder)
    return folder


def _into_cache(repository: Path, folder: Path) -> None:
    """Moves each file to `blobs/SHA256` and leaves a relative link, as the hub's cache does."""
    blobs, refs = repository / "blobs", repository / "refs"
    blobs.mkdir(exist_ok=True)
    refs.mkdir(exist_ok=True)
    (refs / "main").write_text(REVISION, encoding="utf-8")
    for path in sorted(folder.iterdir()):
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        path.replace(blobs / digest)
        path.symlink_to(Path(os.path.relpath(blobs / digest, folder)))


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.synthetic_checkpoint", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", choices=SIZES, default="tiny")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tokenizer", type=Path, help="folder with tokenizer.json")
    parser.add_argument("--naming", choices=NAMINGS, default="published")
    parser.add_argument("--shards", type=int, default=1)
    parser.add_argument("--snapshot", action="store_true", help="lay it out like a hub cache, with symbolic links")
    args = parser.parse_args(argv)
    folder = write_checkpoint(
        args.out,
        size=args.size,
        seed=args.seed,
        tokenizer=args.tokenizer,
        naming=args.naming,
        shards=args.shards,
        snapshot=args.snapshot,
    )
    print(folder)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
