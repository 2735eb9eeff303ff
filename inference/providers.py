"""Execution providers: which are here, what each takes of a bundle, in which order they are tried.

cuda    fp16        The decoder with the q/k norms inside attention (two kernels a layer less), K/V and every input in
                    fixed device buffers, row counts padded to buckets: CUDA prepares its kernels once per row count,
                    and its attention takes fp16 alone.
dml     fp16        The portable graphs, padded to buckets: DirectML has every operator in fp16, the norms outside attention.
coreml  fp32 fp16   The audio tower alone, from plain operators with fixed shapes: CoreML has no grouped-query attention and no
                    cache that is updated in place, so the decoder stays on the CPU.
cpu     int8 int4   The portable graphs at exact row counts: integer products are exact per row. fp32 is for proof and tests;
        fp32 fp16   fp16 runs through conversions and is slow.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime as ort

from inference.arrays import Float32, HostRows
from inference.audio_tower import AudioTower
from inference.bundle import (
    CUDA_DECODER_GRAPH,
    CUDA_LAYERS_GRAPH,
    CUDA_STEM_GRAPH,
    DECODER_GRAPH,
    LAYERS_GRAPH,
    PLAIN_LAYERS_GRAPH,
    PLAIN_STEM_GRAPH,
    STEM_GRAPH,
    Bundle,
)
from inference.config import AudioTowerConfig
from inference.cuda.card import CAPTURES, Session
from inference.cuda.decoder import GraphedDecoder
from inference.cuda.tower import GraphedAudioTower
from inference.decoder import Decoder
from inference.device_memory import free
from inference.errors import BundleError, ProviderError, RecognizerError, first_line
from inference.messages import translate
from inference.static_tower import StaticAudioTower

# Builds for Windows' own machine learning report to the system's event tracing, which no environment variable stops;
# all other builds read the one that `inference.telemetry` sets.
ort.disable_telemetry_events()
# What is not of one session is logged on the terminal; warnings there mean nothing to a user.
ort.set_default_logger_severity(3)

AUTO = "auto"
CPU = "cpu"


@dataclass(frozen=True)
class Plan:
    """What one provider takes.

    Attributes:
        name: as in settings and on the command line.
        ep: ONNX Runtime's name.
        label: as the user reads it.
        precisions: bundles it can run, the best first.
        graphed: fixed device buffers and captured graphs, with the bundle's graphs made for that.
        decoder_on_cpu: the decoder stays on the CPU.
        buckets: row counts that decoder calls are padded to.
        device: where the K/V cache lies.
        options: provider options.
    """

    name: str
    ep: str
    label: str
    precisions: tuple[str, ...]
    graphed: bool = False
    decoder_on_cpu: bool = False
    buckets: tuple[int, ...] = ()
    device: str = "cpu"
    options: tuple[tuple[str, str], ...] = ()


PLANS: dict[str, Plan] = {
    plan.name: plan
    for plan in (
        Plan(
            "cuda",
            "CUDAExecutionProvider",
            "CUDA",
            ("fp16",),
            graphed=True,
            device="cuda",
            options=(
                ("enable_cuda_graph", "1"),
                ("arena_extend_strategy", "kSameAsRequested"),
                ("cudnn_conv_algo_search", "HEURISTIC"),
                # CUDA's per-thread stream for all graphs: a run need not be waited for, since the next one and every
                # copy come after it. On streams of their own they would not.
                ("user_compute_stream", "2"),
            ),
        ),
        Plan("dml", "DmlExecutionProvider", "DirectML", ("fp16",), buckets=(1, 8, 16, 32, 64, 128, 256), device="dml"),
        Plan(
            "coreml",
            "CoreMLExecutionProvider",
            "CoreML",
            ("fp32", "fp16"),
            decoder_on_cpu=True,
            options=(("ModelFormat", "MLProgram"), ("RequireStaticInputShapes", "1")),
        ),
        Plan(CPU, "CPUExecutionProvider", "CPU", ("int8", "int4", "fp32", "fp16")),
    )
}
"""In the order in which `auto` tries them."""


@dataclass(frozen=True)
class Model:
    """The opened graphs of a bundle on one provider.

    Attributes:
        prepare: gets ready what belongs to the calling thread; None where nothing does.
    """

    provider: str
    tower: AudioTower
    decoder: Decoder
    prepare: Callable[[], None] | None = None

    def free(self) -> None:
        """Gives the memory back now, also if streams still refer to the model; they cannot use it any more."""
        for part in (self.tower, self.decoder):
            free(part)


_STEM_BATCH = 4


class OnnxAudioTower:
    """The two graphs of the audio tower (see `inference.audio_tower.AudioTower`)."""

    def __init__(self, stem: Any, layers: Any, config: AudioTowerConfig) -> None:
        self.config = config
        self._stem = stem
        self._layers = layers
        self._dtype = np.float16 if stem.get_inputs()[0].type == "tensor(float16)" else np.float32

    def stem(self, features: Float32) -> Sequence[HostRows]:
        """Convolutions: [N, n_mels, F] -> N times [T, d_model]."""
        # Few chunks at a time: the first convolution of the full size writes 6 MB a chunk, and its like follow.
        batches = [
            self._stem.run(
                ["embeddings"], {"features": features[start : start + _STEM_BATCH].astype(self._dtype, copy=False)}
            )[0]
            for start in range(0, len(features), _STEM_BATCH)
        ]
        return [rows for batch in batches for rows in batch]

    def window(self, chunks: Sequence[HostRows]) -> HostRows:
        """One attention window: the rows of its chunks [.., d_model] -> [T, output_dim]."""
        embeddings = np.concatenate(chunks)[None]
        return self._layers.run(["audio"], {"embeddings": embeddings})[0][0]  # type: ignore[no-any-return]


def candidates(bundle: Bundle, wanted: str) -> list[str]:
    """Providers to try for this bundle, in order; the CPU is always the last resort. Raises ProviderError for an unknown name."""
    if wanted != AUTO and wanted not in PLANS:
        raise ProviderError(
            translate("Recognizer", "The execution provider {0!r} does not exist. Choose auto, {1}.").format(
                wanted, ", ".join(PLANS)
            )
        )
    names = list(PLANS) if wanted == AUTO else [wanted]
    fitting = [name for name in names if why_not(name, bundle) is None]
    return fitting + [CPU] * (CPU not in fitting)


def why_not(name: str, bundle: Bundle) -> str | None:
    """Why a provider cannot run a bundle on this machine, as part of a message; None if it can be tried."""
    reason = why_not_precision(name, bundle.precision)
    if reason is None and _lacks_graphs(PLANS[name], bundle):
        reason = translate("Recognizer", "an older version of this program converted the model; import it again")
    return reason


def why_not_precision(name: str, precision: str) -> str | None:
    """Why a provider cannot run any bundle of a precision on this machine; None if it can be tried."""
    plan = PLANS[name]
    if plan.ep not in ort.get_available_providers():
        return translate("Recognizer", "this build of ONNX Runtime has no {0}").format(plan.label)
    if name == "cuda" and not has_nvidia_driver():
        return translate("Recognizer", "no NVIDIA driver was found")
    if precision not in plan.precisions:
        words = translate("Recognizer", "{0} needs the model in {1}, but this one is {2}")
        return words.format(plan.label, plan.precisions[0], precision)
    return None


def is_outdated(bundle: Bundle, name: str) -> bool:
    """Whether this machine's provider would run the bundle if this version of the exporter had made it."""
    plan = PLANS[name]
    if plan.ep not in ort.get_available_providers() or (name == "cuda" and not has_nvidia_driver()):
        return False
    return bundle.precision in plan.precisions and _lacks_graphs(plan, bundle)


