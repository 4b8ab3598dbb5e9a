"""Handlers by type of message: one of each, and who comes and goes."""

from typing import Any, cast, get_args

import pytest

from server.app import App
from server.handlers import Client, Handlers
from server.protocol import inbound

ADA = cast(Client, "ada")


async def answer(client: Client, message: Any, at: int) -> None:
    """What these tests register."""


def test_a_type_of_message_has_one_handler() -> None:
    handlers = Handlers()
    handlers.add(inbound.Try, answer, burst_share=3)
    assert handlers.by_type[inbound.Try].call is answer
    assert handlers.by_type[inbound.Try].burst_share == 3
    with pytest.raises(ValueError, match="two handlers of Try"):
        handlers.add(inbound.Try, answer)


def test_features_hear_who_comes_goes_and_is_renamed() -> None:
    handlers, heard = Handlers(), list[tuple[object, ...]]()
    handlers.on_join(lambda client, at: heard.append(("join", client, at)))
    handlers.on_leave(lambda client, at: heard.append(("leave", client, at)))
    handlers.on_rename(lambda player, name: heard.append((player, name)))
    handlers.join(ADA, 1)
    handlers.rename("id", "Ada")
    handlers.leave(ADA, 2)
    assert heard == [("join", ADA, 1), ("id", "Ada"), ("leave", ADA, 2)]


async def test_every_message_has_a_handler_but_hello(running: tuple[App, str]) -> None:
    taken = running[0].handlers.by_type
    assert set(get_args(inbound.Inbound)) - set(taken) == {inbound.Hello}
