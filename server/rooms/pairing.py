"""Games of two people who are paired elsewhere: creates the room with both in their seats."""

from collections.abc import Callable, Sequence

from server.errors import Refused
from server.protocol.events import RoomEvent, Seated
from server.protocol.inbound import Create
from server.protocol.values import CorrespondenceSpec, Who
from server.rooms import creation
from server.rooms.judge import choose_black
from server.rooms.rooms import Rooms
from server.signals import TurnCame
from server.store import correspondence, room_log
from server.store.sql import Conflict, Statement


class PairRooms:
    """Creates rooms for pairs of players."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._tables = rooms.tables

    async def find(self, owner: str, command_id: str) -> str | None:
        """Return the room that a command has made, if any."""
        return await room_log.find_room_of_command(self._store, owner, command_id)

    async def begin(
        self,
        wish: Create,
        owner: Who,
        other: Who,
        at: int,
        noted: Callable[[str], Sequence[Statement]] = lambda room: (),
    ) -> str:
        """Store a room with both players, together with the statements of ``noted(id)``, and begin it. Return its id;
        the same ``wish.id`` of an owner returns the same room.

        The owner has seat 0 and the colour of the wish. Raises Refused where either player has too many games, with the
        ``player`` in the detail, and Conflict where ``noted`` cannot be written.
        """
        slow = isinstance(wish.clock, CorrespondenceSpec)
        for who in (owner, other):
            await self._require(who.id, slow=slow)
        new, _ = creation.make_room(wish, owner, at, self._store.new_serial(), self._rooms.executor.ready)
        events: list[RoomEvent] = [Seated(v=2, at=at, seat=1, who=other, black=choose_black(wish.color))]
        try:
            with self._tables.promise(owner.id, new.id), self._tables.promise(other.id, new.id):
                await self._store.commit(*creation.list_writes(new, events), noted=noted(new.id))
        except Conflict:  # the same command, sent again on another connection, was faster
            made = await self.find(owner.id, wish.id)
            if made is None:
                raise
            return made
        self._tables.begin(new, events)
        for who in (owner, other) if slow else ():
            self._rooms.signals.emit(TurnCame(who.id, new.id))
        return new.id

    async def _require(self, player: str, *, slow: bool) -> None:
        policy = self._rooms.policy
        if slow:
            if await correspondence.count_games(self._store, player) >= policy.slow_games_per_player:
                raise Refused(code="too_many_rooms", limit=policy.slow_games_per_player, player=player)
        elif not self._rooms.admission.has_room(player):
            raise Refused(code="too_many_rooms", limit=policy.rooms_per_player, player=player)