def _lacks_graphs(plan: Plan, bundle: Bundle) -> bool:
    return plan.graphed and not bundle.has(CUDA_STEM_GRAPH)


@functools.cache
def has_nvidia_driver() -> bool:
    """Whether the CUDA driver library can be loaded. Asking ONNX Runtime without it prints a page of errors."""
    name = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def open_model(bundle: Bundle, name: str, threads: int | None = None, *, streams: int = 1) -> Model:
    """Opens the graphs on one provider, for so many streams at once.

    Raises ProviderError when it cannot be used, BundleError for damaged graphs.
    """
    plan = PLANS[name]
    if name == "cuda":
        _preload_cuda()
    if plan.graphed:
        return _open_graphed(bundle, plan, threads, streams)
    if plan.decoder_on_cpu:
        return _open_static(bundle, plan, threads)
    stem = _session(bundle, STEM_GRAPH, plan, threads)
    layers = _session(bundle, LAYERS_GRAPH, plan, threads)
    decoder = _session(bundle, DECODER_GRAPH, plan, threads)
    _check_shapes(bundle, stem, decoder)
    return Model(
        name,
        OnnxAudioTower(stem, layers, bundle.config.audio),
        Decoder(decoder, bundle, device=plan.device, buckets=plan.buckets),
    )


