"""Connections of this process whose tokens another process has ended: they are closed, whatever the bus has lost.

Who ends a token closes its connections at once, also those in other processes, by messages that may be lost. So each
process asks the store for the tokens of its own clients whenever tokens or players have changed there, and when the bus
is back. It asks twice: a client that has just got a new token has the old one for a moment.
"""

import asyncio
import logging

from server.accounts.accounts import let_in
from server.accounts.sessions import Sessions
from server.bus.bus import Bus
from server.errors import Refused, StoreError
from server.handlers import Client
from server.steady_time import Now
from server.store.database import Database
from server.store.people import players, second_factors

log = logging.getLogger("tengen")

PAUSE_S = 1.0
"""Pause before a look and between the two: changes that come together are looked at together."""
RETRY_S = 5.0


class EndedTokens:
    """Closes such clients of ``sessions``. ``now`` returns the time in ms."""

    def __init__(self, bus: Bus, store: Database, sessions: Sessions, now: Now) -> None:
        self._store = store
        self._sessions = sessions
        self._now = now
        self._due = asyncio.Event()
        store.on_change(self._due.set, *second_factors.ENDED)
        bus.on_return(self._due.set)

    async def work(self) -> None:
        """Look after each change, until cancelled."""
        while True:
            await self._due.wait()
            await asyncio.sleep(PAUSE_S)
            self._due.clear()
            try:
                if await self._list_ended():
                    await asyncio.sleep(PAUSE_S)
                    await self.check()
            except StoreError as error:
                log.warning("devices that other processes have signed out: %s", error)
                self._due.set()
                await asyncio.sleep(RETRY_S)

    async def check(self) -> None:
        """Close the clients whose tokens are ended."""
        for client in await self._list_ended():
            code, detail = await self._explain(client.player)
            await self._sessions.dismiss([client], code, detail)

    async def _list_ended(self) -> list[Client]:
        """Return the clients whose devices have ended, or whose players may not be here."""
        asked = [(client, client.device) for client in self._sessions.clients]
        good = await second_factors.list_good(self._store, {client.player for client, _ in asked}, self._now())
        here = set(self._sessions.clients)
        return [
            client
            for client, device in asked
            if device not in good and client.device == device and client in here  # else it is another's by now
        ]

    async def _explain(self, id: str) -> tuple[str, dict[str, str | int]]:
        player = await players.find_player(self._store, id)
        if player is None or player.deleted_at is not None:
            return "deleted", {}
        try:
            let_in(player, self._now())
        except Refused as refused:
            return refused.code, refused.detail
        return "signed_out", {}
