"""The reference's way in PyTorch on the same shape: every pass encodes all its audio and prefills its whole prompt.

Random weights; eager, fp16, scaled-dot-product attention inside the 8 s blocks, transformers' Qwen3 with a dynamic cache.
"""

from __future__ import annotations

import time
from typing import Any

from inference.config import ModelConfig
from tests.bench.scripted import PassShape


class TorchPeer:
    def __init__(self, config: ModelConfig) -> None:
        import torch
        from torch import nn
        from transformers import Qwen3Config, Qwen3ForCausalLM

        self.torch = torch
        self.config = config
        audio, text = config.audio, config.decoder

        class Layer(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                d = audio.d_model
                self.norm1, self.norm2 = nn.LayerNorm(d), nn.LayerNorm(d)
                self.q, self.k, self.v, self.o = (nn.Linear(d, d) for _ in range(4))
                self.fc1, self.fc2 = nn.Linear(d, audio.ffn_dim), nn.Linear(audio.ffn_dim, d)

            def forward(self, x: Any, blocks: list[int]) -> Any:
                n = self.norm1(x)
                heads = [
                    p(n).view(-1, audio.n_heads, audio.d_model // audio.n_heads).transpose(0, 1)
                    for p in (self.q, self.k, self.v)
                ]
                parts, start = [], 0
                for size in blocks:
                    q, k, v = (h[None, :, start : start + size] for h in heads)
                    parts.append(nn.functional.scaled_dot_product_attention(q, k, v)[0])
                    start += size
                x = x + self.o(torch.cat(parts, 1).transpose(0, 1).reshape(x.shape))
                return x + self.fc2(nn.functional.gelu(self.fc1(self.norm2(x))))

        with torch.device("cuda"):
            torch.set_default_dtype(torch.float16)
            c = audio.conv_channels
            self.convs = nn.ModuleList(nn.Conv2d(i, c, 3, 2, 1) for i in (1, c, c))
            self.out = nn.Linear(c * audio.conv_mels, audio.d_model, bias=False)
            self.layers = nn.ModuleList(Layer() for _ in range(audio.n_layers))
            self.post = nn.LayerNorm(audio.d_model)
            self.proj1, self.proj2 = nn.Linear(audio.d_model, audio.d_model), nn.Linear(audio.d_model, audio.output_dim)
            self.decoder = Qwen3ForCausalLM(
                Qwen3Config(
                    vocab_size=text.vocab_size,
                    hidden_size=text.hidden_size,
                    intermediate_size=text.ffn_dim,
                    num_hidden_layers=text.n_layers,
                    num_attention_heads=text.n_heads,
                    num_key_value_heads=text.n_kv_heads,
                    head_dim=text.head_dim,
                    tie_word_embeddings=True,
                    max_position_embeddings=text.max_positions,
                    attn_implementation="sdpa",
                )
            ).eval()
            torch.set_default_dtype(torch.float32)

    def run(self, shape: PassShape) -> float:
        """Seconds of one pass, the answer's ids on the host."""
        from transformers import DynamicCache

        torch, nn = self.torch, self.torch.nn
        audio = self.config.audio
        torch.cuda.synchronize()
        begun = time.perf_counter()
        with torch.inference_mode():
            n_chunks = -(-shape.n_frames // audio.chunk_frames)
            x = torch.zeros(n_chunks, 1, audio.n_mels, audio.chunk_frames, device="cuda", dtype=torch.float16)
            for conv in self.convs:
                x = nn.functional.gelu(conv(x))
            x = self.out(x.permute(0, 3, 1, 2).flatten(2)).reshape(-1, audio.d_model)[: sum(shape.window_tokens)]
            for layer in self.layers:
                x = layer(x, shape.window_tokens)
            x = self.proj2(nn.functional.gelu(self.proj1(self.post(x))))
            embedding = self.decoder.get_input_embeddings()
            n_text = shape.n_prompt - len(x)
            rows = torch.cat([x, embedding(torch.zeros(n_text, dtype=torch.long, device="cuda"))])[None]
            cache = DynamicCache()
            answer = self.decoder(inputs_embeds=rows, past_key_values=cache, use_cache=True, logits_to_keep=1)
            token = answer.logits.argmax(-1)
            token.cpu()
            for _ in range(shape.n_answer - 1):
                answer = self.decoder(input_ids=token, past_key_values=cache, use_cache=True, logits_to_keep=1)
                token = answer.logits.argmax(-1)
                token.cpu()
        return time.perf_counter() - begun
