"""Forbidden points of black in a live renju room: computed off the event loop, broadcast to all viewers."""

import asyncio

from gomoku.board import Color
from server.background import Background
from server.protocol.outbound import Forbidden
from server.protocol.values import ForbiddenName
from server.rooms.table import Table


def follow(table: Table, background: Background) -> None:
    """Compute and broadcast the points of a new position, if it can have any."""
    if _applies(table):
        background.spawn(_tell(table))
    else:
        table.forbidden = None


def _applies(table: Table) -> bool:
    """Return whether a player who has forbidden points is to move."""
    room = table.room
    return room.playing and room.created.rules == "renju" and room.game.to_move is Color.BLACK


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
