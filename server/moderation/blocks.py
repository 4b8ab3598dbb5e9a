"""Blocks between players: neither meets the other, whoever of the two has asked for it."""

from collections.abc import Callable
from time import time

from server.errors import Refused
from server.handlers import Client, Handlers
from server.protocol import inbound
from server.protocol.outbound import Ack, BlockList
from server.protocol.values import Who
from server.store import blocks as stored
from server.store import players
from server.store.database import Database
from server.store.sql import Conflict


def _now() -> int:
    return int(time() * 1000)


class Blocks:
    """All blocks of ``store``, in memory: they are asked for of each remark and each pair of players.

    ``start`` reads them. Where a player becomes another one or is deleted, `refresh` reads that player's anew.
    """

    def __init__(self, store: Database, now: Callable[[], int] = _now) -> None:
        self._store = store
        self._now = now
        self._blocked: dict[str, set[str]] = {}
        self._blocked_by: dict[str, set[str]] = {}
        self._changes = 0

    async def start(self) -> None:
        """Read all of them."""
        for player, other in await stored.list_pairs(self._store):
            self._add(player, other)

    async def refresh(self, *ids: str) -> None:
        """The store has other blocks of these players than before."""
        for id in ids:
            changes = -1
            while changes != self._changes:  # else what was read is older than what somebody has done meanwhile
                changes = self._changes
                pairs = await stored.list_pairs(self._store, id)
            for other in list(self._blocked.get(id, ())):
                self._drop(id, other)
            for other in list(self._blocked_by.get(id, ())):
                self._drop(other, id)
            for player, other in pairs:
                self._add(player, other)

    def may_meet(self, player: str, other: str) -> bool:
        """Whether neither of two players has blocked the other; to be asked before a seat, a seek or a challenge."""
        return other not in self._blocked.get(player, ()) and player not in self._blocked.get(other, ())

    def list_ids(self, player: str) -> list[str]:
        """Whom a player has blocked, by id."""
        return sorted(self._blocked.get(player, ()))

    async def block(self, player: str, other: str) -> None:
        """Have two players not meet. Refused("no_player"), Refused("too_many_blocks")."""
        found = await players.find_player(self._store, other)
        if other == player or found is None or found.deleted_at is not None:
            raise Refused(code="no_player")
        try:
            kept = await stored.BLOCKS.add(self._store, player, other, self._now())
        except Conflict:
            raise Refused(code="no_player") from None  # was removed meanwhile
        if not kept:
            raise Refused(code="too_many_blocks", limit=stored.BLOCKS.most)
        self._changes += 1
        self._add(player, other)

    async def unblock(self, player: str, other: str) -> None:
        """Have them meet again, unless the other has blocked, too."""
        await stored.BLOCKS.remove(self._store, player, other)
        self._changes += 1
        self._drop(player, other)

    async def list_blocked(self, player: str) -> list[Who]:
        """Whom a player has blocked, the last first."""
        return [Who(id, name) for id, name in await stored.list_blocked(self._store, player)]

    def _add(self, player: str, other: str) -> None:
        self._blocked.setdefault(player, set()).add(other)
        self._blocked_by.setdefault(other, set()).add(player)

    def _drop(self, player: str, other: str) -> None:
        for pairs, key, value in ((self._blocked, player, other), (self._blocked_by, other, player)):
            those = pairs.get(key)
            if those is not None:
                those.discard(value)
                if not those:
                    del pairs[key]


class BlockMessages:
    """Answers with what ``blocks`` does."""

    def __init__(self, blocks: Blocks) -> None:
        self._blocks = blocks

    def register(self, handlers: Handlers) -> None:
        """Have these messages come here."""
        handlers.add(inbound.BlockPlayer, self._block)
        handlers.add(inbound.ReadBlocks, self._list)

    async def _block(self, client: Client, message: inbound.BlockPlayer, at: int) -> None:
        change = self._blocks.block if message.on else self._blocks.unblock
        await change(client.player, message.player)
        client.say(Ack(message.id))

    async def _list(self, client: Client, message: inbound.ReadBlocks, at: int) -> None:
        client.say(BlockList(message.id, await self._blocks.list_blocked(client.player)))
