"""A checkpoint in the official Hugging Face layout, read tensor by tensor.

Given a folder with `config.json`, `model.safetensors` (or shards with their index) and the tokenizer files; symlinked
cache snapshots included. Gives tensors as float32 under this program's own names (`audio_tower.…`, `decoder.…`),
whichever published naming the file uses, after checking that every expected tensor is there with the right shape.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inference.config import ModelConfig
from inference.errors import RecognizerError
from inference.messages import translate
from onnx_export.errors import ExportError

Float32 = NDArray[np.float32]

_DTYPES: dict[str, np.dtype[Any]] = {
    "F32": np.dtype("<f4"),
    "F16": np.dtype("<f2"),
    "BF16": np.dtype("<u2"),
}

# Published prefixes -> ours. Order matters: the first that matches a name wins.
_PREFIXES = (
    ("thinker.audio_tower.", "audio_tower."),
    ("model.audio_tower.", "audio_tower."),
    ("model.multi_modal_projector.linear_1.", "audio_tower.proj1."),
    ("model.multi_modal_projector.linear_2.", "audio_tower.proj2."),
    ("thinker.model.", "decoder."),
    ("model.language_model.", "decoder."),
    ("thinker.lm_head.", "decoder.lm_head."),
    ("lm_head.", "decoder.lm_head."),
)

_MAX_HEADER_BYTES = 100_000_000  # the safetensors format's own limit


@dataclass(frozen=True)
class _Entry:
    file: Path
    dtype: str
    shape: tuple[int, ...]
    offset: int


def expected_shapes(config: ModelConfig) -> dict[str, tuple[int, ...]]:
    """Every tensor this program reads, under its own name, with its shape ([out, in] for linear layers)."""
    a, d = config.audio, config.decoder
    shapes: dict[str, tuple[int, ...]] = {}

    def linear(name: str, n_out: int, n_in: int, bias: bool) -> None:
        shapes[f"{name}.weight"] = (n_out, n_in)
        if bias:
            shapes[f"{name}.bias"] = (n_out,)

    def norm(name: str, n: int, bias: bool) -> None:
        shapes[f"{name}.weight"] = (n,)
        if bias:
            shapes[f"{name}.bias"] = (n,)

    for i, channels in enumerate((1, a.conv_channels, a.conv_channels), start=1):
        shapes[f"audio_tower.conv2d{i}.weight"] = (a.conv_channels, channels, 3, 3)
        shapes[f"audio_tower.conv2d{i}.bias"] = (a.conv_channels,)
    linear("audio_tower.conv_out", a.d_model, a.conv_channels * a.conv_mels, bias=False)
    for i in range(a.n_layers):
        layer = f"audio_tower.layers.{i}"
        for part in ("q_proj", "k_proj", "v_proj", "out_proj"):
            linear(f"{layer}.self_attn.{part}", a.d_model, a.d_model, bias=True)
        norm(f"{layer}.self_attn_layer_norm", a.d_model, bias=True)
        linear(f"{layer}.fc1", a.ffn_dim, a.d_model, bias=True)
        linear(f"{layer}.fc2", a.d_model, a.ffn_dim, bias=True)
        norm(f"{layer}.final_layer_norm", a.d_model, bias=True)
    norm("audio_tower.ln_post", a.d_model, bias=True)
    linear("audio_tower.proj1", a.d_model, a.d_model, bias=True)
    linear("audio_tower.proj2", a.output_dim, a.d_model, bias=True)

    shapes["decoder.embed_tokens.weight"] = (d.vocab_size, d.hidden_size)
    for i in range(d.n_layers):
        layer = f"decoder.layers.{i}"
        linear(f"{layer}.self_attn.q_proj", d.n_heads * d.head_dim, d.hidden_size, bias=False)
        linear(f"{layer}.self_attn.k_proj", d.n_kv_heads * d.head_dim, d.hidden_size, bias=False)
        linear(f"{layer}.self_attn.v_proj", d.n_kv_heads * d.head_dim, d.hidden_size, bias=False)
        linear(f"{layer}.self_attn.o_proj", d.hidden_size, d.n_heads * d.head_dim, bias=False)
        norm(f"{layer}.self_attn.q_norm", d.head_dim, bias=False)
        norm(f"{layer}.self_attn.k_norm", d.head_dim, bias=False)
        norm(f"{layer}.input_layernorm", d.hidden_size, bias=False)
        norm(f"{layer}.post_attention_layernorm", d.hidden_size, bias=False)
        linear(f"{layer}.mlp.gate_proj", d.ffn_dim, d.hidden_size, bias=False)
        linear(f"{layer}.mlp.up_proj", d.ffn_dim, d.hidden_size, bias=False)
        linear(f"{layer}.mlp.down_proj", d.hidden_size, d.ffn_dim, bias=False)
    norm("decoder.norm", d.hidden_size, bias=False)
    if not d.tied_embeddings:
        linear("decoder.lm_head", d.vocab_size, d.hidden_size, bias=False)
    return shapes


class Checkpoint:
    """An opened and checked checkpoint.

    Attributes:
        folder: where it lies.
        config: its shape.
        raw_config: the parsed `config.json`.
        on_read: takes the bytes of every read; may raise to stop the work.
    """

    def __init__(self, folder: Path) -> None:
        """Raises ExportError for a folder that is no complete Qwen3-ASR checkpoint."""
        self.folder = folder
        self.on_read: Callable[[int], None] = lambda n_bytes: None
        self.raw_config = read_json(folder / "config.json")
        try:
            self.config = ModelConfig.from_checkpoint(self.raw_config)
        except RecognizerError as error:
            raise ExportError(str(error)) from error
        self._entries = self._index()
        self._check()

    def tensor(self, name: str) -> Float32:
        """The whole tensor as float32, in the checkpoint's own layout."""
        entry = self._entries[name]
        return self._read(entry, 0, math.prod(entry.shape)).reshape(entry.shape)

    def rows(self, name: str, start: int, stop: int) -> Float32:
        """Rows start..stop of a matrix as float32 [stop - start, n_in]."""
        entry = self._entries[name]
        width = math.prod(entry.shape[1:])
        return self._read(entry, start * width, stop * width).reshape(stop - start, *entry.shape[1:])

    def shape(self, name: str) -> tuple[int, ...]:
        return self._entries[name].shape

    @property
    def head_name(self) -> str:
        """The tensor that maps hidden states to the vocabulary."""
        return "decoder.embed_tokens.weight" if self.config.decoder.tied_embeddings else "decoder.lm_head.weight"

    @property
    def n_bytes(self) -> int:
        """Bytes of all tensors, as stored."""
        return sum(
            math.prod(entry.shape) * _DTYPES[entry.dtype].itemsize
            for name, entry in self._entries.items()
            if name in expected_shapes(self.config)
        )

    @property
    def n_parameters(self) -> int:
        return sum(math.prod(shape) for shape in expected_shapes(self.config).values())

    def _read(self, entry: _Entry, start: int, stop: int) -> Float32:
        dtype = _DTYPES[entry.dtype]
        try:
            with entry.file.open("rb") as file:
                file.seek(entry.offset + start * dtype.itemsize)
                raw = np.fromfile(file, dtype, stop - start)
        except OSError as error:
            raise ExportError(
                translate("Conversion", "{0} could not be read: {1}.").format(entry.file.name, error.strerror)
            ) from error
        if raw.size != stop - start:
            raise ExportError(
                translate("Conversion", "{0} is truncated: the download is incomplete.").format(entry.file.name)
            )
        self.on_read(raw.nbytes)
        if entry.dtype == "BF16":
            return (raw.astype(np.uint32) << 16).view(np.float32)
        return raw.astype(np.float32)

    def _index(self) -> dict[str, _Entry]:
        single, index = self.folder / "model.safetensors", self.folder / "model.safetensors.index.json"
        if single.exists():
            files = [single]
        elif index.exists():
            names = read_json(index).get("weight_map")
            if not isinstance(names, dict):
                raise ExportError(translate("Conversion", "model.safetensors.index.json has no weight_map."))
            files = [self.folder / name for name in sorted(set(names.values()))]
        else:
            raise ExportError(translate("Conversion", "There is no model.safetensors in {0}.").format(self.folder))
        entries: dict[str, _Entry] = {}
        for file in files:
            entries.update(_safetensors_entries(file))
        return entries

    def _check(self) -> None:
        shapes = expected_shapes(self.config)
        missing = [name for name in shapes if name not in self._entries]
        if missing:
            words = translate("Conversion", "The tensor {0} is missing from the checkpoint.")
            if len(missing) > 1:
                words = translate("Conversion", "The tensor {0} and {1} more are missing from the checkpoint.")
            raise ExportError(words.format(missing[0], len(missing) - 1))
        for name, shape in shapes.items():
            entry = self._entries[name]
            if entry.dtype not in _DTYPES:
                raise ExportError(
                    translate(
                        "Conversion", "The tensor {0} has the unsupported type {1}; bf16, fp16 or fp32 is expected."
                    ).format(name, entry.dtype)
                )
            if entry.shape != shape:
                raise ExportError(
                    translate("Conversion", "The tensor {0} has the shape {1}; {2} is expected.").format(
                        name, list(entry.shape), list(shape)
                    )
                )


