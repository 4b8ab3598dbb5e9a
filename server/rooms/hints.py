"""Help in a live game, computed off the event loop: hints, and the forbidden points of renju.

In an unrated game against a bot the player to move may ask the strongest engine for a move and its reasons. Black's
forbidden points go to all viewers.
"""

import asyncio

from bots.engine import Choice, Limits
from bots.executor import Executor
from bots.levels import Level
from bots.reasons import HintReason
from gomoku.board import Color
from server.background import Background
from server.errors import Refused, to_refusal
from server.handlers import Client
from server.protocol.inbound import Hint
from server.protocol.outbound import Error, Forbidden, HintAnswer
from server.protocol.values import ForbiddenName
from server.rooms.room import Room
from server.rooms.table import Hinting, Table


def follow(table: Table, background: Background) -> None:
    """Compute and broadcast the points of a new position of a renju game, if it can have any."""
    if _applies(table):
        background.spawn(_tell(table))
    else:
        table.forbidden = None


def _applies(table: Table) -> bool:
    """Return whether a player who has forbidden points is to move."""
    room = table.room
    return room.playing and room.game.to_move is Color.BLACK


async def _tell(table: Table) -> None:
    """Compute the points of the present position and broadcast them, unless the position has changed meanwhile."""
    room = table.room
    ply = room.game.ply
    # about a millisecond of Python, measured on tournament games: a thread, not the loop
    points = await asyncio.to_thread(room.game.copy().forbidden_points)
    if _applies(table) and room.game.ply == ply:
        found: list[tuple[int, ForbiddenName]] = [(point, reason.value) for point, reason in sorted(points.items())]
        table.forbidden = Forbidden(room.id, room.v, found)
        table.audience.send(table.forbidden)


ADVISER = Level(number=-1, engine="hint", name={}, character={}, limits=Limits(time_ms=300))
"""The level that gives hints; not on the ladder. The time limits its search; its proofs take time beside that."""


class Hints:
    """Computes hints, at most one at a time for each room, and sends them to the client that asked."""

    def __init__(self, executor: Executor, background: Background) -> None:
        self._executor = executor
        self._background = background

    def require(self, room: Room, seat: int) -> None:
        """Raise Refused unless the player in this seat may ask for a hint."""
        if room.rated or room.bot is None or not ADVISER.plays(room.created.rules, room.created.size):
            raise Refused(code="no_hints")
        if room.result is not None:
            raise Refused(code="game_over")
        if room.seat_to_act != seat:
            raise Refused(code="not_your_turn")
        if room.opening.turn is not None:
            raise Refused(code="no_hints")

    def begin(self, table: Table, client: Client, command: Hint) -> None:
        """Start to compute a hint for the client; the caller holds the table. Raises Refused."""
        if not self._executor.ready(ADVISER):
            raise Refused(code="engine_not_ready")
        if table.hinting is None:
            table.hinting = Hinting(table.room.game.ply, client, command)
            table.hinting.task = self._background.spawn(self._tell(table, table.hinting))
        elif table.hinting.command == command:  # sent again on a new connection
            table.hinting.client = client
        else:
            raise Refused(code="bots_busy")

    def follow(self, table: Table) -> None:
        """Stop a hint for a position that is no longer on the board."""
        if table.hinting is not None and (table.room.result is not None or table.hinting.ply != table.room.game.ply):
            self.stop(table)

    def stop(self, table: Table) -> None:
        """Stop the hint that is being computed."""
        if table.hinting is not None:
            assert table.hinting.task is not None
            table.hinting.task.cancel()
            table.hinting = None

    async def _tell(self, table: Table, hinting: Hinting) -> None:
        command = hinting.command
        answer: HintAnswer | Error = Error("position_changed", command.id, command.room)
        try:
            answer = _advice(table, command, await self._choose(table, hinting.client.address))
        except Exception as error:
            refused = to_refusal(error, f"a hint in room {command.room}")
            answer = Error(refused.code, command.id, command.room, refused.detail)
        finally:  # the canceller removes it from the table
            hinting.client.say(answer)
        table.hinting = None

    async def _choose(self, table: Table, address: str) -> Choice:
        created, moves = table.room.created, tuple(table.room.game.moves)
        adviser = self._executor.seat(ADVISER, created.rules, created.size, 0)
        try:
            return await adviser.choose(moves, asker=table.make_asker(address))
        finally:
            await adviser.close()


def _advice(table: Table, command: Hint, choice: Choice) -> HintAnswer:
    why = choice.why
    assert isinstance(why, HintReason)
    return HintAnswer(command.id, table.room.id, table.room.v, choice.point, why.reasons, why.line)
