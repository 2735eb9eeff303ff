"""Checkpoint -> bundle. Written beside its place under a temporary name and renamed when whole, tensor by tensor, so that
memory stays small and an interrupted conversion leaves nothing that looks like a bundle.
"""

from __future__ import annotations

import errno
import json
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from inference.bundle import (
    CUDA_DECODER_GRAPH,
    CUDA_LAYERS_GRAPH,
    CUDA_STEM_GRAPH,
    DECODER_GRAPH,
    EMBEDDING,
    EMBEDDING_SCALE,
    FORMAT_VERSION,
    LAYERS_GRAPH,
    MANIFEST,
    MANIFEST_SUM,
    PLAIN_LAYERS_GRAPH,
    PLAIN_STEM_GRAPH,
    STEM_GRAPH,
    TOKENIZER,
    Bundle,
    hash_file,
    manifest_sum,
    open_bundle,
)
from inference.config import SpecialTokens
from inference.errors import RecognizerError
from inference.files import move_into_place
from inference.messages import translate
from onnx_export.audio_tower_graph import write_layers, write_stem
from onnx_export.checkpoint import Checkpoint
from onnx_export.decoder_graph import write_decoder
from onnx_export.errors import ExportError
from onnx_export.graph import WeightsFile
from onnx_export.known_answers import known_answers, self_test_prompt
from onnx_export.linear import Matrix, quantize_rows
from onnx_export.plain_tower_graph import write_plain_layers, write_plain_stem
from onnx_export.precision import PRECISIONS, Precision
from onnx_export.tokenizer import load_tokenizer, special_tokens

Progress = Callable[[float, str], None]

_BYTES_PER_PARAMETER = {
    "fp32": 4.7,
    "fp16": 2.4,
    "int8": 1.25,
    "int4": 1.05,
}  # of the full size, embedding table included
_NOTICES = ("LICENSE", "LICENCE", "MODEL_LICENSE", "NOTICE")  # beginnings of the names of files that travel along
_WRITING_SHARE = 0.85  # of the progress bar; the rest is the self-test and the hashes


def convert(
    checkpoint: Path,
    out: Path,
    precision: str,
    *,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    name: str | None = None,
    origin: Mapping[str, str] | None = None,
    notices: Mapping[str, str] | None = None,
) -> Bundle:
    """Converts the checkpoint folder into the bundle folder `out`, which must not exist yet.

    Args:
        precision: fp32, fp16, int8 or int4 (see `onnx_export.precision`).
        progress: takes the share done (0..1) and what is being done.
        cancelled: asked between tensors; True stops the work.
        name: what the user will see; the folder's name by default.
        origin: `model_id`, `revision` and `licence` to record.
        notices: file name -> text of licences and notices that must travel with the model, besides those that lie
            in the checkpoint folder.

    Raises ExportError; nothing is left behind then.
    """
    if precision not in PRECISIONS:
        raise ExportError(
            translate("Conversion", "The precision {0!r} does not exist; choose {1}.").format(
                precision, ", ".join(PRECISIONS)
            )
        )
    if out.exists():
        raise ExportError(translate("Conversion", "{0} already exists.").format(out))
    source = Checkpoint(checkpoint)
    tokenizer = load_tokenizer(checkpoint)
    tokens = special_tokens(tokenizer, checkpoint, source.raw_config)
    needed = int(source.n_parameters * _BYTES_PER_PARAMETER[precision])
    report = progress or (lambda share, what: None)
    try:
        folder = _new_folder(out, precision, needed)
    except OSError as error:
        raise ExportError(_disk_sentence(error, out)) from error
    try:
        source.on_read = _Meter(source.n_bytes, report, cancelled or (lambda: False))
        write_graphs(source, folder, PRECISIONS[precision])
        tokenizer.save(str(folder / TOKENIZER))
        for path in checkpoint.iterdir():
            if path.is_file() and path.name.upper().startswith(_NOTICES):
                shutil.copyfile(path, folder / path.name)
        for file_name, text in (notices or {}).items():
            (folder / file_name).write_text(text, encoding="utf-8")
        source.on_read = lambda n_bytes: None
        report(_WRITING_SHARE, "self-test")
        _finish(source, folder, precision, tokens, tokenizer, name or out.name, origin or {}, report)
        move_into_place(folder, out)
    except BaseException as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, OSError):
            raise ExportError(_disk_sentence(error, out)) from error
        if isinstance(error, RecognizerError):
            raise ExportError(
                translate("Conversion", "The converted model does not work: {0}").format(error)
            ) from error
        raise
    report(1.0, "done")
    return open_bundle(out)


