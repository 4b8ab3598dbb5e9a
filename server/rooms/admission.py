"""Admission: limits on the unfinished games of a player, of an address and of the server."""

from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from bots.errors import BotError
from bots.executor import Executor
from bots.levels import level as level_of
from bots.workers.fair_queue import Asker
from server.errors import Refused
from server.handlers import Client
from server.rooms.policy import Policy
from server.rooms.room import Room
from server.rooms.tables import Tables


class RoomsByAddress:
    """Rooms of one kind, each with the address that its person plays from: "" until they come back after a restart."""

    def __init__(self) -> None:
        self._address: dict[str, str] = {}
        self._number: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._address)

    def at(self, address: str) -> int:
        """Return the number of rooms of an address."""
        return self._number[address]

    def address(self, room: str) -> str:
        """Return the address at which the person of a room was last seen, or ""."""
        return self._address.get(room, "")

    def count(self, room: str, address: str) -> None:
        """Add a room, or move it to another address."""
        self.discount(room)
        self._address[room] = address
        self._number[address] += 1

    def move(self, room: str, address: str) -> None:
        """Move a counted room to another address; do nothing for a room that is not counted."""
        if room in self._address:
            self.count(room, address)

    def discount(self, room: str) -> None:
        """Remove a room, if it is counted."""
        address = self._address.pop(room, None)
        if address is not None:
            self._number[address] -= 1
            if not self._number[address]:
                del self._number[address]

    @contextmanager
    def promise(self, room: str, address: str) -> Iterator[None]:
        """Count a room while it is being stored, so that concurrent requests cannot exceed a limit together."""
        self.count(room, address)
        try:
            yield
        except BaseException:
            self.discount(room)
            raise


class Admission:
    """Checks whether one more room, or one more game against a bot, may begin."""

    def __init__(self, policy: Policy, tables: Tables, executor: Executor) -> None:
        self.policy = policy
        self._tables = tables
        self._executor = executor
        self.bot_games = RoomsByAddress()
        self.slow_open = RoomsByAddress()
        """Open rooms of games by correspondence: they wait for an opponent although nobody is connected."""

    def check(self, client: Client, *, against_bot: bool) -> None:
        """Raise Refused where a limit forbids one more room: "too_many_rooms", "too_many_bot_games",
        "too_many_bot_games_here", "bot_games_full".

        An address may have at most as many games against bots as places remain, so that a few addresses cannot fill the
        server.
        """
        self.require_room(client.player)
        if not against_bot:
            return
        policy, own = self.policy, self._tables.of_player(client.player)
        found = [self._tables.get(id) for id in own]
        # a room that is being stored has no table yet; it may be against a bot
        with_bots = sum(table is None or table.room.bot is not None for table in found)
        if with_bots >= policy.bot_games_per_player:
            raise Refused(code="too_many_bot_games", limit=policy.bot_games_per_player)
        left = policy.bot_games - len(self.bot_games)
        if left <= 0:
            raise Refused(code="bot_games_full", limit=policy.bot_games)
        here = self.bot_games.at(client.address)
        if here >= min(policy.bot_games_per_address, left):
            raise Refused(code="too_many_bot_games_here", limit=here)

    def has_room(self, player: str) -> bool:
        """Return whether a player may have one more room or live game against a person."""
        return len(self._tables.of_player(player)) < self.policy.rooms_per_player

    def require_room(self, player: str) -> None:
        """Raise Refused("too_many_rooms") where a player has reached the limit."""
        if not self.has_room(player):
            raise Refused(code="too_many_rooms", limit=self.policy.rooms_per_player)

    def check_slow_open(self, client: Client) -> None:
        """Raise Refused("open_rooms_full") where no more room may wait for days; the limits work as for bot games."""
        left = self.policy.slow_open - len(self.slow_open)
        here = self.slow_open.at(client.address)
        if here >= min(self.policy.slow_open_per_address, left):
            raise Refused(code="open_rooms_full")

    def require_time(self, client: Client, level: int) -> None:
        """Raise Refused where the bots are too busy for one more game of this player."""
        try:
            busy = self._executor.busy(level_of(level), Asker(client.address, client.player))
        except BotError as error:  # the level no longer exists
            raise Refused(code=error.code, level=level) from None
        if busy:
            raise Refused(code="bots_busy")

    def promise(
        self, client: Client, room: str, *, against_bot: bool, slow_open: bool = False
    ) -> AbstractContextManager[None]:
        """Count a room while it is being stored, if it is a game against a bot or may wait for days."""
        if slow_open:
            return self.slow_open.promise(room, client.address)
        return self.bot_games.promise(room, client.address) if against_bot else nullcontext()

    def restore(self, room: Room) -> None:
        """Count a room that a restart has brought back."""
        if room.bot is not None:
            self.bot_games.count(room.id, "")
        elif room.slow:
            self.slow_open.count(room.id, "")

    def note(self, room: Room, address: str) -> None:
        """Count a room that another process has made, with the address of its owner, "" if that is not known."""
        if room.result is not None:
            return
        if room.bot is not None:
            if not self.bot_games.address(room.id):
                self.bot_games.count(room.id, address)
        elif room.slow and room.open and not self.slow_open.address(room.id):
            self.slow_open.count(room.id, address)

    def move(self, client: Client, room: Room) -> None:
        """Note that a player of a room has connected, perhaps from another address."""
        if room.bot is not None:
            self.bot_games.move(room.id, client.address)
        elif room.slow:
            self.slow_open.move(room.id, client.address)

    def follow(self, room: Room) -> None:
        """Update the counts after events: a finished game, or a room that is no longer open, stops counting."""
        if room.result is not None:
            self.bot_games.discount(room.id)
        if not room.open:
            self.slow_open.discount(room.id)

    def forget(self, room: str) -> None:
        """Remove a deleted room from the counts."""
        self.bot_games.discount(room)
        self.slow_open.discount(room)
