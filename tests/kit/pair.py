"""Two people in a game of their own, which must go on whatever others do to the server."""

import itertools
from time import monotonic
from typing import Self

from tests.kit.client import Client


class Pair:
    """Both players, black first, as a context manager that seats them in a room of their own."""

    def __init__(self, url: str) -> None:
        self.players = (Client(url), Client(url))
        self.room = ""
        self._plies = itertools.count()

    async def __aenter__(self) -> Self:
        black, white = self.players
        await black.open()
        await white.open()
        self.room = await black.create(visibility="link")
        await black.enter(self.room)
        await white.command("sit", room=self.room)
        await white.enter(self.room)
        return self

    async def __aexit__(self, *_: object) -> None:
        for player in self.players:
            await player.close()

    async def play(self, moves: int = 2) -> float:
        """Play on; return the longest time, in seconds, from a move to its arrival at the other player."""
        slowest = 0.0
        for ply in itertools.islice(self._plies, moves):
            mover, other = self.players if ply % 2 == 0 else self.players[::-1]
            point = (ply % 15) * 15 + ply // 15 * 2  # down every other column: nobody gets five in a row
            began = monotonic()
            acknowledged = await mover.move(self.room, ply, point)
            moved = await other.event("moved", self.room)
            slowest = max(slowest, monotonic() - began)
            assert (moved["ply"], moved["point"], moved["v"]) == (ply, point, acknowledged["v"])
            await mover.event("moved", self.room)
        return slowest
