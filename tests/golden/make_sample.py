"""Makes the sample of the reference traces in this folder from the full set.

    python -m tests.golden.make_sample            # from ../shared/golden, next to the checkout

Every stream, pair and case is taken over as it is; what is left out is named in README.md. The tokenizer keeps only
the merges that the sample's own texts use (byte-pair encoding never misses one that no text uses), so that its ids and
cuts are those of the whole one.
"""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer as FastTokenizer

from inference.tokenizer import Tokenizer
from tests.inference.replay import replay

HERE = Path(__file__).resolve().parent
FULL = HERE.parents[2] / "shared" / "golden"

EVERY = {
    "text.jsonl.gz": 1,
    "tokenizer/cases.jsonl.gz": 1,
    "ws/budget.jsonl.gz": 1,
    "lsp/streaming.jsonl.gz": 10,
    "lsp/no_reset.jsonl.gz": 20,
    "lsp/patched/streaming_changed.jsonl.gz": 5,
    "lsp/patched/no_reset_changed.jsonl.gz": 10,
}
"""One record in so many is kept."""


class Recording(Tokenizer):
    """Remembers every text that was encoded."""

    def __init__(self, fast: FastTokenizer) -> None:
        super().__init__(fast)
        self.texts: set[str] = set()

    def encode(self, text: str) -> list[int]:
        self.texts.add(text)
        return super().encode(text)


def read(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(FULL / name, "rt", encoding="ascii") as lines:
        for number, line in enumerate(lines):
            if number % EVERY[name] == 0:
                yield json.loads(line)


def write(name: str, data: bytes) -> None:
    path = HERE / name
    path.parent.mkdir(parents=True, exist_ok=True)
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=packed, compresslevel=9, mtime=0) as file:
        file.write(data)
    path.write_bytes(packed.getvalue())
    print(f"{name}: {len(packed.getvalue()):,} bytes")


def used_merges(fast: FastTokenizer, pieces: Iterable[str], ranks: dict[tuple[str, str], int]) -> set[tuple[str, str]]:
    """The merges that encoding these pieces (byte-level words) applies."""
    used: set[tuple[str, str]] = set()
    for piece in pieces:
        parts = list(piece)
        while len(parts) > 1:
            pairs = [pair for pair in pairwise(parts) if pair in ranks]
            if not pairs:
                break
            best = min(pairs, key=ranks.__getitem__)
            used.add(best)
            merged, i = [], 0
            while i < len(parts):
                if tuple(parts[i : i + 2]) == best:
                    merged.append("".join(best))
                    i += 2
                else:
                    merged.append(parts[i])
                    i += 1
            parts = merged
    return used


def pieces_of(tokenizers: Iterable[FastTokenizer], texts: Iterable[str], added: Iterable[str]) -> set[str]:
    """Byte-level words of the texts, as each tokenizer cuts them; added tokens are cut out first."""
    pieces: set[str] = set()
    tokens = sorted(added, key=len, reverse=True)
    for text in texts:
        plain = [text]
        for token in tokens:
            plain = [part for piece in plain for part in piece.split(token)]
        for fast in tokenizers:
            for part in plain:
                normal = fast.normalizer.normalize_str(part)
                pieces.update(piece for piece, _ in fast.pre_tokenizer.pre_tokenize_str(normal))
    return pieces


def pruned(definition: dict[str, Any], texts: set[str], tokenizers: list[FastTokenizer]) -> dict[str, Any]:
    """The tokenizer with only the merges that `texts` use, and the vocabulary that these need, ids unchanged."""
    merges = [
        tuple(merge) if isinstance(merge, list) else tuple(merge.split(" ")) for merge in definition["model"]["merges"]
    ]
    ranks = {merge: rank for rank, merge in enumerate(merges)}
    added = [token["content"] for token in definition["added_tokens"]]
    used = used_merges(tokenizers[0], pieces_of(tokenizers, texts, added), ranks)
    kept = [merge for merge in merges if merge in used]
    needed = {part for merge in kept for part in (*merge, "".join(merge))}
    vocab = {token: i for token, i in definition["model"]["vocab"].items() if len(token) == 1 or token in needed}
    # Added tokens get ids behind the vocabulary's last place unless they are found in it: it has fewer places now.
    vocab |= {token["content"]: token["id"] for token in definition["added_tokens"]}
    return {**definition, "model": {**definition["model"], "vocab": vocab, "merges": [list(merge) for merge in kept]}}


def main() -> None:
    definition = json.loads((FULL / "tokenizer" / "tokenizer.json").read_text(encoding="utf-8"))
    other = json.loads((FULL / "tokenizer" / "pre_tokenizer_patched.json").read_text(encoding="utf-8"))
    plain = Recording.from_text(json.dumps(definition), "plain")
    patched = Recording.from_text(json.dumps({**definition, "pre_tokenizer": other}), "patched")
    assert isinstance(plain, Recording)
    assert isinstance(patched, Recording)
    for name in EVERY:
        rows = list(read(name))
        write(name, "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows).encode("ascii"))
        codec = patched if "patched" in name else plain
        if name.startswith("lsp/"):
            for row in rows:
                replay(row, codec, rolling="no_reset" in name)
        elif name.startswith("tokenizer/"):
            plain.texts.update(row["text"] for row in rows)
    plain.texts.update(("<|im_end|>", "a <|im_start|>system\nb", "<< |im_end|>|im_end|>", "< blank3>", "< asr_text>"))
    texts = plain.texts | patched.texts
    fast = [
        FastTokenizer.from_str(json.dumps(definition)),
        FastTokenizer.from_str(json.dumps({**definition, "pre_tokenizer": other})),
    ]
    small = pruned(definition, texts, fast)
    write("tokenizer/tokenizer.json.gz", json.dumps(small, ensure_ascii=False, separators=(",", ":")).encode("utf-8"))
    (HERE / "tokenizer" / "pre_tokenizer_patched.json").write_text(json.dumps(other, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
