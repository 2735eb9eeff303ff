"""The audio tower once more, from plain operators and with fixed shapes, for CoreML: it has none of the fused operators and
wants every shape known.

    stem     features [1, n_mels, chunk] -> [1, tokens, d_model]: one full chunk
    layers   embeddings [1, window tokens, d_model], key_bias [1, 1, 1, window tokens] -> [1, window tokens, output_dim]: a
             window padded to its full length; `key_bias` is 0 for real rows and very negative for padding

The weights are those of the other graphs, which lie as [out, in]: ONNX Runtime folds the transpositions when it loads.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from onnx_export.audio_tower_graph import NORM_EPS, sinusoids
from onnx_export.checkpoint import Checkpoint
from onnx_export.graph import Graph, WeightsFile
from onnx_export.linear import Kind, Matrix, float_type

_PREFIX = "audio_tower"


class _Plain:
    """What both graphs are made of."""

    def __init__(self, name: str, checkpoint: Checkpoint, weights: WeightsFile, kind: Kind) -> None:
        self.checkpoint = checkpoint
        self.config = checkpoint.config.audio
        self.dtype = float_type(kind)
        self.graph = Graph(name, weights)

    def stored(self, name: str) -> str:
        return self.graph.weight(name, self.checkpoint.tensor(name).astype(self.dtype))

    def linear(self, x: str, stored_as: str, names: tuple[str, ...]) -> str:
        matrix = Matrix(self.checkpoint, names)
        blocks = (block.astype(self.dtype) for block in matrix.blocks())
        weight = self.graph.weight_blocks(stored_as, blocks, matrix.shape)
        return self.graph.node("MatMul", [x, self.graph.node("Transpose", [weight], perm=[1, 0])])

    def biased(self, x: str, name: str) -> str:
        return self.graph.node("Add", [self.linear(x, name, (f"{name}.weight",)), self.stored(f"{name}.bias")])

    def norm(self, x: str, name: str) -> str:
        inputs = [x, self.stored(f"{name}.weight"), self.stored(f"{name}.bias")]
        return self.graph.node("LayerNormalization", inputs, axis=-1, epsilon=NORM_EPS)

    def gelu(self, x: str) -> str:
        return self.graph.node("Gelu", [x])


def write_plain_stem(checkpoint: Checkpoint, weights: WeightsFile, path: Path, kind: Kind) -> None:
    plain = _Plain("audio_stem_plain", checkpoint, weights, kind)
    graph, config = plain.graph, plain.config
    x = graph.input("features", plain.dtype, [1, config.n_mels, config.chunk_frames])
    x = graph.node("Reshape", [x, graph.ints(1, 1, config.n_mels, config.chunk_frames)])
    for i in (1, 2, 3):
        name = f"{_PREFIX}.conv2d{i}"
        inputs = [x, plain.stored(f"{name}.weight"), plain.stored(f"{name}.bias")]
        x = plain.gelu(graph.node("Conv", inputs, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1]))
    x = graph.node("Transpose", [x], perm=[0, 3, 1, 2])
    x = graph.node("Reshape", [x, graph.ints(1, config.chunk_tokens, config.conv_channels * config.conv_mels)])
    x = plain.linear(x, f"{_PREFIX}.conv_out", (f"{_PREFIX}.conv_out.weight",))
    table = graph.weight(f"{_PREFIX}.positions", sinusoids(config.chunk_tokens, config.d_model).astype(plain.dtype))
    graph.node("Add", [x, table], output="embeddings")
    graph.output("embeddings", plain.dtype, [1, config.chunk_tokens, config.d_model])
    graph.save(path)


def write_plain_layers(checkpoint: Checkpoint, weights: WeightsFile, path: Path, kind: Kind) -> None:
    plain = _Plain("audio_layers_plain", checkpoint, weights, kind)
    graph, config = plain.graph, plain.config
    n_tokens = config.chunks_per_window * config.chunk_tokens
    hidden = graph.input("embeddings", plain.dtype, [1, n_tokens, config.d_model])
    graph.input("key_bias", plain.dtype, [1, 1, 1, n_tokens])
    for i in range(config.n_layers):
        layer = f"{_PREFIX}.layers.{i}"
        x = _attention(plain, plain.norm(hidden, f"{layer}.self_attn_layer_norm"), layer, n_tokens)
        hidden = graph.node("Add", [hidden, plain.biased(x, f"{layer}.self_attn.out_proj")])
        x = plain.gelu(plain.biased(plain.norm(hidden, f"{layer}.final_layer_norm"), f"{layer}.fc1"))
        hidden = graph.node("Add", [hidden, plain.biased(x, f"{layer}.fc2")])
    x = plain.norm(hidden, f"{_PREFIX}.ln_post")
    x = plain.biased(plain.gelu(plain.biased(x, f"{_PREFIX}.proj1")), f"{_PREFIX}.proj2")
    graph.node("Identity", [x], output="audio")
    graph.output("audio", plain.dtype, [1, n_tokens, config.output_dim])
    graph.save(path)


def _attention(plain: _Plain, x: str, layer: str, n_tokens: int) -> str:
    graph, config = plain.graph, plain.config
    head_dim = config.d_model // config.n_heads
    parts = tuple(f"{layer}.self_attn.{part}_proj" for part in "qkv")
    qkv = plain.linear(x, f"{layer}.self_attn.qkv", tuple(f"{part}.weight" for part in parts))
    biases = np.concatenate([plain.checkpoint.tensor(f"{part}.bias") for part in parts]).astype(plain.dtype)
    qkv = graph.node("Add", [qkv, graph.weight(f"{layer}.self_attn.qkv.bias", biases)])
    q, k, v = (
        graph.node(
            "Transpose",
            [graph.node("Reshape", [part, graph.ints(1, n_tokens, config.n_heads, head_dim)])],
            perm=[0, 2, 3, 1] if i == 1 else [0, 2, 1, 3],
        )
        for i, part in enumerate(graph.split(qkv, [config.d_model] * 3))
    )
    scale = graph.constant(np.array(head_dim**-0.5, plain.dtype))
    scores = graph.node("MatMul", [graph.node("Mul", [q, scale]), k])
    scores = graph.node("Softmax", [graph.node("Add", [scores, "key_bias"])], axis=-1)
    x = graph.node("Transpose", [graph.node("MatMul", [scores, v])], perm=[0, 2, 1, 3])
    return graph.node("Reshape", [x, graph.ints(1, n_tokens, config.d_model)])