def _preload_cuda() -> None:
    """Finds the CUDA libraries of the pip extras, without any environment variable."""
    if sys.platform == "linux":
        # `preload_dlls` opens them with Python's lock held, and windows stand still for it. The C library's own `dlopen`,
        # called as a foreign function, lets the lock go; what is open already costs `preload_dlls` nothing.
        dlopen = ctypes.CDLL(None).dlopen
        dlopen.argtypes, dlopen.restype = [ctypes.c_char_p, ctypes.c_int], ctypes.c_void_p
        for name in _CUDA_LIBRARIES:
            for file in sorted(Path(ort.__file__).parents[1].glob(f"nvidia/*/lib/lib{name}.so.*")):
                dlopen(str(file).encode(), os.RTLD_NOW)
    if hasattr(ort, "preload_dlls"):
        ort.preload_dlls()


_CUDA_LIBRARIES = ("cudart", "cublasLt", "cublas", "nvrtc", "curand", "cufft", "cudnn")
"""Each after those that it needs."""


def _open_static(bundle: Bundle, plan: Plan, threads: int | None) -> Model:
    """The tower with fixed shapes on the device, the decoder on the CPU."""
    stem = _session(bundle, PLAIN_STEM_GRAPH, plan, threads)
    layers = _session(bundle, PLAIN_LAYERS_GRAPH, plan, threads)
    short_stem = _session(bundle, STEM_GRAPH, PLANS[CPU], threads)
    decoder = _session(bundle, DECODER_GRAPH, PLANS[CPU], threads)
    _check_shapes(bundle, short_stem, decoder)
    return Model(plan.name, StaticAudioTower(stem, layers, short_stem, bundle.config.audio), Decoder(decoder, bundle))


def open_tower(bundle: Bundle, name: str, threads: int | None = None) -> OnnxAudioTower:
    """The audio tower alone (the exporter asks it for embeddings). Raises as `open_model`."""
    sessions = [_session(bundle, graph, PLANS[name], threads) for graph in (STEM_GRAPH, LAYERS_GRAPH)]
    return OnnxAudioTower(sessions[0], sessions[1], bundle.config.audio)


def _open_graphed(bundle: Bundle, plan: Plan, threads: int | None, streams: int) -> Model:
    # Flash attention in the decoder: the alternative, cuDNN's, is no faster here and plans for a second at every shape.
    flash = replace(plan, options=(*plan.options, ("sdpa_kernel", "1")))
    with ThreadPoolExecutor(1) as other:
        # Opening copies weights to the card, outside Python's lock: the two halves go side by side.
        opening = other.submit(_session, bundle, CUDA_DECODER_GRAPH, flash, threads)
        stem = _session(bundle, CUDA_STEM_GRAPH, plan, threads)
        layers = _session(bundle, CUDA_LAYERS_GRAPH, plan, threads)
        tower = GraphedAudioTower(stem, layers, bundle.config.audio, plan.device, streams=streams)
        session = opening.result()
    _check_shapes(bundle, stem, session, placed=True)
    decoder = GraphedDecoder(session, bundle, tower.audio, device=plan.device)

    def prepare() -> None:
        """ONNX Runtime keeps captured graphs by thread."""
        tower.prepare()
        decoder.prepare()

    prepare()
    return Model(plan.name, tower, decoder, prepare)


_PRODUCT_OF_BYTES = (
    b'\x08\x08:b\n\x18\n\x01a\n\x01b\x12\x01y"\rMatMulInteger\x12\x01gZ\x15\n\x01a\x12\x10\n\x0e\x08\x02\x12\n\n\x03\x12\x01r\n\x03\x12\x01k'
    b"Z\x15\n\x01b\x12\x10\n\x0e\x08\x03\x12\n\n\x03\x12\x01k\n\x03\x12\x01nb\x15\n\x01y\x12\x10\n\x0e\x08\x06\x12\n\n\x03\x12\x01r\n\x03\x12\x01n"
    b"B\x04\n\x00\x10\x11"
)
"""An ONNX graph of one node, MatMulInteger: a [r, k] uint8 times b [k, n] int8 gives y [r, n] int32."""


