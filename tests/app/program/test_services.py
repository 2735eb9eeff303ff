"""From the settings to what the worker is asked for: pure, since no disk may be looked at on Qt's thread."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.base import paths
from app.base.settings import Settings
from app.engine.model_loading import ModelChoice
from app.models import installed
from app.program.services import Services, model_choice


def chosen(model: str, folder: str = "", provider: str = "auto") -> Settings:
    settings = Settings()
    return replace(
        settings,
        captions=replace(settings.captions, model=model, provider=provider),
        models=replace(settings.models, folder=folder),
    )


@pytest.mark.parametrize(
    ("settings", "choice"),
    [
        (chosen(""), ModelChoice()),
        (chosen("", "/drive/models"), ModelChoice()),
        (chosen("big-int8"), ModelChoice("big-int8")),
        (chosen("big-int8", "/drive/models"), ModelChoice("big-int8", models_folder="/drive/models")),
        (chosen(str(Path("/drive/b").absolute()), "/models"), ModelChoice(str(Path("/drive/b").absolute()))),
        (chosen("big-int8", provider="cpu"), ModelChoice("big-int8", "cpu")),
    ],
)
def test_a_model_is_chosen_by_its_name_and_the_folder_counts_only_where_it_lies_there(
    settings: Settings, choice: ModelChoice
) -> None:
    assert model_choice(settings) == choice


def test_the_engine_is_asked_for_a_model_without_a_look_at_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def touched(*_: object) -> Path:
        raise AssertionError("the disk was looked at")

    for module in (paths, installed):
        monkeypatch.setattr(module, "models_dir", touched)
    monkeypatch.setattr(installed, "is_bundle", touched)
    setup = Services._engine_setup(Services.__new__(Services), chosen("big-int8", "/drive/models"))
    assert setup.model == ModelChoice("big-int8", models_folder="/drive/models")
    assert setup.fallback == ModelChoice()
