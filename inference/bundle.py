"""The model bundle on disk: `bundle.json`, ONNX graphs with their weights, the embedding table, the tokenizer.

`bundle.json` is written last, so a folder without it is no bundle; it holds the format version, the model's id, revision
and licence, the precision, the whole configuration, and size and SHA-256 of every other file. `bundle.sha256` holds its
own sum (as `sha256sum` writes it), so that a changed byte is found anywhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inference.config import ModelConfig, SpecialTokens
from inference.errors import BundleError, RecognizerError, UnreadableError
from inference.messages import translate

FORMAT_VERSION = 1
MANIFEST = "bundle.json"
MANIFEST_SUM = "bundle.sha256"

STEM_GRAPH = "audio_stem.onnx"
LAYERS_GRAPH = "audio_layers.onnx"
DECODER_GRAPH = "decoder.onnx"
CUDA_DECODER_GRAPH = "decoder.cuda.onnx"
CUDA_STEM_GRAPH = "audio_stem.cuda.onnx"
CUDA_LAYERS_GRAPH = "audio_layers.cuda.onnx"
PLAIN_STEM_GRAPH = "audio_stem.plain.onnx"
PLAIN_LAYERS_GRAPH = "audio_layers.plain.onnx"
EMBEDDING = "embedding.bin"
EMBEDDING_SCALE = "embedding.scale.bin"
TOKENIZER = "tokenizer.json"

PRECISIONS = ("fp32", "fp16", "int8", "int4")

_HASHED_ON_OPEN = 64 << 20  # bytes; larger files are hashed by `verify_bundle` and proven by the self-test at load


@dataclass(frozen=True)
class FileInfo:
    size: int
    sha256: str


@dataclass(frozen=True)
class SelfTest:
    """A short prompt with known answers, run on every provider before it is used.

    Attributes:
        prompt: token ids; audio_pad ids stand where the rows of `audio_samples` go.
        audio_samples: length of the deterministic test sound.
        rows: positions in the prompt whose next token is known.
        expected: those tokens.
    """

    prompt: tuple[int, ...]
    audio_samples: int
    rows: tuple[int, ...]
    expected: tuple[int, ...]


@dataclass(frozen=True)
class Bundle:
    """An opened bundle.

    Attributes:
        folder: where it lies.
        name: what the user sees.
        model_id, revision, licence: where the weights came from and under which terms.
        precision: one of `PRECISIONS`.
        languages: canonical names of the languages it knows.
        config: the model's shape.
        tokens: ids of the special tokens.
        files: size and hash of every file but the manifest.
        self_test: see `SelfTest`.
    """

    folder: Path
    name: str
    model_id: str
    revision: str
    licence: str
    precision: str
    languages: tuple[str, ...]
    config: ModelConfig
    tokens: SpecialTokens
    files: Mapping[str, FileInfo]
    self_test: SelfTest
    report: Mapping[str, Any] = field(default_factory=dict)

    def path(self, file: str) -> Path:
        return self.folder / file

    def has(self, file: str) -> bool:
        return file in self.files

    @property
    def n_bytes(self) -> int:
        return sum(info.size for info in self.files.values())


def open_bundle(folder: Path) -> Bundle:
    """Reads and checks a bundle: format, completeness, sizes, and the hashes of all but the large files.

    Raises BundleError for anything that is missing, damaged or of another format version.
    """
    raw = _manifest(folder)
    version = raw.get("format")
    if version != FORMAT_VERSION:
        raise BundleError(
            translate(
                "Recognizer",
                "The model in {0} has the format version {1!r}; this program reads version {2}. Convert it again.",
            ).format(folder, version, FORMAT_VERSION)
        )
    try:
        bundle = Bundle(
            folder=folder,
            name=str(raw["name"]),
            model_id=str(raw["model_id"]),
            revision=str(raw["revision"]),
            licence=str(raw["licence"]),
            precision=str(raw["precision"]),
            languages=tuple(map(str, raw["languages"])),
            config=ModelConfig.from_dict(raw["config"]),
            tokens=SpecialTokens(**{**raw["tokens"], "eos": tuple(raw["tokens"]["eos"])}),
            files={name: FileInfo(int(item["size"]), str(item["sha256"])) for name, item in raw["files"].items()},
            self_test=SelfTest(
                prompt=tuple(raw["self_test"]["prompt"]),
                audio_samples=int(raw["self_test"]["audio_samples"]),
                rows=tuple(raw["self_test"]["rows"]),
                expected=tuple(raw["self_test"]["expected"]),
            ),
            report=raw.get("report", {}),
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecognizerError) as error:
        raise BundleError(
            translate("Recognizer", "The model in {0} is damaged: its {1} is incomplete ({2}).").format(
                folder, MANIFEST, error
            )
        ) from error
    if bundle.precision not in PRECISIONS:
        raise BundleError(
            translate("Recognizer", "The model in {0} has the unknown precision {1!r}.").format(
                folder, bundle.precision
            )
        )
    if strange := [name for name in bundle.files if not _is_plain(name)]:
        raise BundleError(
            translate("Recognizer", "The model in {0} is damaged: {1!r} is not a file name.").format(folder, strange[0])
        )
    for name in (STEM_GRAPH, LAYERS_GRAPH, DECODER_GRAPH, EMBEDDING, TOKENIZER):
        if not bundle.has(name):
            raise BundleError(
                translate("Recognizer", "The model in {0} is incomplete: {1} is not listed.").format(folder, name)
            )
    if loose := sorted(name for name in _weights_in(folder) if not bundle.has(name)):
        raise BundleError(
            translate("Recognizer", "The model in {0} is damaged: {1} is not listed in its {2}.").format(
                folder, loose[0], MANIFEST
            )
        )
    for name, info in bundle.files.items():
        _check_size(bundle.path(name), info)
        if info.size <= _HASHED_ON_OPEN:
            _check_hash(bundle.path(name), info, None)
    return bundle


def verify_bundle(folder: Path, progress: Callable[[float], None] | None = None) -> None:
    """Reads every byte of a bundle and compares the hashes. `progress` gets the share done, 0..1. Raises BundleError."""
    bundle = open_bundle(folder)
    done, total = 0, max(1, bundle.n_bytes)

    def advance(n: int) -> None:
        nonlocal done
        done += n
        if progress is not None:
            progress(done / total)

    for name, info in bundle.files.items():
        _check_hash(bundle.path(name), info, advance)


def name_in(folder: Path) -> str:
    """What a bundle calls itself, also one whose other files are damaged; "" where its manifest cannot be trusted."""
    try:
        return str(_manifest(folder).get("name", ""))
    except BundleError:
        return ""


def hash_file(path: Path, advance: Callable[[int], None] | None = None) -> str:
    """SHA-256 of a file as hex. `advance` takes the bytes read. Raises OSError."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(4 << 20):
            digest.update(block)
            if advance is not None:
                advance(len(block))
    return digest.hexdigest()


