"""Creation of rooms, for one person or for two who are paired elsewhere: checks, and the records for the store."""

import secrets
from collections.abc import Callable, Iterable, Sequence

from bots.errors import BotError
from bots.learning.players import published
from bots.learning.players.parts import Parts
from bots.levels import Level
from bots.levels import level as level_of
from gomoku.errors import IllegalMove
from gomoku.game import Game
from gomoku.openings.rules import OPENINGS
from gomoku.rulesets import ruleset
from server.errors import Refused
from server.protocol.api import GameHistory
from server.protocol.events import Created, Rematched, RoomEvent, Seated
from server.protocol.inbound import Create
from server.protocol.values import BotRun, CorrespondenceSpec, OpeningName, Rules, Visibility, Who
from server.rooms.bot_openings import DECIDER
from server.rooms.judge import choose_black
from server.rooms.policy import Policy
from server.rooms.room import Room
from server.rooms.rooms import Rooms
from server.rooms.time_limits import foresee_flag
from server.signals import TurnCame
from server.store.games import correspondence, room_log
from server.store.people import player_pairs, players
from server.store.records import new_id
from server.store.sql import Conflict, Statement
from server.store.writes import Append, FlagAt, NewGame


def make_room(
    command: Create,
    owner: Who,
    at: int,
    serial: int,
    ready: Callable[[Level], bool],
    source: GameHistory | None = None,
) -> tuple[NewGame, list[RoomEvent]]:
    """Build the requested room and the event that seats its bot, if that is ``ready``; raises Refused.

    ``source`` is the game to continue, where the command names one; if it is not public, the room is private. Games
    that continue another, begin from a given position or use a level's twin are not rated.
    """
    check_game(command.rules, command.size, command.opening)
    if source is None:
        start = command.start
        _require_position(command.rules, command.size, start)
    else:
        start = _replay_start(command, source)
    if command.opening != "free" and (source is not None or start):
        raise Refused(code="bad_opening")
    created = Created(
        v=1,
        at=at,
        rules=command.rules,
        size=command.size,
        clock=command.clock,
        visibility=_find_visibility(command, source),
        rated=command.rated and source is None and not start,
        color=command.color,
        owner=owner,
        from_game=command.from_game,
        start=start,
        opening=command.opening,
    )
    if command.level is None:
        if source is not None:
            raise Refused(code="unknown_level")
        return NewGame(serial, new_id(), owner.id, command.id, created, None), []
    level = _find_level(command.level)
    if created.rated and level.twin_of is not None:
        raise Refused(code="level_not_rated", level=command.level)
    if not level.plays(command.rules, command.size) or isinstance(command.clock, CorrespondenceSpec):
        raise Refused(code="level_cannot_play", level=command.level)
    if not ready(level) or (command.opening != "free" and not ready(DECIDER)):
        raise Refused(code="level_not_ready", level=command.level)
    seated = Seated(v=2, at=at, seat=1, who=Who(level=command.level), black=choose_black(command.color))
    return NewGame(serial, new_id(), owner.id, command.id, created, _record_bot(level, command.rules)), [seated]


def check_game(rules: Rules, size: int, opening: OpeningName) -> None:
    """Raise Refused for a board size or an opening that the rules do not allow."""
    if size not in ruleset(rules).sizes:
        raise Refused(code="bad_size", size=size)
    if not OPENINGS[opening].fits(rules, size):
        raise Refused(code="bad_opening")


def make_rematch(room: Room, agreed: Rematched, serial: int) -> tuple[NewGame, list[RoomEvent]]:
    """Build the next game of a series: the same seats, the other player begins, the score carries on."""
    old, owner, other = room.created, room.seats[0], room.seats[1]
    if owner is None or other is None or room.first is None:
        raise Refused(code="not_over")
    created = Created(
        v=1,
        at=agreed.at,
        rules=old.rules,
        size=old.size,
        clock=old.clock,
        visibility=old.visibility,
        rated=old.rated,
        color="white" if room.first == 0 else "black",
        owner=owner,
        previous=room.id,
        score=room.score_after(),
        from_game=old.from_game,
        start=old.start,
        opening=old.opening,
    )
    bot: BotRun | None = None
    if other.level is not None:
        bot = _record_bot(_find_level(other.level), old.rules)
    seated = Seated(v=2, at=agreed.at, seat=1, who=other, black=1 - room.first)
    return NewGame(serial, agreed.room, None, None, created, bot), [seated]


