"""The tokenizer is the reference's: ids, texts, cut characters, both pre-tokenizers; ids come from the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inference.errors import BundleError
from inference.tokenizer import Tokenizer, _described, _is_cut_at_words, model_tokenizer
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


WORDS = st.text(
    st.sampled_from(
        "aZ éü\u0301\u0958ßΣджقعकि한국ไทย中文ーｶ’'s's're 0½²Ⅷ_-.,;:!?\t\n\r\u00a0\u2003\u3000🙂<|asr_text>" + "  ab"
    ),
    max_size=40,
)


@pytest.mark.parametrize("patched", [False, True])
@settings(deadline=None, max_examples=300)
@given(text=st.lists(WORDS | st.sampled_from([" and", "language English<asr_text>", " l'été", " I'm", "<|im_end|>"])))
def test_word_by_word_gives_the_ids_of_the_whole(patched: bool, text: list[str]) -> None:
    """Text is encoded in every pass and is kept by words; where it is cut decides nothing."""
    fast = tokenizer(patched=patched)
    joined = "".join(text)
    assert fast._encode_by_word(joined) == fast._encode_whole(joined)


def of(definition: dict[str, Any]) -> Tokenizer:
    return Tokenizer.from_text(json.dumps(definition), "in memory")


def test_only_a_known_pre_tokenizer_is_cut_at_words(starter_checkpoint: Path) -> None:
    definition = json.loads((starter_checkpoint / "tokenizer.json").read_text(encoding="utf-8"))
    for known in (of(definition), tokenizer(), tokenizer(patched=True)):
        assert _is_cut_at_words(_described(known._fast)), "the library tells its parts as the file has them"
    other = {
        "type": "Sequence",
        "pretokenizers": [
            {"type": "Split", "pattern": {"Regex": ".+"}, "behavior": "Isolated", "invert": False},
            {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False},
        ],
    }
    for changed in ({"pre_tokenizer": other}, {"pre_tokenizer": None}, {"normalizer": {"type": "Lowercase"}}):
        changed_one = of({**definition, **changed})
        assert not _is_cut_at_words(_described(changed_one._fast))
    wide = {**definition["added_tokens"][0], "content": "<two words>"}
    widened = of({**definition, "added_tokens": [*definition["added_tokens"], wide]})
    assert not _is_cut_at_words(_described(widened._fast))


def test_a_models_tokenizer_is_read_once_and_again_when_the_file_has_changed(
    starter_checkpoint: Path, tmp_path: Path
) -> None:
    """Reading a full vocabulary holds Python's lock for a third of a second."""
    file = tmp_path / "tokenizer.json"
    definition = json.loads((starter_checkpoint / "tokenizer.json").read_text(encoding="utf-8"))
    file.write_text(json.dumps(definition), encoding="utf-8")
    first = model_tokenizer(file)
    assert model_tokenizer(file) is first
    definition["added_tokens"][-1]["content"] = "<renamed>"
    file.write_text(json.dumps(definition), encoding="utf-8")
    assert "<renamed>" in model_tokenizer(file).added_tokens()
    assert "<renamed>" not in first.added_tokens()
    file.write_text("{", encoding="utf-8")
    with pytest.raises(BundleError, match="not JSON"):
        model_tokenizer(file)
    file.unlink()
    with pytest.raises(BundleError, match="cannot be read"):
        model_tokenizer(file)


def test_added_tokens_are_those_of_the_file(starter_checkpoint: Path) -> None:
    big, small = tokenizer(), Tokenizer.from_file(starter_checkpoint / "tokenizer.json")
    assert big.added_tokens()["<|im_end|>"] == 151645
    assert small.added_tokens()["<|im_end|>"] == 3067
    assert "<non_speech>" not in small.added_tokens()


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
