"""Black's forbidden points in a live renju room: worked out beside the loop, told to everybody who looks."""

import asyncio

from gomoku.board import Color
from server.protocol.outbound import Forbidden
from server.protocol.shapes import ForbiddenName
from server.rooms.table import Table, encode


def applies(table: Table) -> bool:
    """Whether somebody is about to move who has forbidden points."""
    room = table.room
    return room.playing and room.created.rules == "renju" and room.game.to_move is Color.BLACK


async def tell(table: Table) -> None:
    """Work the points out for the present position and tell them, unless it has changed meanwhile."""
    room = table.room
    ply = room.game.ply
    # about a millisecond of Python, measured on tournament games: a thread, not the loop
    points = await asyncio.to_thread(room.game.copy().forbidden_points)
    if applies(table) and room.game.ply == ply:
        found: list[tuple[int, ForbiddenName]] = [(point, reason.value) for point, reason in sorted(points.items())]
        table.forbidden = Forbidden(room.id, room.v, found)
        payload = encode(table.forbidden)
        for viewer in table.viewers:
            viewer.send(payload)
