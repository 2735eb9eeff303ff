"""The decoder as ONE graph for prefill, draft check and single steps, over a KV cache that it updates in place.

    inputs_embeds           [1, S, hidden]  embedding rows of the new positions (text rows looked up by the host, audio rows pasted in)
    logit_rows              [R] int64       which of the S rows are asked for their next token
    seqlens_k               [1] int32       past + S - 1
    total_sequence_length   [1] int32       past + S
    rotary_cos, rotary_sin  [capacity, head_dim / 2]; inputs, so that no table is stored and none limits the prompt
    past_key_i, past_value_i      [1, kv_heads, capacity, head_dim]; bind `present_…` to the SAME buffers
    token_ids               [1, R] int64    greedy next tokens
    logits                  [1, R, vocab]   for tests and self-tests; not fetched while streaming

The `placed` form, for CUDA, takes in place of `inputs_embeds` what fits into a captured graph's fixed buffers:

    tokens                  [1, S] int64    token ids; -1 - p for the audio row at place p
    audio                   [n_audio, hidden]  a table of audio rows

A shorter `past` than last time rewinds the cache: later rows are overwritten and never looked at. Only the asked rows pass
the last layer's output projection, MLP and the LM head.

The q/k norms stand outside GroupQueryAttention in the portable form (CPU and DirectML reject them inside) and inside it in
the CUDA form, which also takes q, k and v in one piece: three kernels a layer less. Follows `modeling_qwen3.py` of
transformers 4.57 (mrope's three position streams are equal here, so it is the plain half-split rotary embedding).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from onnx_export.checkpoint import Checkpoint
from onnx_export.graph import MICROSOFT, Graph, WeightsFile
from onnx_export.linear import Matrix, add_linear, float_type
from onnx_export.precision import Precision


def write_decoder(
    checkpoint: Checkpoint,
    weights: WeightsFile,
    path: Path,
    precision: Precision,
    *,
    placed: bool = False,
    norm_in_attention: bool = False,
) -> None:
    builder = _DecoderBuilder(checkpoint, weights, precision, placed, norm_in_attention)
    builder.build()
    builder.graph.save(path)


class _DecoderBuilder:
    def __init__(
        self, checkpoint: Checkpoint, weights: WeightsFile, precision: Precision, placed: bool, norm_in_attention: bool
    ) -> None:
        self.checkpoint = checkpoint
        self.config = checkpoint.config.decoder
        self.precision = precision
        self.placed = placed
        self.norm_in_attention = norm_in_attention
        self.dtype = float_type(precision.attention)
        self.graph = Graph("decoder", weights)

    def build(self) -> None:
        graph, config, dtype = self.graph, self.config, self.dtype
        hidden = (
            self._embed() if self.placed else graph.input("inputs_embeds", dtype, [1, "n_rows", config.hidden_size])
        )
        rows = graph.input("logit_rows", np.int64, ["n_logit_rows"])
        graph.input("seqlens_k", np.int32, [1])
        graph.input("total_sequence_length", np.int32, [1])
        for table in ("rotary_cos", "rotary_sin"):
            graph.input(table, dtype, ["capacity", config.head_dim // 2])
        normed = self._rms_norm(hidden, "decoder.layers.0.input_layernorm")
        for i in range(config.n_layers):
            layer = f"decoder.layers.{i}"
            attention = self._attention(normed, i)
            if i + 1 == config.n_layers:
                attention = graph.node("Gather", [attention, rows], axis=1)
                hidden = graph.node("Gather", [hidden, rows], axis=1)
            delta = self._linear(attention, f"{layer}.self_attn.o_proj", self.precision.attention)
            hidden, normed = self._skip_rms_norm(hidden, delta, f"{layer}.post_attention_layernorm")
            delta = self._mlp(normed, layer)
            following = "decoder.norm" if i + 1 == config.n_layers else f"decoder.layers.{i + 1}.input_layernorm"
            hidden, normed = self._skip_rms_norm(hidden, delta, following)
        head = Matrix(self.checkpoint, (self.checkpoint.head_name,))
        logits = add_linear(graph, normed, "decoder.head", head, self.precision.head)
        graph.node("ArgMax", [logits], axis=-1, keepdims=0, output="token_ids")
        graph.node("Identity", [logits], output="logits")
        graph.output("token_ids", np.int64, [1, "n_logit_rows"])
        graph.output("logits", dtype, [1, "n_logit_rows", config.vocab_size])

    def _embed(self) -> str:
        """Embedding rows of `tokens`, those below 0 from the table of audio rows."""
        graph, config = self.graph, self.config
        tokens = graph.input("tokens", np.int64, [1, "n_rows"])
        audio = graph.input("audio", self.dtype, ["n_audio", config.hidden_size])
        zero, minus_one = graph.constant(np.array(0, np.int64)), graph.constant(np.array(-1, np.int64))
        table = Matrix(self.checkpoint, ("decoder.embed_tokens.weight",))
        name = "decoder.head" if self.checkpoint.head_name == table.names[0] else "decoder.embed_tokens"
        weight = graph.weight_blocks(name, (block.astype(self.dtype) for block in table.blocks()), table.shape)
        text = graph.node("Gather", [weight, graph.node("Max", [tokens, zero])])
        places = graph.node("Max", [graph.node("Sub", [minus_one, tokens]), zero])
        sound = graph.node("Gather", [audio, places])
        is_text = graph.node("Unsqueeze", [graph.node("GreaterOrEqual", [tokens, zero]), graph.ints(-1)])
        return graph.node("Where", [is_text, text, sound])

    def _attention(self, x: str, i: int) -> str:
        graph, config, dtype = self.graph, self.config, self.dtype
        name = f"decoder.layers.{i}.self_attn"
        matrix = Matrix(self.checkpoint, tuple(f"{name}.{part}_proj.weight" for part in "qkv"))
        qkv = add_linear(graph, x, f"{name}.qkv", matrix, self.precision.attention)
        n_query, n_key = config.n_heads * config.head_dim, config.n_kv_heads * config.head_dim
        if self.norm_in_attention:
            q, k, v = qkv, "", ""  # the operator takes them in one piece too
        else:
            q, k, v = graph.split(qkv, [n_query, n_key, n_key])
        q_norm, k_norm = (self._vector(f"{name}.{part}_norm.weight") for part in "qk")
        cache: list[int | str] = [1, config.n_kv_heads, "capacity", config.head_dim]
        past = [graph.input(f"past_{part}_{i}", dtype, cache) for part in ("key", "value")]
        present = [graph.output(f"present_{part}_{i}", dtype, cache) for part in ("key", "value")]
        inputs = ["seqlens_k", "total_sequence_length", "rotary_cos", "rotary_sin"]
        attributes: dict[str, object] = {}
        if self.norm_in_attention:
            inputs += ["", "", "", "", "", q_norm, k_norm]  # inputs 9..13 are not used; 14 and 15 are the norms
            attributes["qk_norm_epsilon"] = config.rms_eps
        else:
            q = self._head_norm(q, q_norm, config.n_heads)
            k = self._head_norm(k, k_norm, config.n_kv_heads)
        return graph.nodes(
            "GroupQueryAttention",
            [q, k, v, *past, *inputs],
            [f"{name}.context", *present],
            domain=MICROSOFT,
            num_heads=config.n_heads,
            kv_num_heads=config.n_kv_heads,
            do_rotary=1,
            rotary_interleaved=0,
            scale=config.head_dim**-0.5,
            **attributes,
        )[0]

    def _head_norm(self, x: str, weight: str, n_heads: int) -> str:
        graph, head_dim = self.graph, self.config.head_dim
        x = graph.node("Reshape", [x, graph.ints(0, 0, n_heads, head_dim)])
        x = graph.node("SimplifiedLayerNormalization", [x, weight], axis=-1, epsilon=self.config.rms_eps, stash_type=1)
        return graph.node("Reshape", [x, graph.ints(0, 0, n_heads * head_dim)])

    def _mlp(self, x: str, layer: str) -> str:
        graph, config = self.graph, self.config
        matrix = Matrix(self.checkpoint, (f"{layer}.mlp.gate_proj.weight", f"{layer}.mlp.up_proj.weight"))
        both = add_linear(graph, x, f"{layer}.mlp.gate_up", matrix, self.precision.gate_up)
        gate, up = graph.split(both, [config.ffn_dim, config.ffn_dim])
        # ONNX Runtime fuses gate * sigmoid(gate) into QuickGelu.
        x = graph.node("Mul", [graph.node("Mul", [gate, graph.node("Sigmoid", [gate])]), up])
        return self._linear(x, f"{layer}.mlp.down_proj", self.precision.down)

    def _linear(self, x: str, name: str, kind: str) -> str:
        return add_linear(self.graph, x, name, Matrix(self.checkpoint, (f"{name}.weight",)), kind)  # type: ignore[arg-type]

    def _vector(self, name: str) -> str:
        return self.graph.weight(name, self.checkpoint.tensor(name).astype(self.dtype))

    def _rms_norm(self, x: str, name: str) -> str:
        weight = self._vector(f"{name}.weight")
        return self.graph.node(
            "SimplifiedLayerNormalization", [x, weight], axis=-1, epsilon=self.config.rms_eps, stash_type=1
        )

    def _skip_rms_norm(self, hidden: str, delta: str, name: str) -> tuple[str, str]:
        """(hidden + delta, its RMS norm); the norm is computed in float32 whatever the type."""
        outputs = [f"{name}.normed", "", "", f"{name}.sum"]
        inputs = [hidden, delta, self._vector(f"{name}.weight")]
        self.graph.nodes(
            "SkipSimplifiedLayerNormalization", inputs, outputs, domain=MICROSOFT, epsilon=self.config.rms_eps
        )
        return outputs[3], outputs[0]
