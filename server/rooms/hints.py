"""Hints: in an unrated game against a bot the player to move may ask the strongest engine what it would do, and why."""

from typing import TYPE_CHECKING

from bots.engine import Choice, Limits
from bots.levels import Level
from server.errors import Refused, refusal
from server.protocol.inbound import Hint
from server.protocol.outbound import Advice, Error
from server.rooms.table import Table, encode
from server.rooms.viewer import Viewer

if TYPE_CHECKING:
    from server.rooms.course import Course

ADVISER = Level(number=-1, engine="hint", name={}, character={}, limits=Limits(time_ms=300))
"""Who gives hints; stands on no ladder. The time is that of its search, to which what it proves comes."""


def begin(course: "Course", table: Table, seat: int, viewer: Viewer, command: Hint) -> None:
    """Have a hint worked out and told to the viewer, in the given seat; the table's lock is held. Raises Refused."""
    room = table.room
    if room.rated or room.bot is None or not ADVISER.plays(room.created.rules, room.created.size):
        raise Refused(code="no_hints")
    if room.result is not None:
        raise Refused(code="game_over")
    if room.seat_to_move != seat:
        raise Refused(code="not_your_turn")
    if not course.executor.ready(ADVISER):
        raise Refused(code="engine_not_ready")
    if table.hinting is not None:
        raise Refused(code="bots_busy")
    table.hinting = room.game.ply, course.background.spawn(_tell(course, table, viewer, command))


def follow(table: Table) -> None:
    """A hint for a position that is no longer on the board is of no use any more."""
    if table.hinting is not None and (table.room.result is not None or table.hinting[0] != table.room.game.ply):
        table.stop_hinting()


async def _tell(course: "Course", table: Table, viewer: Viewer, command: Hint) -> None:
    answer: Advice | Error = Error("position_changed", command.id, command.room)
    try:
        answer = _advice(table, command, await _choose(course, table, viewer.address))
    except Exception as error:
        refused = refusal(error, f"a hint in room {command.room}")
        answer = Error(refused.code, command.id, command.room, refused.detail)
    finally:  # whoever stops it takes it off the table
        viewer.send(encode(answer))
    table.hinting = None


async def _choose(course: "Course", table: Table, address: str) -> Choice:
    created, moves = table.room.created, tuple(table.room.game.moves)
    adviser = course.executor.seat(ADVISER, created.rules, created.size, 0)
    try:
        return await adviser.choose(moves, asker=table.asker(address))
    finally:
        await adviser.close()


def _advice(table: Table, command: Hint, choice: Choice) -> Advice:
    reasons, line = choice.why["reasons"], choice.why["line"]
    assert isinstance(reasons, list)
    assert line is None or isinstance(line, list)
    return Advice(command.id, table.room.id, table.room.v, choice.point, reasons, line)
