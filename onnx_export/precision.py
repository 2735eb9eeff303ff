"""Which weight format each part of the model gets in each precision."""

from __future__ import annotations

from dataclasses import dataclass

from onnx_export.linear import Kind


@dataclass(frozen=True)
class Precision:
    """
    Attributes:
        name: fp32, fp16, int8 or int4.
        tower: the audio tower's linear layers. Never below 8 bits: published ports lose languages otherwise.
        attention: the decoder's q/k/v and output projections.
        gate_up: the first half of the decoder's MLP.
        down: the second half; it writes into the residual stream and is never below 8 bits, for the same reason.
        head: the map to the vocabulary.
        embedding: the token embeddings, which the host looks up: "float32", "float16" or "row8".
    """

    name: str
    tower: Kind
    attention: Kind
    gate_up: Kind
    down: Kind
    head: Kind
    embedding: Kind


PRECISIONS = {
    "fp32": Precision("fp32", *["float32"] * 6),  # type: ignore[arg-type]
    "fp16": Precision("fp16", *["float16"] * 6),  # type: ignore[arg-type]
    "int8": Precision(
        "int8", tower="row8", attention="row8", gate_up="row8", down="block8", head="block8", embedding="row8"
    ),
    "int4": Precision(
        "int4", tower="row8", attention="block4", gate_up="block4", down="block8", head="block8", embedding="row8"
    ),
}
"""The second half of the MLP and the head are the layers in which a whole row's outliers cost the most: there weights and
activations are quantised in blocks, which takes longer for many rows and no longer for the few that pass the head."""
