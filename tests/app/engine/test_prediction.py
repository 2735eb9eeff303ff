"""Will a model run here? The times of a few layers, what is made of them, and what is recommended."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli import bench
from app.engine.pace import ROOMY_LOAD, PassCost
from app.engine.prediction import Parts, Prediction, predict, predict_all, recommended, ways
from app.models.catalogue import load_catalogue
from inference.bundle import open_bundle
from inference.config import ModelConfig
from inference.providers import open_model
from onnx_export.precision import PRECISIONS
from onnx_export.sample import LAYERS, VOCABULARY, layer_parameters, sample_config, write_sample
from tests.synthetic_checkpoint import build_config

STARTER = Path(__file__).resolve().parents[3] / "resources" / "starter"


@pytest.fixture(scope="module")
def tiny() -> ModelConfig:
    return ModelConfig.from_checkpoint(build_config("tiny"))


def test_the_shape_in_the_catalogue_is_the_published_one() -> None:
    entry = load_catalogue().entry("confucius4-r2t2")
    assert entry.shape == ModelConfig.from_checkpoint(build_config("full"))


def test_a_sample_is_the_model_with_few_layers() -> None:
    full = ModelConfig.from_checkpoint(build_config("full"))
    small = sample_config(full)
    assert (small.decoder.n_layers, small.audio.n_layers, small.decoder.vocab_size) == (LAYERS, LAYERS, VOCABULARY)
    assert replace(small.decoder, n_layers=28, vocab_size=151936) == full.decoder
    assert layer_parameters(small) == layer_parameters(full)
    assert 28 * layer_parameters(full) == pytest.approx(1.41e9, rel=0.01)


@pytest.mark.parametrize("precision", PRECISIONS)
def test_a_sample_of_every_precision_runs(tiny: ModelConfig, precision: str, tmp_path: Path) -> None:
    bundle = write_sample(tiny, precision, tmp_path)
    model = open_model(bundle, "cpu", 1)
    cache = model.decoder.new_cache()
    assert len(model.decoder.next_ids([[1, 2, 3]], cache, [1, 2])) == 2
    model.free()


def test_a_pass_is_put_together_as_it_was_measured_with_the_full_model() -> None:
    """Eight threads of the H200's host (`tests/bench/RESULTS.md`): 291 ms at 320 ms steps, 470 ms at 1 s."""
    parts = Parts(stem_s=0.016, window_s=0.064, step_s=0.055, base_s=0.036, row_s=0.00157)
    cost = parts.cost()
    assert cost.seconds(320) == pytest.approx(0.291, rel=0.1)
    assert cost.seconds(1000) == pytest.approx(0.470, rel=0.1)


def test_a_prediction_has_memory_and_the_delay_of_words() -> None:
    bundle = open_bundle(STARTER)
    found = predict(bundle.config, "int8", "cpu", bundle.n_bytes, 1)
    assert found.memory_bytes > bundle.n_bytes
    assert found.cost.fixed_s > 0 and found.cost.per_s > 0
    assert found.words_after_s > 0.5
    assert found.load == pytest.approx(found.cost.load(found.step_ms))


def expected(precision: str, words_after_s: float, load: float) -> Prediction:
    return Prediction(precision, "cpu", 1, PassCost(0.1, 0.1), 320, words_after_s, load)


def test_the_way_whose_words_come_soonest_is_recommended_and_none_that_falls_behind() -> None:
    slow, quick, late = expected("int8", 0.9, 0.5), expected("int4", 0.6, 0.5), expected("fp16", 0.4, ROOMY_LOAD + 0.1)
    assert recommended([slow, quick, late]) is quick
    assert recommended([slow, expected("int4", 0.88, 0.5)]) is slow, "the first of those that nobody can tell apart"
    assert recommended([late]) is None


def test_a_computer_without_a_card_is_asked_for_the_processors_precisions(tiny: ModelConfig) -> None:
    assert [way for way in ways() if way[1] == "cpu"] == [("int8", "cpu"), ("int4", "cpu")]
    found = predict_all(tiny, {"int8": 1000})
    assert [(one.precision, one.provider) for one in found] == [("int8", "cpu")]


def test_the_command_prints_a_prediction(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--predict", str(STARTER), "--json", "--threads", "1"]) == 0
    [row] = json.loads(capsys.readouterr().out)["predictions"]
    assert (row["precision"], row["provider"]) == ("int8", "cpu")
    assert row["memory_gb"] > 0.2 and row["pass_fixed_ms"] > 0
    assert bench.main(["--predict", str(STARTER), "--threads", "1"]) == 0
    said = capsys.readouterr().out
    assert (said.startswith("int8") and "speech" in said) or "words after about" in said
    assert bench.main(["--predict", "no-such-model"]) == 1
    assert "no-such-model" in capsys.readouterr().err
