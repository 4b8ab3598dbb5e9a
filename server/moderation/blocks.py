"""Blocks between players: a block keeps both from meeting, whoever of the two made it."""

from collections.abc import Callable
from time import time

from server.errors import Refused
from server.handlers import Client, Handlers
from server.protocol import inbound
from server.protocol.outbound import Ack, BlockList
from server.protocol.values import Who
from server.signals import BlocksChanged, Signals
from server.steady_time import Now
from server.store.database import Database
from server.store.people import player_pairs, players
from server.store.sql import Conflict


def _now() -> int:
    return int(time() * 1000)


MayMeet = Callable[[str, str], bool]
"""Tells whether two players may meet."""


class Blocks:
    """All blocks of ``store``, in memory: every remark and every pair of players asks for them.

    ``start`` reads them. After a player is merged or deleted, call `refresh`.
    """

    def __init__(self, store: Database, now: Now = _now) -> None:
        self._store = store
        self._now = now
        self._blocked: dict[str, set[str]] = {}
        self._blocked_by: dict[str, set[str]] = {}
        self._changes = 0

    async def start(self) -> None:
        """Read all blocks."""
        for player, other in await player_pairs.list_pairs(self._store):
            self._add(player, other)

    async def reload(self) -> None:
        """Read all blocks again."""
        changes = -1
        while changes != self._changes:  # else a block made meanwhile would be lost
            changes = self._changes
            pairs = await player_pairs.list_pairs(self._store)
        self._blocked.clear()
        self._blocked_by.clear()
        for player, other in pairs:
            self._add(player, other)

    async def refresh(self, *ids: str) -> None:
        """Read the blocks of these players again."""
        for id in ids:
            changes = -1
            while changes != self._changes:  # else a block made meanwhile would be lost
                changes = self._changes
                pairs = await player_pairs.list_pairs(self._store, id)
            for other in list(self._blocked.get(id, ())):
                self._drop(id, other)
            for other in list(self._blocked_by.get(id, ())):
                self._drop(other, id)
            for player, other in pairs:
                self._add(player, other)

    def may_meet(self, player: str, other: str) -> bool:
        """Return True if neither player has blocked the other. Ask before a seat, a seek or a challenge."""
        return other not in self._blocked.get(player, ()) and player not in self._blocked.get(other, ())

    def list_ids(self, player: str) -> list[str]:
        """Return the ids of the players that a player has blocked."""
        return sorted(self._blocked.get(player, ()))

    async def block(self, player: str, other: str) -> None:
        """Keep two players from meeting. Refused("no_player"), Refused("too_many_blocks")."""
        found = await players.find_player(self._store, other)
        if other == player or found is None or found.deleted_at is not None:
            raise Refused(code="no_player")
        try:
            kept = await player_pairs.BLOCKS.add(self._store, player, other, self._now())
        except Conflict:
            raise Refused(code="no_player") from None  # they were deleted meanwhile
        if not kept:
            raise Refused(code="too_many_blocks", limit=player_pairs.BLOCKS.most)
        self._changes += 1
        self._add(player, other)

    async def unblock(self, player: str, other: str) -> None:
        """Remove a player's block; one that the other made stays."""
        await player_pairs.BLOCKS.remove(self._store, player, other)
        self._changes += 1
        self._drop(player, other)

    async def list_blocked(self, player: str) -> list[Who]:
        """Return the players that a player has blocked, newest first."""
        return await player_pairs.list_blocked(self._store, player)

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
    """Handlers of block messages. Emits `BlocksChanged`."""

    def __init__(self, blocks: Blocks, signals: Signals) -> None:
        self._blocks = blocks
        self._signals = signals

    def register(self, handlers: Handlers) -> None:
        """Register the handlers."""
        handlers.add(inbound.BlockPlayer, self._block)
        handlers.add(inbound.ReadBlocks, self._list)

    async def _block(self, client: Client, message: inbound.BlockPlayer, at: int) -> None:
        change = self._blocks.block if message.on else self._blocks.unblock
        await change(client.player, message.player)
        self._signals.emit(BlocksChanged(client.player))
        client.say(Ack(message.id))

    async def _list(self, client: Client, message: inbound.ReadBlocks, at: int) -> None:
        client.say(BlockList(message.id, await self._blocks.list_blocked(client.player)))