def _weights_in(folder: Path) -> list[str]:
    try:
        return [path.name for path in folder.iterdir() if path.name.lower().endswith(".weights")]
    except OSError as error:
        raise _unreadable(folder, error) from error


def _unreadable(folder: Path, error: OSError, name: str = "") -> UnreadableError:
    if name:
        message = translate("Recognizer", "The model in {0} could not be read: {1}: {2}.")
        return UnreadableError(message.format(folder, name, error.strerror))
    message = translate("Recognizer", "The model in {0} could not be read: {1}.")
    return UnreadableError(message.format(folder, error.strerror))


def _is_plain(name: str) -> bool:
    """Whether this names a file in the bundle's own folder, on every system."""
    return bool(name.strip(". ")) and not set(name) & set("/\\:\0")


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    try:
        if not folder.is_dir():
            raise BundleError(translate("Recognizer", "The model folder {0} does not exist.").format(folder))
        data = path.read_bytes()
        raw = json.loads(data.decode("utf-8"))
    except FileNotFoundError as error:
        raise BundleError(
            translate("Recognizer", "The folder {0} contains no model: {1} is missing.").format(folder, MANIFEST)
        ) from error
    except OSError as error:
        raise _unreadable(folder, error) from error
    except (ValueError, RecursionError) as error:
        raise BundleError(
            translate("Recognizer", "The model in {0} is damaged: {1} is not valid JSON.").format(folder, MANIFEST)
        ) from error
    if not isinstance(raw, dict):
        raise BundleError(
            translate("Recognizer", "The model in {0} is damaged: {1} is not a JSON object.").format(folder, MANIFEST)
        )
    try:
        listed = (folder / MANIFEST_SUM).read_bytes()
    except FileNotFoundError as error:
        raise BundleError(
            translate("Recognizer", "The model in {0} is incomplete: {1} is missing.").format(folder, MANIFEST_SUM)
        ) from error
    except OSError as error:
        raise _unreadable(folder, error) from error
    if listed != manifest_sum(data):
        raise BundleError(
            translate("Recognizer", "The model in {0} is damaged: the content of {1} or {2} has changed.").format(
                folder, MANIFEST, MANIFEST_SUM
            )
        )
    return raw


def manifest_sum(manifest: bytes) -> bytes:
    """Content of `bundle.sha256` for a manifest."""
    return f"{hashlib.sha256(manifest).hexdigest()}  {MANIFEST}\n".encode()


def _check_size(path: Path, info: FileInfo) -> None:
    try:
        size = path.stat().st_size
    except FileNotFoundError as error:
        raise BundleError(
            translate("Recognizer", "The model in {0} is incomplete: {1} is missing.").format(path.parent, path.name)
        ) from error
    except OSError as error:
        raise _unreadable(path.parent, error, path.name) from error
    if size != info.size:
        raise BundleError(
            translate("Recognizer", "The model in {0} is damaged: {1} has {2} bytes instead of {3}.").format(
                path.parent, path.name, size, info.size
            )
        )


def _check_hash(path: Path, info: FileInfo, advance: Callable[[int], None] | None) -> None:
    try:
        actual = hash_file(path, advance)
    except OSError as error:
        raise _unreadable(path.parent, error, path.name) from error
    if actual != info.sha256:
        raise BundleError(
            translate("Recognizer", "The model in {0} is damaged: the content of {1} has changed.").format(
                path.parent, path.name
            )
        )
