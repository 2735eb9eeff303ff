"""A small builder for ONNX graphs whose weights go, tensor by tensor, into one external data file."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper

MICROSOFT = "com.microsoft"
_OPSET, _IR_VERSION = 21, 10
_ALIGNMENT = 4096  # lets ONNX Runtime map the file instead of copying it
_INLINE_BYTES = 16384  # smaller tensors stay in the graph, where they need no alignment

Array = NDArray[Any]


class WeightsFile:
    """External data shared by the graphs of a bundle: each tensor is written once, graphs refer to it by name."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: BinaryIO = path.open("wb")
        self._tensors: dict[str, TensorProto] = {}

    def __enter__(self) -> WeightsFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def __contains__(self, name: str) -> bool:
        return name in self._tensors

    def __getitem__(self, name: str) -> TensorProto:
        return self._tensors[name]

    def add(self, name: str, blocks: Iterable[Array], shape: Sequence[int]) -> None:
        """Writes a tensor given as consecutive blocks of its rows; small ones are kept inline in the graphs."""
        tensor = TensorProto(name=name, dims=shape)
        self._file.write(b"\0" * (-self._file.tell() % _ALIGNMENT))
        offset = self._file.tell()
        for block in blocks:
            tensor.data_type = helper.np_dtype_to_tensor_dtype(block.dtype)
            if block.nbytes == block.dtype.itemsize * math.prod(shape) <= _INLINE_BYTES:
                tensor.raw_data = block.tobytes()
            else:
                self._file.write(np.ascontiguousarray(block).data)
        if not tensor.HasField("raw_data"):
            tensor.data_location = TensorProto.EXTERNAL
            length = self._file.tell() - offset
            for key, value in (("location", self.path.name), ("offset", offset), ("length", length)):
                tensor.external_data.add(key=key, value=str(value))
        self._tensors[name] = tensor


class Graph:
    """Nodes in the order in which they are added; every method returns the names of what it made."""

    def __init__(self, name: str, weights: WeightsFile) -> None:
        self._name = name
        self._weights = weights
        self._nodes: list[onnx.NodeProto] = []
        self._initializers: dict[str, TensorProto] = {}
        self._inputs: list[onnx.ValueInfoProto] = []
        self._outputs: list[onnx.ValueInfoProto] = []

    def input(self, name: str, dtype: type[np.generic], shape: Sequence[int | str]) -> str:
        self._inputs.append(helper.make_tensor_value_info(name, _onnx_type(dtype), shape))
        return name

    def output(self, name: str, dtype: type[np.generic], shape: Sequence[int | str]) -> str:
        self._outputs.append(helper.make_tensor_value_info(name, _onnx_type(dtype), shape))
        return name

    def stored(self, name: str) -> bool:
        """Whether a weight of this name has been written, by this graph or by another that shares the file."""
        return name in self._weights

    def weight(self, name: str, value: Array | None = None) -> str:
        """A stored tensor; `value` writes it unless it has been written before."""
        if value is not None and name not in self._weights:
            self._weights.add(name, [value], value.shape)
        self._initializers[name] = self._weights[name]
        return name

    def weight_blocks(self, name: str, blocks: Iterable[Array], shape: Sequence[int]) -> str:
        """As `weight`, for a tensor too large to hold: consecutive blocks of its rows."""
        if name not in self._weights:
            self._weights.add(name, blocks, shape)
        return self.weight(name)

    def constant(self, value: Array) -> str:
        """A small constant, shared by all nodes that ask for the same value."""
        name = f"const_{value.dtype}_{'x'.join(map(str, value.shape))}_{value.tobytes().hex()}"
        if name not in self._initializers:
            tensor = TensorProto(name=name, dims=value.shape, data_type=helper.np_dtype_to_tensor_dtype(value.dtype))
            tensor.raw_data = value.tobytes()
            self._initializers[name] = tensor
        return name

    def ints(self, *values: int) -> str:
        return self.constant(np.array(values, np.int64))

    def node(
        self, op: str, inputs: Sequence[str], *, domain: str = "", output: str | None = None, **attributes: Any
    ) -> str:
        """Adds a node with one output and returns the output's name."""
        return self.nodes(op, inputs, [output or self._fresh(op)], domain=domain, **attributes)[0]

    def nodes(
        self, op: str, inputs: Sequence[str], outputs: Sequence[str], *, domain: str = "", **attributes: Any
    ) -> list[str]:
        """Adds a node with the given outputs ("" for one that is not wanted)."""
        name = f"{op}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(op, list(inputs), list(outputs), name=name, domain=domain, **attributes))
        return list(outputs)

    def split(self, x: str, sizes: Sequence[int]) -> list[str]:
        """`x` cut along its last axis."""
        outputs = [self._fresh(f"Split{i}") for i in range(len(sizes))]
        return self.nodes("Split", [x, self.ints(*sizes)], outputs, axis=-1)

    def save(self, path: Path) -> None:
        graph = helper.make_graph(
            self._nodes, self._name, self._inputs, self._outputs, list(self._initializers.values())
        )
        opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(MICROSOFT, 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=_IR_VERSION, producer_name="r2t2-captions")
        path.write_bytes(model.SerializeToString())

    def _fresh(self, op: str) -> str:
        return f"{op}_{len(self._nodes)}_out"


def _onnx_type(dtype: type[np.generic]) -> int:
    return int(helper.np_dtype_to_tensor_dtype(np.dtype(dtype)))
