"""Ratings in rooms: shown beside the names, and their changes after a game, broadcast to all viewers."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from server.background import Background
from server.errors import StoreError
from server.protocol.events import Ended, RoomEvent, Seated, TookBack
from server.protocol.outbound import RatingsTold
from server.protocol.values import RatingMark, RatingPoolName, RatingShift, RoomRating, UnratedReason
from server.ratings.book import Counted, Held
from server.ratings.glicko2 import PlayerRating
from server.ratings.held import Ratings, make_mark
from server.ratings.identity import BotIdentity
from server.ratings.ledger import RatingChange, RatingPool, find_pool, name_pool
from server.rooms.room import Room
from server.rooms.table import Table
from server.signals import RoomChanged, Signals
from server.store.database import Database
from server.store.games import ratings as stored

log = logging.getLogger("tengen.rooms")

NOBODY = None, None
AT_ONCE = 8
"""Concurrent rating look-ups: a start restores thousands of rooms."""
RETRY_S = 5.0


class RoomRatings:
    """Ratings that rooms show; ``find`` returns a table in memory. Emits `RoomChanged`.

    With ``shared`` another process may have counted a game before this one hears of its end.
    """

    def __init__(
        self,
        store: Database,
        ratings: Ratings,
        background: Background,
        find: Callable[[str], Table | None],
        signals: Signals,
        *,
        shared: bool = False,
    ) -> None:
        self._shared = shared
        self._store = store
        self._ratings = ratings
        self._background = background
        self._find = find
        self._signals = signals
        self._looking = asyncio.Semaphore(AT_ONCE)
        self._last: dict[str, object] = {}
        """Token of the latest look-up of each unfinished room; results of earlier look-ups are discarded."""

    def follow(self, table: Table, events: Sequence[RoomEvent]) -> None:
        """Look up the ratings of the players when a room comes into memory, when somebody sits down, and when the game
        stops being rated.
        """
        kinds = Seated | TookBack | Ended if self._shared else Seated | TookBack
        if not events or any(isinstance(event, kinds) for event in events):
            self._begin(table)

    def look_again(self, rooms: Iterable[str]) -> None:
        """Look up again what games have changed that another process has counted."""
        for id in rooms:
            table = self._find(id)
            if table is not None:
                self._begin(table)

    def follow_people(self, table: Table) -> None:
        """Look up again what a game would change, after a player has gained or lost an account."""
        if table.room.result is None:  # else that is settled
            self._begin(table)

    def _begin(self, table: Table) -> None:
        pool = find_pool(table.room.created.rules, table.room.slow)
        if pool is not None:
            this = self._last[table.room.id] = object()
            self._background.spawn(self._look_up(table, pool, this))

    def tell_counted(self, counted: Sequence[Counted], held: Held) -> None:
        """Broadcast the rating changes of counted games to the viewers of their rooms."""
        self._ratings.note(held)
        for game in counted:
            table = self._find(game.game)
            pool = None if table is None else find_pool(table.room.created.rules, table.room.slow)
            if table is not None and pool is not None:
                self._last.pop(game.game, None)
                seats: dict[int, RatingChange] = dict(game.seats)
                shifts = (make_shift(seats[0]), make_shift(seats[1])) if seats else None
                marks: tuple[RatingMark | None, RatingMark | None] = (None, None)
                if seats:
                    marks = (make_mark(seats[0].before), make_mark(seats[1].before))
                elif table.room.rating is not None:
                    marks = table.room.rating.marks
                self._show(table, RoomRating(name_pool(pool), marks, shifts, game.reason, round(game.advantage)))

    async def _look_up(self, table: Table, pool: RatingPool, this: object) -> None:
        room = table.room
        try:
            told: RoomRating | None = None
            while told is None and self._last.get(room.id) is this:
                try:
                    told = await self._read_now(room, pool)
                except StoreError as error:
                    log.warning("room %s: its ratings wait for the store: %s", room.id, error)
                    await asyncio.sleep(RETRY_S)
            if told is not None and self._last.get(room.id) is this:  # else it was counted meanwhile, or looked up anew
                self._show(table, told)
        finally:
            if self._last.get(room.id) is this:
                del self._last[room.id]

    async def _read_now(self, room: Room, pool: RatingPool) -> RoomRating:
        async with self._looking:
            marks = (await self._mark(room, 0, pool), await self._mark(room, 1, pool))
            told = RoomRating(name_pool(pool), marks, unrated=await self._find_obstacle(room))
            return told if room.result is None else await self._read(room, told)

    async def _mark(self, room: Room, seat: int, pool: RatingPool) -> RatingMark | None:
        who, bot = room.seats[seat], room.bot
        if who is None or not (who.id or bot):
            return None
        key = who.id if bot is None or who.level is None else BotIdentity(bot.level, bot.version, bot.weights).key
        held = (await self._ratings.read(key)).get(pool)
        return None if held is None else make_mark(held.rating)

    async def _find_obstacle(self, room: Room) -> UnratedReason | None:
        """Return why a game that was to be rated does not count. After its begin this is settled; before, it is the
        present state.
        """
        if not room.created.rated:
            return None
        if not room.open:
            settled = await stored.read_obstacle(self._store, room.serial)
            return settled or (None if room.rated else "took_back")
        if room.created.visibility != "public":
            return "not_public"
        people = {who.id for who in room.seats if who is not None}
        if people - await stored.find_accounts(self._store, people):
            return "no_account"
        return None

    async def _read(self, room: Room, told: RoomRating) -> RoomRating:
        """Add the rating changes of a finished game."""
        found = await read_rating(self._store, room.serial, told.pool)
        if found is None:
            return told
        return found if found.shifts else replace(told, unrated=found.unrated)

    def _show(self, table: Table, told: RoomRating) -> None:
        before, rated = table.room.rating, told.marks != NOBODY
        if told == before or (before is None and not rated and told.unrated is None):
            return  # most games are guests': nothing to send
        table.room.rating = told
        table.audience.send(RatingsTold(table.room.id, told))
        if rated:
            self._signals.emit(RoomChanged(table.room.id))


async def read_rating(store: Database, serial: int, pool: RatingPoolName) -> RoomRating | None:
    """Read what a game of a pool has changed, by seat, or why it changes nothing. None where it was not to be rated or
    goes on; a game that waits to be counted has neither.
    """
    found = await stored.read_counted(store, serial)
    if found is None:
        return None
    reason, changes = found
    if len(changes) < len(NOBODY):
        return RoomRating(pool, NOBODY, unrated=reason)
    marks = tuple(make_mark(PlayerRating(each.rating0, each.deviation0)) for each in changes)
    shifts = tuple(
        _shift(each.rating0, each.rating, each.deviation, each.expected, other.rating0, each.score)
        for each, other in zip(changes, reversed(changes), strict=True)
    )
    first_move = next(each.advantage for each in changes if each.first)
    return RoomRating(pool, (marks[0], marks[1]), (shifts[0], shifts[1]), None, round(first_move))


def make_shift(change: RatingChange) -> RatingShift:
    """Build the wire form of a rating change."""
    before, after = change.before.value, change.after.value
    return _shift(before, after, change.after.deviation, change.expected, change.against.value, change.score)


def _shift(before: float, after: float, deviation: float, expected: float, against: float, score: float) -> RatingShift:
    return RatingShift(round(before), round(after), round(deviation), round(expected, 2), round(against), score)
