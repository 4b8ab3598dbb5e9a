"""Looks at uploads: limited in all, so that dialogs closed while a file is read leave nothing behind."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from server.handlers import Client
from server.protocol.inbound import FileLook
from server.trees import looking
from server.trees.looking import FileLooks


async def test_the_oldest_look_goes_where_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "MOST_LOOKS", 3)
    monkeypatch.setattr(looking, "ANSWER_S", 0)
    looks = FileLooks(cast(Any, None), ())

    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(looks, "_read", never)
    for number in range(10):
        client = SimpleNamespace(player=f"p{number}", address="", say=lambda _: None)
        await looks.look(cast(Client, client), FileLook("id", "upload"), 0)
    assert list(looks._jobs) == ["p7", "p8", "p9"]
    await looks.close()