def _our_name(published: str) -> str | None:
    for prefix, ours in _PREFIXES:
        if published.startswith(prefix):
            return ours + published[len(prefix) :]
    return None


def _safetensors_entries(file: Path) -> dict[str, _Entry]:
    """The tensors of one file, from its header (https://github.com/huggingface/safetensors, "Format")."""
    try:
        size = file.stat().st_size
        with file.open("rb") as stream:
            length = int.from_bytes(stream.read(8), "little")
            if not 2 <= length <= min(_MAX_HEADER_BYTES, size - 8):
                raise ExportError(
                    translate("Conversion", "{0} is not a safetensors file, or it is truncated.").format(file.name)
                )
            header = json.loads(stream.read(length))
    except OSError as error:
        raise ExportError(
            translate("Conversion", "{0} could not be read: {1}.").format(file.name, error.strerror)
        ) from error
    except (ValueError, RecursionError) as error:
        raise ExportError(translate("Conversion", "{0} is not a safetensors file.").format(file.name)) from error
    if not isinstance(header, dict):
        raise ExportError(translate("Conversion", "{0} is not a safetensors file.").format(file.name))
    entries: dict[str, _Entry] = {}
    for published, item in header.items():
        name = _our_name(published)
        if published == "__metadata__" or name is None:
            continue
        try:
            begin, end = map(int, item["data_offsets"])
            shape = tuple(map(int, item["shape"]))
            known = _DTYPES.get(item["dtype"])
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ExportError(
                translate("Conversion", "{0} is damaged: the description of the tensor {1} is incomplete.").format(
                    file.name, published
                )
            ) from error
        if known is not None and end - begin != math.prod(shape) * known.itemsize:
            raise ExportError(
                translate("Conversion", "{0} is damaged: the tensor {1} has the wrong size.").format(
                    file.name, published
                )
            )
        if begin < 0 or 8 + length + end > size:
            raise ExportError(
                translate("Conversion", "{0} is truncated: the download is incomplete.").format(file.name)
            )
        entries[name] = _Entry(file, item["dtype"], shape, 8 + length + begin)
    return entries


def read_json(path: Path) -> Mapping[str, Any]:
    """A JSON object from a file. Raises ExportError."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ExportError(
            translate("Conversion", "{0} could not be read in {1}: {2}.").format(path.name, path.parent, error.strerror)
        ) from error
    except (ValueError, RecursionError) as error:
        raise ExportError(
            translate("Conversion", "{0} in {1} is not valid JSON.").format(path.name, path.parent)
        ) from error
    if not isinstance(raw, dict):
        raise ExportError(translate("Conversion", "{0} in {1} is not a JSON object.").format(path.name, path.parent))
    return raw
