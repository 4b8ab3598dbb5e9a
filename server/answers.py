"""Answers to commands that are sent again because the connection was lost before the answer came."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from server.errors import Refused
from server.handlers import Client, Handle
from server.protocol.inbound import Command
from server.protocol.outbound import Ack
from server.store import answers
from server.store.database import Database
from server.store.sql import Conflict

Asked = TypeVar("Asked", bound=Command)


Complete = Callable[[Client, Asked, Ack], Ack]
"""Adds the secrets to a stored answer, which are stored nowhere."""


def once(
    store: Database,
    call: Handle[Asked],
    complete: Complete[Asked] = lambda client, message, kept: kept,
) -> Callable[[Client, Asked, int], Awaitable[None]]:
    """Wrap ``call``: a command that was done before, perhaps concurrently on another connection, gets the answer that
    ``call`` has stored with its effect (`server.store.answers.keep`).
    """

    async def answer(client: Client, message: Asked, at: int) -> None:
        player = client.player  # some commands turn the client into another player
        kept = await answers.find(store, player, message.id)
        if kept is None:
            try:
                await call(client, message, at)
            except (Conflict, Refused):
                kept = await answers.find(store, player, message.id)
                if kept is None:
                    raise
        if kept is not None:
            client.say(complete(client, message, kept))

    return answer
