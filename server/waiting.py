"""A list of things that wait for a player, sent to their clients when they join, if it is not empty, and on change."""

import asyncio
import logging
from abc import ABC, abstractmethod
from typing import Any

from server.background import Background
from server.errors import StoreError
from server.handlers import Client, ClientsOf
from server.signals import ClientJoined, PlayersChanged, Signals

log = logging.getLogger("tengen")


class Waiting(ABC):
    """One kind of waiting things; ``clients_of`` returns a player's connections."""

    def __init__(self, clients_of: ClientsOf) -> None:
        self._clients_of = clients_of
        self._background = Background()
        self._lock = asyncio.Lock()
        """Serialises reading and sending, so that no client ends up with an older list."""

    @abstractmethod
    async def read(self, player: str) -> tuple[Any, bool]:
        """Return the message for a player, and whether anything waits. Raises StoreError."""

    def subscribe(self, signals: Signals) -> None:
        """Subscribe to clients that join."""
        signals.on(ClientJoined, lambda joined: self._greet(joined.client))
        signals.on(PlayersChanged, self._follow_players)

    async def close(self) -> None:
        """Cancel pending notifications."""
        await self._background.close()

    def changed(self, player: str) -> None:
        """Send the list again, as it has changed."""
        if self._clients_of(player):
            self._background.spawn(self._tell(player))

    def _follow_players(self, change: PlayersChanged) -> None:
        for player in change.players:  # joined: an account has what its guest had
            self.changed(player)

    def _greet(self, client: Client) -> None:
        self._background.spawn(self._tell(client.player, client))

    async def _tell(self, player: str, come: Client | None = None) -> None:
        """Send the list to a player's clients, or to one that has ``come`` if the list is not empty."""
        try:
            async with self._lock:
                if come is not None and come not in self._clients_of(player):
                    return  # it has left while others were read
                told, some = await self.read(player)
                for client in self._clients_of(player) if come is None else [come] if some else []:
                    if client.player == player:  # it may belong to another player by now
                        client.say(told)
        except StoreError as error:  # the next change sends it
            log.warning("what waits for a player cannot be read: %s", error)
