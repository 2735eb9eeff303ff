"""The token budget is the official server's, but for the scripts that it forgot."""

from __future__ import annotations

from inference.budget import AdaptiveBudget, flush_tokens, is_last_token_dense
from tests.inference.golden import is_full, records
from tests.inference.reference import is_last_token_chinese


def test_every_recorded_step_gets_the_servers_budget() -> None:
    n_sequences = n_steps = 0
    for record in records("ws/budget.jsonl.gz"):
        n_sequences += 1
        first = record["step_samples"] + record["lookahead_samples"]
        budget = AdaptiveBudget(record["step_samples"], first, is_last_dense=is_last_token_chinese)
        for step in record["steps"]:
            n_steps += 1
            assert budget.tokens() == step["budget"]
            budget.step(step["delta"])
            assert budget.exact == step["next_exact"]
    print(f"{n_sequences} sequences, {n_steps} steps")
    assert not is_full() or (n_sequences, n_steps) == (220, 4642)


def test_only_kana_and_hangul_are_budgeted_otherwise() -> None:
    """The product's rule leaves the server's in no step but those whose last word is kana or Hangul."""
    n_extended = 0
    for record in records("ws/budget.jsonl.gz"):
        first = record["step_samples"] + record["lookahead_samples"]
        ours = AdaptiveBudget(record["step_samples"], first)
        last = ""
        for step in record["steps"]:
            ours.step(step["delta"])
            last = (step["delta"] and _last_word(step["delta"])) or last
            if is_last_token_dense([last]) and not is_last_token_chinese([last]):
                n_extended += 1
                assert ours.exact == 4.0
            else:
                assert ours.exact == step["next_exact"]
    assert n_extended


def _last_word(delta: str) -> str:
    from inference.text import split_text_to_tokens

    words = split_text_to_tokens(delta)
    return words[-1] if words else ""


def test_dense_scripts() -> None:
    for word in ("中", "か", "カ", "ｶ", "한", "㐀", "𠮷"):
        assert is_last_token_dense([word])
    for words in (["a"], ["é"], ["ก"], ["中", "word"], []):
        assert not is_last_token_dense(words)


def test_merged_steps_get_the_budget_of_all_of_them() -> None:
    budget = AdaptiveBudget(2560, 5120)
    assert (budget.tokens(), budget.tokens(3)) == (4, 12)


def test_a_flush_can_say_all_that_is_missing_and_never_less_than_32_tokens() -> None:
    assert flush_tokens(0, 0) == 32
    assert flush_tokens(5, 2560) == 32
    assert flush_tokens(5, 10 * 16_000) == 5 + 2 * 125
    assert flush_tokens(0, 10**9) == 512