def list_writes(new: NewGame, events: Sequence[RoomEvent]) -> list[NewGame | Append | FlagAt]:
    """List the writes for a new room and its first events."""
    writes: list[NewGame | Append | FlagAt] = [new, *(Append(new.serial, event, None, 0) for event in events)]
    if events and isinstance(new.created.clock, CorrespondenceSpec):
        writes.append(foresee_flag(Room(new.serial, new.id, new.created, Policy()), events))
    return writes


def _record_bot(level: Level, rules: str) -> BotRun:
    """Record what is needed to replay a bot's game: limits, seed, and the current revisions of what it has learned."""
    limits = {"time_ms": level.limits.time_ms, "nodes": level.limits.nodes}
    return BotRun(
        level=level.number,
        engine=level.engine,
        version=level.version,
        seed=secrets.randbits(31),
        limits={name: value for name, value in limits.items() if value is not None},
        learned=published.revision(rules) if level.parts else 0,
        weights=published.weights_in_use() if level.weighs else 0,
        book=published.book_revision(rules, level.number) if Parts.EXPERIENCE in level.parts else 0,
    )


def _replay_start(command: Create, source: GameHistory) -> list[int]:
    """Return the moves of a finished game up to a position in which it was not over."""
    if command.start:
        raise Refused(code="no_such_position")
    game, moves = source.game, [move.point for move in source.moves[: command.from_ply]]
    if game.result is None:
        raise Refused(code="not_over")
    if (game.rules, game.size) != (command.rules, command.size) or len(moves) < command.from_ply:
        raise Refused(code="no_such_position")
    if Game.replay(ruleset(game.rules), game.size, moves, forbidden_loses=True).outcome is not None:
        raise Refused(code="no_such_position")
    return moves


def _require_position(rules: Rules, size: int, moves: Sequence[int]) -> None:
    """Raise Refused, with the number of the ``move`` and ``why``, if a move is illegal or ends the game."""
    game = Game(ruleset(rules), size)
    for number, point in enumerate(moves, start=1):
        try:
            over = game.play(point) is not None
        except IllegalMove as error:
            raise Refused(code="no_such_position", move=number, why=error.code) from None
        if over:
            raise Refused(code="no_such_position", move=number, why="game_over")


def _find_visibility(command: Create, source: GameHistory | None) -> Visibility:
    """Return the visibility: never wider than that of the source game; "link" for a public room with a given position,
    as the lobby shows empty boards only.
    """
    if source is not None and source.game.visibility != "public":
        return "private"
    if command.start and command.level is None and command.visibility == "public":
        return "link"
    return command.visibility


def _find_level(number: int) -> Level:
    try:
        return level_of(number)
    except BotError as error:
        raise Refused(code=error.code, level=number) from None


def demand_places(policy: Policy, people: Iterable[str], slow: bool) -> list[Statement]:
    """Return the statements that fail if one of these people has left, or has too many games by the one written."""
    return [
        statement
        for player in people
        for statement in (
            players.demand_there(player),
            *([correspondence.demand_room(player, policy.slow_games_per_player)] if slow else ()),
            *([room_log.demand_live_room(player, policy.rooms_per_player)] if policy.shared and not slow else ()),
        )
    ]


def demand_company(player: str, other: str) -> list[Statement]:
    """Return the statements that fail if one of two people has left, or has blocked the other."""
    there = [players.demand_there(each) for each in (player, other)]
    return [*there, player_pairs.demand_no_block(player, other)]


async def require_live_room(rooms: Rooms, player: str) -> None:
    """Raise Refused("too_many_rooms") where a player has as many rooms as they may, by the store, which knows those
    that other processes have made at this moment.
    """
    policy = rooms.policy
    if policy.shared and await room_log.count_live(rooms.store, player) >= policy.rooms_per_player:
        raise Refused(code="too_many_rooms", limit=policy.rooms_per_player, player=player)


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
        new, _ = make_room(wish, owner, at, self._store.new_serial(), self._rooms.executor.ready)
        events: list[RoomEvent] = [Seated(v=2, at=at, seat=1, who=other, black=choose_black(wish.color))]
        try:
            with self._tables.promise(owner.id, new.id), self._tables.promise(other.id, new.id):
                await self._store.commit(
                    *list_writes(new, events),
                    noted=[
                        *noted(new.id),
                        *demand_company(owner.id, other.id),
                        *demand_places(self._rooms.policy, [owner.id, other.id], slow),
                    ],
                )
        except Conflict:  # the same command, sent again on another connection, was faster
            made = await self.find(owner.id, wish.id)
            if made is not None:
                return made
            for who in (owner, other):
                await self._require(who.id, slow=slow)
                await require_live_room(self._rooms, who.id)
            raise
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
