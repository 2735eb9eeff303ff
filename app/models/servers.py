"""The servers in the settings, which are chosen like models: pure functions on settings.

None is ever chosen but by the user. `app.remote` recognises on them.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from app.base.settings import Server, Settings
from app.models.installed import SERVER_PREFIX, InstalledModel


def server_id(server: Server) -> str:
    """What `captions.model` holds for a server."""
    return SERVER_PREFIX + server.addresses


def chosen_server(settings: Settings) -> Server | None:
    """The server that is to recognise, None where a model of this computer is."""
    return next((item for item in settings.models.servers if server_id(item) == settings.captions.model), None)


def with_server(settings: Settings, server: Server) -> Settings:
    """The settings with a server added, in place of one with the same addresses; it is not chosen by that."""
    others = tuple(item for item in settings.models.servers if item.addresses != server.addresses)
    return replace(settings, models=replace(settings.models, servers=(*others, server)))


def as_models(settings: Settings) -> list[InstalledModel]:
    """The servers as entries of the list of models; whether they answer is not asked."""
    return [
        InstalledModel(
            id=server_id(server),
            folder=Path(server_id(server)),
            kind="server",
            name=server.name or server.addresses,
            precision="",
            model_id="",
            revision="",
            licence="",
            languages=(),
            n_bytes=0,
            active=settings.captions.model == server_id(server),
            problem="",
        )
        for server in settings.models.servers
    ]
