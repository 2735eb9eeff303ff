"""The decoder in plain numpy, layer by layer from the checkpoint: the known answers of a bundle whose precision the CPU
cannot run as it is (fp16), and an independent check of the graphs. Slow, and never more than one layer in memory.

Follows `modeling_qwen3.py` of transformers 4.57.
"""

from __future__ import annotations

import numpy as np

from inference.decoder import rotary_tables
from onnx_export.checkpoint import Checkpoint, Float32


def decoder_logits(checkpoint: Checkpoint, rows: Float32, rounded_to: type[np.floating] | None = None) -> Float32:
    """Logits [n, vocab] after every row of `rows` [n, hidden] (embedding rows, audio rows pasted in).

    `rounded_to`: a type that the weights are rounded to first; the arithmetic stays float32.
    """

    def rounded(weight: Float32) -> Float32:
        return weight if rounded_to is None else weight.astype(rounded_to).astype(np.float32)

    def tensor(name: str) -> Float32:
        return rounded(checkpoint.tensor(name))

    config = checkpoint.config.decoder
    n, group = len(rows), config.n_heads // config.n_kv_heads
    cos, sin = rotary_tables(n, config.head_dim, config.rope_theta)
    mask = np.triu(np.full((n, n), -np.inf, np.float32), 1)

    def norm(x: Float32, name: str) -> Float32:
        scale: Float32 = np.sqrt((x * x).mean(-1, keepdims=True, dtype=np.float32) + np.float32(config.rms_eps))
        normed: Float32 = x / scale * tensor(f"{name}.weight")
        return normed

    def heads(x: Float32, name: str, part: str, n_heads: int) -> Float32:
        y = (x @ tensor(f"{name}.{part}_proj.weight").T).reshape(n, n_heads, config.head_dim)
        if part != "v":
            y = norm(y, f"{name}.{part}_norm")
            a, b = np.split(y, 2, axis=-1)
            y = np.concatenate([a * cos[:, None] - b * sin[:, None], b * cos[:, None] + a * sin[:, None]], -1)
        return y.transpose(1, 0, 2)

    for i in range(config.n_layers):
        layer = f"decoder.layers.{i}"
        x, name = norm(rows, f"{layer}.input_layernorm"), f"{layer}.self_attn"
        q = heads(x, name, "q", config.n_heads)
        k, v = (np.repeat(heads(x, name, part, config.n_kv_heads), group, axis=0) for part in "kv")
        scores = q @ k.transpose(0, 2, 1) * np.float32(config.head_dim**-0.5) + mask
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        context = (scores / scores.sum(-1, keepdims=True)) @ v
        context = context.transpose(1, 0, 2).reshape(n, -1)
        rows = rows + context @ tensor(f"{name}.o_proj.weight").T
        x = norm(rows, f"{layer}.post_attention_layernorm")
        gate = x @ tensor(f"{layer}.mlp.gate_proj.weight").T
        up = x @ tensor(f"{layer}.mlp.up_proj.weight").T
        rows = rows + (gate / (1 + np.exp(-gate)) * up) @ tensor(f"{layer}.mlp.down_proj.weight").T
    x = norm(rows, "decoder.norm")
    head, vocab, step = checkpoint.head_name, config.vocab_size, 16384
    blocks = [x @ rounded(checkpoint.rows(head, at, min(vocab, at + step))).T for at in range(0, vocab, step)]
    return np.concatenate(blocks, axis=1)
