"""The tokenizer is the reference's: ids, texts, cut characters, both pre-tokenizers; ids come from the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from inference.errors import BundleError
from inference.tokenizer import Tokenizer
from tests.inference.golden import is_full, records, tokenizer


def test_every_recorded_case_comes_out_the_same() -> None:
    plain, patched = tokenizer(), tokenizer(patched=True)
    wrong, n_cases = [], 0
    for case in records("tokenizer/cases.jsonl.gz"):
        n_cases += 1
        ids = plain.encode(case["text"])
        first = len(ids) - len(case["prefixes"])
        ours = {
            "ids": ids,
            "decoded": plain.decode(ids),
            "decoded_skip_special": plain.decode(ids, skip_special_tokens=True),
            "prefixes": [plain.decode(ids[:n]) for n in range(first, len(ids))],
            "ids_patched": patched.encode(case["text"]),
        }
        recorded = {"ids_patched": case["ids"], **{name: case[name] for name in case if name != "text"}}
        if ours != recorded:
            wrong.append(case["text"])
    assert wrong == []
    assert not is_full() or n_cases == 471


def test_ids_are_looked_up_in_the_file(starter_checkpoint: Path) -> None:
    big, small = tokenizer(), Tokenizer.from_file(starter_checkpoint / "tokenizer.json")
    assert big.id_of("<|im_end|>") == 151645
    assert small.id_of("<|im_end|>") == 3067
    assert small.ids_of(["<|audio_start|>", "<asr_text>"]) == (3068, 3071)
    assert small.find_id("<non_speech>") is None
    with pytest.raises(BundleError, match="<non_speech>"):
        small.id_of("<non_speech>")


def test_the_tag_survives_where_special_tokens_do_not(starter_checkpoint: Path) -> None:
    small = Tokenizer.from_file(starter_checkpoint / "tokenizer.json")
    ids = small.encode("language English<asr_text>hello<|im_end|>")
    assert small.decode(ids, skip_special_tokens=True) == "language English<asr_text>hello"


@pytest.mark.parametrize("content", ["", "not json", "[]", "{}", '{"model": {"type": "Nothing"}}'])
def test_a_damaged_file_is_one_sentence(tmp_path: Path, content: str) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BundleError, match="damaged"):
        Tokenizer.from_file(path)


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="cannot be read"):
        Tokenizer.from_file(tmp_path / "tokenizer.json")
