"""How rooms begin: checked, and with the records that the store keeps of their beginning."""

from collections.abc import Callable

from bots.errors import BotError
from bots.levels import Level
from bots.levels import level as level_of
from gomoku.game import Game
from gomoku.rulesets import ruleset
from server.errors import Refused
from server.protocol.api import BotRun, GameHistory
from server.protocol.events import Created, Rematched, RoomEvent, Seated
from server.protocol.inbound import Create
from server.protocol.shapes import Who
from server.rooms.judge import black_seat
from server.rooms.room import Room
from server.rooms.seats import bot_run
from server.store.ids import new_id
from server.store.rows import NewGame


def found(
    command: Create,
    owner: Who,
    at: int,
    serial: int,
    ready: Callable[[Level], bool],
    source: GameHistory | None = None,
) -> tuple[NewGame, list[RoomEvent]]:
    """The room that a player asks for, and the bot that sits down in it, if it is ``ready``; raises Refused.

    ``source`` is the game that it goes on from, where the command names one: is that not public, the room is private.
    """
    if command.size not in ruleset(command.rules).sizes:
        raise Refused(code="bad_size", size=command.size)
    created = Created(
        v=1,
        at=at,
        rules=command.rules,
        size=command.size,
        clock=command.clock,
        visibility=command.visibility if source is None or source.game.visibility == "public" else "private",
        rated=command.rated and source is None,
        color=command.color,
        owner=owner,
        from_game=command.from_game,
        start=[] if source is None else _start(command, source),
    )
    if command.level is None:
        if source is not None:
            raise Refused(code="unknown_level")
        return NewGame(serial, new_id(), owner.id, command.id, created, None), []
    level = _level(command.level)
    if not level.plays(command.rules, command.size):
        raise Refused(code="level_cannot_play", level=command.level)
    if not ready(level):
        raise Refused(code="level_not_ready", level=command.level)
    seated = Seated(v=2, at=at, seat=1, who=Who(level=command.level), black=black_seat(command.color))
    return NewGame(serial, new_id(), owner.id, command.id, created, bot_run(level, command.rules)), [seated]


def rematch(room: Room, agreed: Rematched, serial: int) -> tuple[NewGame, list[RoomEvent]]:
    """The next game of the series: the same seats, colours swapped, the score carried on."""
    old, owner, other = room.created, room.seats[0], room.seats[1]
    if owner is None or other is None or room.black is None:
        raise Refused(code="not_over")
    created = Created(
        v=1,
        at=agreed.at,
        rules=old.rules,
        size=old.size,
        clock=old.clock,
        visibility=old.visibility,
        rated=old.rated,
        color="white" if room.black == 0 else "black",
        owner=owner,
        previous=room.id,
        score=room.score_after(),
        from_game=old.from_game,
        start=old.start,
    )
    bot: BotRun | None = None
    if other.level is not None:
        bot = bot_run(_level(other.level), old.rules)
    seated = Seated(v=2, at=agreed.at, seat=1, who=other, black=1 - room.black)
    return NewGame(serial, agreed.room, None, None, created, bot), [seated]


def _start(command: Create, source: GameHistory) -> list[int]:
    """The moves of a finished game up to a position in which it was not over."""
    game, moves = source.game, [move.point for move in source.moves[: command.from_ply]]
    if game.result is None:
        raise Refused(code="not_over")
    if (game.rules, game.size) != (command.rules, command.size) or len(moves) < command.from_ply:
        raise Refused(code="no_such_position")
    if Game.replay(ruleset(game.rules), game.size, moves, forbidden_loses=True).outcome is not None:
        raise Refused(code="no_such_position")
    return moves


def _level(number: int) -> Level:
    try:
        return level_of(number)
    except BotError as error:
        raise Refused(code=error.code, level=number) from None
