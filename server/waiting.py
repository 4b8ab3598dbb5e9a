"""A list of things that wait for a player, sent to their clients when they join, if it is not empty, and on change."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from typing import Any

from server.background import Background
from server.errors import StoreError
from server.handlers import Client
from server.signals import ClientJoined, Signals

log = logging.getLogger("tengen")


class Waiting(ABC):
    """One kind of thing that may wait; ``clients_of`` gives who is here of a player."""

    def __init__(self, clients_of: Callable[[str], Collection[Client]]) -> None:
        self._clients_of = clients_of
        self._background = Background()
        self._lock = asyncio.Lock()
        """What is read is told before it is read again: nobody is left with an earlier list."""

    @abstractmethod
    async def read(self, player: str) -> tuple[Any, bool]:
        """The message that tells of a player's, and whether there are any. Raises StoreError."""

    def subscribe(self, signals: Signals) -> None:
        """Tell clients on coming."""
        signals.on(ClientJoined, lambda joined: self._greet(joined.client))

    async def close(self) -> None:
        """Tell nobody any more."""
        await self._background.close()

    def changed(self, player: str) -> None:
        """What waits for a player is not the same any more."""
        if self._clients_of(player):
            self._background.spawn(self._tell(player))

    def _greet(self, client: Client) -> None:
        self._background.spawn(self._tell(client.player, client))

    async def _tell(self, player: str, come: Client | None = None) -> None:
        """Tell a player's clients, or one that has ``come``, where there is anything to tell it."""
        try:
            async with self._lock:
                told, some = await self.read(player)
                for client in self._clients_of(player) if come is None else [come] if some else []:
                    if client.player == player:  # it may be another's by now
                        client.say(told)
        except StoreError as error:  # with the next change
            log.warning("what waits for a player cannot be read: %s", error)
