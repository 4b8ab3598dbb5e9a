"""Handlers by type of message: one of each."""

from typing import Any, get_args

import pytest

from server.handlers import Client, Handlers
from server.protocol import inbound
from tests.kit.app import App


async def answer(client: Client, message: Any, at: int) -> None:
    """Serve as the handler that these tests register."""


def test_a_type_of_message_has_one_handler() -> None:
    handlers = Handlers()
    handlers.add(inbound.Try, answer, burst_share=3)
    assert handlers.by_type[inbound.Try].call is answer
    assert handlers.by_type[inbound.Try].burst_share == 3
    with pytest.raises(ValueError, match="two handlers of Try"):
        handlers.add(inbound.Try, answer)


async def test_every_message_has_a_handler_but_hello(running: tuple[App, str]) -> None:
    taken = running[0].handlers.by_type
    assert set(get_args(inbound.Inbound)) - set(taken) == {inbound.Hello}