def _new_folder(out: Path, precision: str, needed: int) -> Path:
    """A folder beside `out`, where there is room for `needed` bytes. Raises ExportError, OSError."""
    out.parent.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(out.parent).free
    if free < needed:
        raise ExportError(
            translate("Conversion", "The disk with {0} has {1:.1f} GB free; the {2} model needs {3:.1f} GB.").format(
                out.parent, free / 1e9, precision, needed / 1e9
            )
        )
    folder = Path(tempfile.mkdtemp(prefix=f".{out.name}.", suffix=".partial", dir=out.parent))
    folder.chmod(0o755)
    return folder


class _Meter:
    """Turns bytes read into progress, and stops the work when it is cancelled."""

    def __init__(self, total: int, report: Progress, cancelled: Callable[[], bool]) -> None:
        self._done, self._total = 0, max(1, total)
        self._report, self._cancelled = report, cancelled

    def __call__(self, n_bytes: int) -> None:
        if self._cancelled():
            raise ExportError(translate("Conversion", "The conversion was cancelled."))
        self._done += n_bytes
        self._report(_WRITING_SHARE * min(1.0, self._done / self._total), "converting")


def write_graphs(source: Checkpoint, folder: Path, precision: Precision) -> None:
    """Writes every graph of a bundle with its weights, and the token embeddings."""
    with WeightsFile(folder / "audio_tower.weights") as weights:
        write_stem(source, weights, folder / STEM_GRAPH, precision.tower)
        write_layers(source, weights, folder / LAYERS_GRAPH, precision.tower)
        if precision.tower in ("float32", "float16"):
            write_plain_stem(source, weights, folder / PLAIN_STEM_GRAPH, precision.tower)
            write_plain_layers(source, weights, folder / PLAIN_LAYERS_GRAPH, precision.tower)
        if precision.name == "fp16":
            write_stem(source, weights, folder / CUDA_STEM_GRAPH, precision.tower, placed=True)
            write_layers(source, weights, folder / CUDA_LAYERS_GRAPH, precision.tower, placed=True)
    with WeightsFile(folder / "decoder.weights") as weights:
        write_decoder(source, weights, folder / DECODER_GRAPH, precision)
        if precision.name == "fp16":
            write_decoder(source, weights, folder / CUDA_DECODER_GRAPH, precision, placed=True, norm_in_attention=True)
    _write_embedding(source, folder, precision)


def _write_embedding(source: Checkpoint, folder: Path, precision: Precision) -> None:
    table = Matrix(source, ("decoder.embed_tokens.weight",))
    with (folder / EMBEDDING).open("wb") as file:
        if precision.embedding == "row8":
            weight, scale = quantize_rows(table.blocks(), table.n_out, table.n_in)
            file.write(weight.data)
            (folder / EMBEDDING_SCALE).write_bytes(scale.tobytes())
            return
        dtype = np.float16 if precision.embedding == "float16" else np.float32
        for block in table.blocks():
            file.write(block.astype(dtype).data)


def _finish(
    source: Checkpoint,
    folder: Path,
    precision: str,
    tokens: SpecialTokens,
    tokenizer: Any,
    name: str,
    origin: Mapping[str, str],
    report: Progress,
) -> None:
    languages = source.raw_config.get("support_languages") or []
    manifest: dict[str, Any] = {
        "format": FORMAT_VERSION,
        "name": name,
        "model_id": origin.get("model_id", ""),
        "revision": origin.get("revision", ""),
        "licence": origin.get("licence", ""),
        "precision": precision,
        "languages": list(languages),
        "config": source.config.to_dict(),
        "tokens": asdict(tokens),
        "files": {},
        "self_test": {},
    }
    prompt, n_samples = self_test_prompt(tokenizer, tokens, source.config.audio)
    answers = known_answers(source, folder, manifest, prompt, n_samples)
    manifest["self_test"] = asdict(answers.self_test)
    manifest["report"] = {"logit_error": answers.logit_error, "token_agreement": answers.token_agreement}
    report(0.93, "hashing")
    for file in sorted(folder.iterdir()):
        manifest["files"][file.name] = {"size": file.stat().st_size, "sha256": hash_file(file)}
    data = json.dumps(manifest, ensure_ascii=False, indent=1).encode()
    (folder / MANIFEST_SUM).write_bytes(manifest_sum(data))
    (folder / MANIFEST).write_bytes(data)


def _disk_sentence(error: OSError, out: Path) -> str:
    if error.errno == errno.ENOSPC:
        words = translate("Conversion", "The disk with {0} is full. The unfinished model was removed.")
        return words.format(out.parent)
    words = translate("Conversion", "The model could not be written to {0}: {1}.")
    return words.format(out, error.strerror or error)
