"""The model's shape, read from a checkpoint's `config.json` or from a bundle. No magic number of it stands elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, TypeVar

from inference.errors import RecognizerError
from inference.messages import translate

T = TypeVar("T")


@dataclass(frozen=True)
class AudioTowerConfig:
    """The audio tower: three stride-2 convolutions on short chunks, then a transformer inside attention windows.

    Attributes:
        n_mels: mel bins of the features.
        d_model, n_layers, n_heads, ffn_dim: transformer sizes.
        conv_channels: channels of the convolutions.
        output_dim: width of the embeddings handed to the decoder.
        chunk_frames: feature frames per convolution chunk (`2 * n_window`); positions restart at each.
        window_frames: feature frames per attention window (`n_window_infer`), a multiple of `chunk_frames`.
    """

    n_mels: int
    d_model: int
    n_layers: int
    n_heads: int
    ffn_dim: int
    conv_channels: int
    output_dim: int
    chunk_frames: int
    window_frames: int

    @property
    def chunk_tokens(self) -> int:
        """Embeddings per full convolution chunk."""
        return conv_output_length(self.chunk_frames)

    @property
    def chunks_per_window(self) -> int:
        return self.window_frames // self.chunk_frames

    @property
    def conv_mels(self) -> int:
        """Mel rows left after the convolutions."""
        return conv_output_length(self.n_mels)

    def n_tokens(self, n_frames: int) -> int:
        """Embeddings for `n_frames` feature frames (0 for none)."""
        full, rest = divmod(n_frames, self.chunk_frames)
        return full * self.chunk_tokens + (conv_output_length(rest) if rest else 0)


@dataclass(frozen=True)
class DecoderConfig:
    """The text decoder (Qwen3): RMSNorm, grouped-query attention with q/k norms, SwiGLU, tied embeddings."""

    hidden_size: int
    n_layers: int
    n_heads: int
    n_kv_heads: int
    head_dim: int
    ffn_dim: int
    vocab_size: int
    rope_theta: float
    rms_eps: float
    max_positions: int
    tied_embeddings: bool


@dataclass(frozen=True)
class SpecialTokens:
    """Ids that the prompt and the stop rule need; `eos` ends an answer."""

    im_start: int
    im_end: int
    audio_start: int
    audio_end: int
    audio_pad: int
    asr_text: int
    eos: tuple[int, ...]


@dataclass(frozen=True)
class ModelConfig:
    audio: AudioTowerConfig
    decoder: DecoderConfig

    @classmethod
    def from_checkpoint(cls, config: Mapping[str, Any]) -> ModelConfig:
        """From a parsed `config.json` in the official layout. Raises RecognizerError naming what is missing or unsupported."""
        thinker = config.get("thinker_config", config)
        try:
            audio, text = thinker["audio_config"], thinker["text_config"]
            tower = AudioTowerConfig(
                n_mels=int(audio["num_mel_bins"]),
                d_model=int(audio["d_model"]),
                n_layers=_first(audio, "encoder_layers", "num_hidden_layers"),
                n_heads=_first(audio, "encoder_attention_heads", "num_attention_heads"),
                ffn_dim=_first(audio, "encoder_ffn_dim", "intermediate_size"),
                conv_channels=int(audio["downsample_hidden_size"]),
                output_dim=int(audio["output_dim"]),
                chunk_frames=2 * int(audio["n_window"]),
                window_frames=int(audio["n_window_infer"]),
            )
            decoder = DecoderConfig(
                hidden_size=int(text["hidden_size"]),
                n_layers=int(text["num_hidden_layers"]),
                n_heads=int(text["num_attention_heads"]),
                n_kv_heads=int(text["num_key_value_heads"]),
                head_dim=int(text.get("head_dim") or text["hidden_size"] // text["num_attention_heads"]),
                ffn_dim=int(text["intermediate_size"]),
                vocab_size=int(text["vocab_size"]),
                rope_theta=float(text.get("rope_theta") or text["rope_parameters"]["rope_theta"]),
                rms_eps=float(text["rms_norm_eps"]),
                max_positions=int(text["max_position_embeddings"]),
                tied_embeddings=bool(text.get("tie_word_embeddings", thinker.get("tie_word_embeddings", True))),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise RecognizerError(
                translate(
                    "Recognizer",
                    "The checkpoint's config.json does not describe a Qwen3-ASR model: {0!r} is missing or wrong.",
                ).format(error)
            ) from error
        problem = _problem(tower, decoder, audio, text)
        if problem:
            raise RecognizerError(
                translate(
                    "Recognizer", "The checkpoint's config.json requires something this program does not support: {0}."
                ).format(problem)
            )
        return cls(tower, decoder)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any]) -> ModelConfig:
        """From a bundle. Raises RecognizerError."""
        return cls(_strict(AudioTowerConfig, raw.get("audio")), _strict(DecoderConfig, raw.get("decoder")))


def conv_output_length(n: int) -> int:
    """Length after three convolutions of kernel 3, stride 2, padding 1 (0 stays 0)."""
    for _ in range(3):
        n = (n + 1) // 2
    return n


def _first(values: Mapping[str, Any], *names: str) -> int:
    """The value under the first of `names` that is there: the published name, then that of newer converters."""
    for name in names:
        if name in values:
            return int(values[name])
    raise KeyError(names[0])


def _problem(
    tower: AudioTowerConfig, decoder: DecoderConfig, audio: Mapping[str, Any], text: Mapping[str, Any]
) -> str | None:
    if audio.get("activation_function", "gelu") != "gelu" or text.get("hidden_act", "silu") != "silu":
        return translate("Recognizer", "an unknown activation function")
    if text.get("attention_bias"):
        return translate("Recognizer", "biases in the decoder's attention")
    if audio.get("scale_embedding"):
        return translate("Recognizer", "scaled audio embeddings")
    if tower.window_frames % tower.chunk_frames:
        words = translate("Recognizer", "an attention window of {0} frames, which is not a multiple of {1}")
        return words.format(tower.window_frames, tower.chunk_frames)
    if tower.d_model % tower.n_heads or decoder.n_heads % decoder.n_kv_heads:
        return translate("Recognizer", "attention heads that do not divide evenly")
    if tower.output_dim != decoder.hidden_size:
        words = translate("Recognizer", "audio embeddings of width {0} for a decoder of width {1}")
        return words.format(tower.output_dim, decoder.hidden_size)
    return None


def _strict(kind: type[T], raw: Any) -> T:
    names = {item.name: str(item.type) for item in fields(kind)}  # type: ignore[arg-type]
    if not isinstance(raw, Mapping) or set(raw) != set(names):
        raise RecognizerError(
            translate("Recognizer", "The model bundle does not describe its {0} completely.").format(kind.__name__)
        )
    for name, value in raw.items():
        expected: tuple[type, ...] = {"int": (int,), "float": (int, float), "bool": (bool,)}[names[name]]
        if not isinstance(value, expected) or (isinstance(value, bool) and bool not in expected):
            raise RecognizerError(
                translate("Recognizer", "The model bundle has an invalid {1}.{2}: {0!r}.").format(
                    value, kind.__name__, name
                )
            )
    return kind(**raw)
