"""Linear layers in each precision: how the weight is stored, and the nodes that apply it.

    float   [N, K] as in the checkpoint, FusedMatMul with transB: no transposition, one layout for every provider.
    row8    int8 weight with one scale per output, activations quantised to uint8 per ROW. Integer arithmetic is exact, so
            a row's result does not depend on the rows beside it, and one outlier row does not spoil the others (which
            DynamicQuantizeMatMul's single scale does).
    block8  MatMulNBits, 8 bits, blocks of 32 for weights and activations: finer, and slower for many rows.
    block4  the same with 4-bit weights.

Symmetric round-to-nearest throughout.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from onnx_export.checkpoint import Checkpoint, Float32
from onnx_export.graph import MICROSOFT, Graph

Kind = Literal["float32", "float16", "row8", "block8", "block4"]

BLOCK = 32
_ROWS_AT_A_TIME = 4096


@dataclass(frozen=True)
class Matrix:
    """One or several checkpoint matrices stacked along their outputs, read in blocks of rows.

    Attributes:
        checkpoint: where they are.
        names: tensors of shape [n_out, n_in], all with the same n_in.
    """

    checkpoint: Checkpoint
    names: tuple[str, ...]

    @property
    def n_out(self) -> int:
        return sum(self.checkpoint.shape(name)[0] for name in self.names)

    @property
    def n_in(self) -> int:
        return self.checkpoint.shape(self.names[0])[1]

    @property
    def shape(self) -> tuple[int, int]:
        return self.n_out, self.n_in

    def blocks(self) -> Iterator[Float32]:
        for name in self.names:
            n = self.checkpoint.shape(name)[0]
            for start in range(0, n, _ROWS_AT_A_TIME):
                yield self.checkpoint.rows(name, start, min(n, start + _ROWS_AT_A_TIME))


def add_linear(graph: Graph, x: str, name: str, matrix: Matrix, kind: Kind) -> str:
    """Adds `x @ matrix.T` with the weight stored as `name`; returns the output's name."""
    if kind == "row8":
        return _row8(graph, x, name, matrix)
    if kind in ("block4", "block8"):
        return _blocks(graph, x, name, matrix, bits=int(kind[-1]))
    dtype = float_type(kind)
    weight = graph.weight_blocks(name, (b.astype(dtype) for b in matrix.blocks()), matrix.shape)
    return graph.node("FusedMatMul", [x, weight], domain=MICROSOFT, transB=1)


def _row8(graph: Graph, x: str, name: str, matrix: Matrix) -> str:
    if not graph.stored(name):
        weight, scale = quantize_rows(matrix.blocks(), matrix.n_out, matrix.n_in)
        graph.weight(name, np.ascontiguousarray(weight.T))
        graph.weight(f"{name}.scale", scale)
    # ReduceMax takes its axes as an input from opset 18 on.
    peak = graph.node("ReduceMax", [graph.node("Abs", [x]), graph.ints(-1)], keepdims=1)
    peak = graph.node("Max", [peak, graph.constant(np.array(1e-9, np.float32))])
    row_scale = graph.node("Mul", [peak, graph.constant(np.array(1 / 127, np.float32))])
    one, zero_point = graph.constant(np.array(1, np.float32)), graph.constant(np.array(128, np.uint8))
    quantized = graph.node("QuantizeLinear", [graph.node("Div", [x, row_scale]), one, zero_point])
    # uint8 activations with zero point 128: MLAS has no fast kernel for int8 ones on x86.
    product = graph.node(
        "MatMulIntegerToFloat",
        [quantized, graph.weight(name), one, graph.weight(f"{name}.scale"), zero_point],
        domain=MICROSOFT,
    )
    return graph.node("Mul", [product, row_scale])


def _blocks(graph: Graph, x: str, name: str, matrix: Matrix, bits: int) -> str:
    if not graph.stored(name):
        packed, scales = zip(*(quantize_blocks(block, bits) for block in matrix.blocks()), strict=True)
        graph.weight(name, np.concatenate(packed))
        graph.weight(f"{name}.scale", np.concatenate(scales))
    # Accuracy level 4 (int8 activations): level 0 is 60 times slower for 8 bits on x86.
    return graph.node(
        "MatMulNBits",
        [x, graph.weight(name), graph.weight(f"{name}.scale")],
        domain=MICROSOFT,
        K=matrix.n_in,
        N=matrix.n_out,
        bits=bits,
        block_size=BLOCK,
        accuracy_level=4,
    )


def quantize_rows(blocks: Iterator[Float32], n_out: int, n_in: int) -> tuple[NDArray[np.int8], Float32]:
    """int8 [n_out, n_in] and one scale per row: weight ≈ q * scale[:, None]."""
    weight, scale = np.empty((n_out, n_in), np.int8), np.empty(n_out, np.float32)
    start = 0
    for block in blocks:
        stop = start + len(block)
        step = np.maximum(np.abs(block).max(1), 1e-12) / 127
        weight[start:stop] = np.rint(block / step[:, None])
        scale[start:stop] = step
        start = stop
    return weight, scale


def quantize_blocks(rows: Float32, bits: int) -> tuple[NDArray[np.uint8], Float32]:
    """Blocks as MatMulNBits wants them: uint8 [n_out, n_blocks, BLOCK * bits / 8] (low nibble first), scales [n_out, n_blocks].

    The value of largest magnitude in a block maps to the end of the range that has no positive twin (-8 or -128).
    """
    n_out, n_in = rows.shape
    n_blocks = -(-n_in // BLOCK)
    padded = np.zeros((n_out, n_blocks * BLOCK), np.float32)
    padded[:, :n_in] = rows
    blocks = padded.reshape(n_out, n_blocks, BLOCK)
    at = np.abs(blocks).argmax(-1)[..., None]
    half = 1 << (bits - 1)
    scale = np.asarray(np.take_along_axis(blocks, at, -1) / -half, np.float32)
    scale[scale == 0] = 1
    levels: NDArray[np.uint8] = np.clip(np.rint(blocks / scale) + half, 0, 2 * half - 1).astype(np.uint8)
    if bits == 4:
        levels = np.asarray(levels[..., 0::2] | (levels[..., 1::2] << 4), np.uint8)
    return levels, scale[..., 0]


def float_type(kind: Kind) -> type[np.generic]:
    """The type that activations have beside weights of this kind."""
    return np.float16 if kind == "float16" else np.float32


__all__ = ["BLOCK", "Kind", "Matrix", "add_linear", "float_type", "quantize_blocks", "quantize_rows"]
