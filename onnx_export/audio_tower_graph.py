"""The audio tower as two graphs, so that finished work can be kept between passes.

    stem     features [N, n_mels, F] -> [N, T, d_model]: the convolutions of N chunks and their positions. Chunks are independent.
    layers   [1, T, d_model] -> [1, T, output_dim]: the transformer over ONE attention window. Attention without a mask over
             one window is the reference's block-diagonal attention over all of them.

The `placed` form, for CUDA, has one shape for all and keeps its rows on the device: `places` says where in a table the rows of
a call go, `rows` of `layers` which of the stem's to take. A short chunk and a short window are padded. `valid` [1, 1, 1,
ceil(F / 2)], ones and then zeros from the column of a lone short chunk's end on, lets its rows be those of the unpadded
chunk; `key_lengths` keeps a window's padding out of attention.

Follows `modeling_qwen3_asr.py` of qwen-asr 0.0.6 (Qwen3ASRAudioEncoder).
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from inference.config import AudioTowerConfig
from onnx_export.checkpoint import Checkpoint, Float32
from onnx_export.graph import MICROSOFT, Graph, WeightsFile
from onnx_export.linear import Kind, Matrix, add_linear, float_type

NORM_EPS = 1e-5  # torch.nn.LayerNorm's default, which the reference uses
_FP16_LIMIT = 65504.0 - 1000.0  # the reference clamps fp16 activations to this after each layer
_PREFIX = "audio_tower"
_FAR = 1 << 30


def sinusoids(length: int, channels: int) -> Float32:
    """Whisper's position table [length, channels]: sines of `channels / 2` timescales up to 10,000, then cosines."""
    increment = math.log(10_000) / (channels // 2 - 1)
    angles = np.arange(length)[:, None] * np.exp(-increment * np.arange(channels // 2))[None]
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1).astype(np.float32)


def write_stem(checkpoint: Checkpoint, weights: WeightsFile, path: Path, kind: Kind, *, placed: bool = False) -> None:
    config, dtype = checkpoint.config.audio, float_type(kind)
    graph = Graph("audio_stem", weights)
    x = graph.input("features", dtype, ["n_chunks", config.n_mels, "n_frames"])
    mask = graph.input("valid", dtype, [1, 1, 1, "n_columns"]) if placed else ""
    x = graph.node("Unsqueeze", [x, graph.ints(1)])
    for i in (1, 2, 3):
        name = f"{_PREFIX}.conv2d{i}"
        weight = graph.weight(f"{name}.weight", checkpoint.tensor(f"{name}.weight").astype(dtype))
        bias = graph.weight(f"{name}.bias", checkpoint.tensor(f"{name}.bias").astype(dtype))
        x = graph.node("Conv", [x, weight, bias], kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
        x = graph.node("Gelu", [x], domain=MICROSOFT)
        if placed and i < 3:
            # What a convolution finds beyond the end is zero, as it would be if the chunk were not padded.
            x = graph.node("Mul", [x, mask])
            mask = graph.node("Slice", [mask, graph.ints(0), graph.ints(_FAR), graph.ints(3), graph.ints(2)])
    # [N, channels, mels, T] -> [N, T, channels * mels]
    x = graph.node("Transpose", [x], perm=[0, 3, 1, 2])
    x = graph.node("Reshape", [x, graph.ints(0, 0, config.conv_channels * config.conv_mels)])
    x = add_linear(graph, x, f"{_PREFIX}.conv_out", Matrix(checkpoint, (f"{_PREFIX}.conv_out.weight",)), kind)
    table = graph.weight(f"{_PREFIX}.positions", sinusoids(config.chunk_tokens, config.d_model).astype(dtype))
    n_tokens = graph.node("Shape", [x], start=1, end=2)
    positions = graph.node("Slice", [table, graph.ints(0), n_tokens, graph.ints(0)])
    if placed:
        rows = graph.node("Reshape", [graph.node("Add", [x, positions]), graph.ints(-1, config.d_model)])
        _place(graph, rows, "embeddings", dtype, config.d_model)
    else:
        graph.node("Add", [x, positions], output="embeddings")
        graph.output("embeddings", dtype, ["n_chunks", "n_tokens", config.d_model])
    graph.save(path)


def _place(graph: Graph, rows: str, name: str, dtype: type[np.generic], width: int) -> None:
    """Ends a graph by writing rows [n, width] into a table, at `places` [n, 1]; bind `name` to the buffer of `past_…`."""
    table = graph.input(f"past_{name}", dtype, [f"n_{name}", width])
    places = graph.input("places", np.int64, ["n_places", 1])
    graph.node("ScatterND", [table, places, rows], output=name)
    graph.output(name, dtype, [f"n_{name}", width])


def write_layers(checkpoint: Checkpoint, weights: WeightsFile, path: Path, kind: Kind, *, placed: bool = False) -> None:
    config, dtype = checkpoint.config.audio, float_type(kind)
    graph = Graph("audio_layers", weights)
    mask = ""
    if placed:
        table = graph.input("embeddings", dtype, ["n_embeddings", config.d_model])
        rows = graph.node("Gather", [table, graph.input("rows", np.int64, ["n_tokens"])])
        hidden = graph.node("Unsqueeze", [rows, graph.ints(0)])
        mask = graph.input("key_lengths", np.int32, ["mask_size"])
    else:
        hidden = graph.input("embeddings", dtype, [1, "n_tokens", config.d_model])
    zeros = graph.node("Mul", [hidden, graph.constant(np.array(0, dtype))]) if dtype == np.float16 else ""
    normed = _layer_norm(graph, hidden, f"{_PREFIX}.layers.0.self_attn_layer_norm", checkpoint, dtype)
    for i in range(config.n_layers):
        layer = f"{_PREFIX}.layers.{i}"
        x = _attention(graph, normed, mask, layer, checkpoint, config, kind)
        bias = _bias(graph, f"{layer}.self_attn.out_proj", checkpoint, dtype)
        hidden, normed = _skip_layer_norm(graph, hidden, x, bias, f"{layer}.final_layer_norm", checkpoint, dtype)
        x = _gelu(graph, normed, f"{layer}.fc1", checkpoint, kind)
        x = _linear(graph, x, f"{layer}.fc2", checkpoint, kind)
        bias = _bias(graph, f"{layer}.fc2", checkpoint, dtype)
        following = (
            f"{_PREFIX}.ln_post" if i + 1 == config.n_layers else f"{_PREFIX}.layers.{i + 1}.self_attn_layer_norm"
        )
        if dtype == np.float16:
            hidden = _clamped_sum(graph, hidden, x)
            hidden, normed = _skip_layer_norm(graph, hidden, zeros, bias, following, checkpoint, dtype)
        else:
            hidden, normed = _skip_layer_norm(graph, hidden, x, bias, following, checkpoint, dtype)
    x = _linear(graph, _gelu(graph, normed, f"{_PREFIX}.proj1", checkpoint, kind), f"{_PREFIX}.proj2", checkpoint, kind)
    bias = _bias(graph, f"{_PREFIX}.proj2", checkpoint, dtype)
    if placed:
        rows = graph.node("Reshape", [graph.node("Add", [x, bias]), graph.ints(-1, config.output_dim)])
        _place(graph, rows, "audio", dtype, config.output_dim)
    else:
        graph.node("Add", [x, bias], output="audio")
        graph.output("audio", dtype, [1, "n_tokens", config.output_dim])
    graph.save(path)


def _attention(
    graph: Graph, x: str, mask: str, layer: str, checkpoint: Checkpoint, config: AudioTowerConfig, kind: Kind
) -> str:
    name = f"{layer}.self_attn.qkv"
    parts = [f"{layer}.self_attn.{part}_proj" for part in "qkv"]
    matrix = Matrix(checkpoint, tuple(f"{part}.weight" for part in parts))

    def bias() -> str:
        values = np.concatenate([checkpoint.tensor(f"{part}.bias") for part in parts])
        return graph.weight(f"{name}.bias", values.astype(float_type(kind)))

    if mask:
        # Product, bias and transposition in one operator, five kernels less. It wants [in, out]; ONNX Runtime turns the
        # weight round when it loads.
        weight = graph.weight_blocks(name, (b.astype(float_type(kind)) for b in matrix.blocks()), matrix.shape)
        weight = graph.node("Transpose", [weight], perm=[1, 0])
        x = graph.node("Attention", [x, weight, bias(), mask], domain=MICROSOFT, num_heads=config.n_heads)
    else:
        q, k, v = graph.split(add_linear(graph, x, name, matrix, kind), [config.d_model] * 3)
        x = graph.node("MultiHeadAttention", [q, k, v, bias()], domain=MICROSOFT, num_heads=config.n_heads)
    return _linear(graph, x, f"{layer}.self_attn.out_proj", checkpoint, kind)


def _linear(graph: Graph, x: str, name: str, checkpoint: Checkpoint, kind: Kind) -> str:
    """Without its bias, which the operator behind it adds on its way."""
    return add_linear(graph, x, name, Matrix(checkpoint, (f"{name}.weight",)), kind)


def _gelu(graph: Graph, x: str, name: str, checkpoint: Checkpoint, kind: Kind) -> str:
    bias = _bias(graph, name, checkpoint, float_type(kind))
    return graph.node("BiasGelu", [_linear(graph, x, name, checkpoint, kind), bias], domain=MICROSOFT)


def _bias(graph: Graph, name: str, checkpoint: Checkpoint, dtype: type[np.generic]) -> str:
    return graph.weight(f"{name}.bias", checkpoint.tensor(f"{name}.bias").astype(dtype))


def _norm_weights(graph: Graph, name: str, checkpoint: Checkpoint, dtype: type[np.generic]) -> list[str]:
    return [
        graph.weight(f"{name}.{part}", checkpoint.tensor(f"{name}.{part}").astype(dtype)) for part in ("weight", "bias")
    ]


def _layer_norm(graph: Graph, x: str, name: str, checkpoint: Checkpoint, dtype: type[np.generic]) -> str:
    inputs = [x, *_norm_weights(graph, name, checkpoint, dtype)]
    return graph.node("LayerNormalization", inputs, axis=-1, epsilon=NORM_EPS)


def _skip_layer_norm(
    graph: Graph, hidden: str, delta: str, bias: str, name: str, checkpoint: Checkpoint, dtype: type[np.generic]
) -> tuple[str, str]:
    """(hidden + delta + bias, its layer norm)."""
    inputs = [hidden, delta, *_norm_weights(graph, name, checkpoint, dtype), bias]
    outputs = [f"{name}.normed", "", "", f"{name}.sum"]
    graph.nodes("SkipLayerNormalization", inputs, outputs, domain=MICROSOFT, epsilon=NORM_EPS)
    return outputs[3], outputs[0]


def _clamped_sum(graph: Graph, hidden: str, delta: str) -> str:
    """hidden + delta, clamped as the reference clamps fp16 at the end of a layer, so that it cannot overflow.

    The layer's last bias is added behind it, by the fused norm: that one takes half the time of a norm by itself.
    """
    limits = [graph.constant(np.array(sign * _FP16_LIMIT, np.float16)) for sign in (-1, 1)]
    return graph.node("Clip", [graph.node("Add", [hidden, delta]), *limits])