@functools.cache
def _sums_overflow() -> bool:
    """Whether this processor gets products of 8-bit matrices wrong, as x86 without VNNI does (most before 2020).

    It adds two products in 16 bits, and words came out wrong. ONNX Runtime has a way without overflow, which takes 1.4 to
    1.8 times as long also where nothing overflows; so one product of the largest numbers is tried.
    """
    session = ort.InferenceSession(_PRODUCT_OF_BYTES, providers=["CPUExecutionProvider"])
    left, right = np.full((4, 64), 255, np.uint8), np.full((64, 32), 127, np.int8)
    product = session.run(None, {"a": left, "b": right})[0]
    return bool((product != 64 * 255 * 127).any())


def _session(bundle: Bundle, graph: str, plan: Plan, threads: int | None) -> Any:
    options = ort.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = threads or 0
    # Waiting threads sleep: spinning ones burned four times the processor time for the same text, and with anything
    # else running they kept each other from working.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    if _sums_overflow():
        options.add_session_config_entry("session.x64quantprecision", "1")
    if plan.name == CPU:
        # An arena keeps what the longest call ever needed: 165 MB at the full size, and nothing is faster for it.
        options.enable_cpu_mem_arena = False
    if plan.name == "dml":
        options.enable_mem_pattern = False
        options.execution_mode = ort.ExecutionMode.ORT_SEQUENTIAL
    chosen: Sequence[Any] = [(plan.ep, dict(plan.options))] + ([PLANS[CPU].ep] if plan.name != CPU else [])
    try:
        with CAPTURES.while_opening() if plan.graphed else contextlib.nullcontext():
            session = ort.InferenceSession(str(bundle.path(graph)), options, providers=chosen)
    except Exception as error:  # ONNX Runtime's exceptions share no base class
        if plan.name == CPU:
            raise BundleError(
                translate("Recognizer", "The model in {0} is damaged: {1} could not be loaded ({2}).").format(
                    bundle.folder, graph, first_line(error)
                )
            ) from error
        raise could_not_load(plan.name, error) from error
    if plan.ep not in session.get_providers():
        raise ProviderError(
            translate("Recognizer", "{0} is not available: its libraries could not be loaded.").format(plan.label)
        )
    return Session(session) if plan.graphed else session


def _check_shapes(bundle: Bundle, stem: Any, decoder: Any, *, placed: bool = False) -> None:
    """`placed`: graphs that write into tables. Raises BundleError."""
    audio, text = bundle.config.audio, bundle.config.decoder
    wanted = {
        "features": (1, audio.n_mels),
        "embeddings": (1 if placed else 2, audio.d_model),
        "audio" if placed else "inputs_embeds": (1 if placed else 2, text.hidden_size),
        f"past_key_{text.n_layers - 1}": (3, text.head_dim),
        "logits": (2, text.vocab_size),
    }
    shapes = {item.name: item.shape for one in (stem, decoder) for item in [*one.get_inputs(), *one.get_outputs()]}
    for name, (axis, size) in wanted.items():
        if name not in shapes or shapes[name][axis] != size:
            found = shapes[name][axis] if name in shapes else "nothing"
            raise BundleError(
                translate(
                    "Recognizer", "The model in {0} is damaged: its graphs have {1} instead of {2} ({3})."
                ).format(bundle.folder, found, size, name)
            )


def return_freed_memory() -> None:
    """Gives back to the system what was freed, 50 MB after loading at the full size; glibc keeps it otherwise. Takes milliseconds."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # other C libraries have none
        if trim is not None:
            trim(0)


def describe_failure(error: Exception) -> str:
    """Why something failed, as part of a message short enough to show: drivers and ONNX Runtime answer with a page of C++."""
    line = first_line(error).rstrip(".。")
    if isinstance(error, RecognizerError):
        return line
    said = str(error).lower()
    if any(piece in said for piece in _NO_MEMORY):
        return translate("Recognizer", "its memory is full")
    if any(piece in said for piece in _LOST):
        return translate("Recognizer", "the device was lost")
    return line[:_LONGEST_CAUSE]


_LONGEST_CAUSE = 160

_NO_MEMORY = ("out of memory", "resource allocation failed", "failed to allocate memory")
_LOST = ("device lost", "device removed", "device-side assert", "unspecified launch failure")
"""Pieces of messages seen from drivers, in lower case."""


def could_not_load(name: str, error: Exception) -> ProviderError:
    """The error for a provider that could not load the model."""
    message = translate("Recognizer", "{0} could not load the model ({1}).")
    return ProviderError(message.format(PLANS[name].label, describe_failure(error)))
