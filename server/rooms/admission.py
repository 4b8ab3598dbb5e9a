"""Admission of one game more: what a player, an address and the server may have going on at the same time."""

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
    """Rooms of one kind, with the address that each is played from; "" where nobody has been there since a restart."""

    def __init__(self) -> None:
        self._address: dict[str, str] = {}
        self._number: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._address)

    def at(self, address: str) -> int:
        """Rooms of an address."""
        return self._number[address]

    def address(self, room: str) -> str:
        """Where the person of a room was last seen."""
        return self._address.get(room, "")

    def count(self, room: str, address: str) -> None:
        """A room is among them, and its person is at this address now."""
        self.discount(room)
        self._address[room] = address
        self._number[address] += 1

    def move(self, room: str, address: str) -> None:
        """The person of a room that is among them has come from this address."""
        if room in self._address:
            self.count(room, address)

    def discount(self, room: str) -> None:
        """A room is no longer among them, if it was."""
        address = self._address.pop(room, None)
        if address is not None:
            self._number[address] -= 1
            if not self._number[address]:
                del self._number[address]

    @contextmanager
    def promise(self, room: str, address: str) -> Iterator[None]:
        """Count a room in while it is being stored, so that many at once do not pass a limit together."""
        self.count(room, address)
        try:
            yield
        except BaseException:
            self.discount(room)
            raise


class Admission:
    """Says whether there may be one room more, or one game more against a bot."""

    def __init__(self, policy: Policy, tables: Tables, executor: Executor) -> None:
        self.policy = policy
        self._tables = tables
        self._executor = executor
        self.bot_games = RoomsByAddress()
        self.slow_open = RoomsByAddress()
        """Rooms that wait for an opponent in a game by correspondence, which nobody needs to be there for."""

    def check(self, client: Client, *, against_bot: bool) -> None:
        """Raise Refused where one room more is too many: "too_many_rooms", "too_many_bot_games",
        "too_many_bot_games_here", "bot_games_full".

        No address has more games against bots than are left for others: whoever fills the server from a few hides its
        bots from nobody at another.
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
        """Whether a player may have one room more, or game against a person, at one sitting."""
        return len(self._tables.of_player(player)) < self.policy.rooms_per_player

    def require_room(self, player: str) -> None:
        """Raise Refused("too_many_rooms") where a player may not."""
        if not self.has_room(player):
            raise Refused(code="too_many_rooms", limit=self.policy.rooms_per_player)

    def check_slow_open(self, client: Client) -> None:
        """Raise Refused("open_rooms_full") where one room more may not wait for days; the limits are as for bots."""
        left = self.policy.slow_open - len(self.slow_open)
        here = self.slow_open.at(client.address)
        if here >= min(self.policy.slow_open_per_address, left):
            raise Refused(code="open_rooms_full")

    def require_time(self, client: Client, level: int) -> None:
        """Raise Refused where the bots have too much to do for one game more of this player's."""
        try:
            busy = self._executor.busy(level_of(level), Asker(client.address, client.player))
        except BotError as error:  # a level that is no more
            raise Refused(code=error.code, level=level) from None
        if busy:
            raise Refused(code="bots_busy")

    def promise(
        self, client: Client, room: str, *, against_bot: bool, slow_open: bool = False
    ) -> AbstractContextManager[None]:
        """Count a room in while it is being stored, if it is a game against a bot or waits for days."""
        if slow_open:
            return self.slow_open.promise(room, client.address)
        return self.bot_games.promise(room, client.address) if against_bot else nullcontext()

    def restore(self, room: Room) -> None:
        """Count a room that a restart has brought back."""
        if room.bot is not None:
            self.bot_games.count(room.id, "")
        elif room.slow:
            self.slow_open.count(room.id, "")

    def move(self, client: Client, room: Room) -> None:
        """A player of a room has come."""
        if room.bot is not None:
            self.bot_games.move(room.id, client.address)
        elif room.slow:
            self.slow_open.move(room.id, client.address)

    def follow(self, room: Room) -> None:
        """Something has happened in a room: it may be over, or waited for no longer."""
        if room.result is not None:
            self.bot_games.discount(room.id)
        if not room.open:
            self.slow_open.discount(room.id)

    def forget(self, room: str) -> None:
        """A room is no more."""
        self.bot_games.discount(room)
        self.slow_open.discount(room)
