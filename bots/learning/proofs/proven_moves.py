"""Proven moves of a running game: stored wins that still replay, and moves into positions known to be lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from bots.learning.proofs.known_positions import Fact, Known
from bots.learning.proofs.proven_positions import Proofs
from bots.search.solver.proof import Win
from bots.search.solver.solver import Solver
from gomoku.game import Game
from gomoku.keys import along

BACK = 40  # most plies that a proof is followed back


class Stored:
    """Stored knowledge about one position, for the side to move."""

    def __init__(self, game: Game, known: Known, solver: Solver, proofs: Proofs) -> None:
        self._game = game
        self._me = game.to_move
        self._known = known
        self._solver = solver
        self._proofs = proofs

    @cached_property
    def _after(self) -> Mapping[int, Fact]:
        """Facts about the opponent's position after each move."""
        return self._known.after(self._game.board.copy(), self._me)

    @property
    def losing(self) -> dict[int, int]:
        """Moves after which the opponent is known to win, with the number of its moves."""
        return {point: fact.length for point, fact in self._after.items() if fact.won}

    def wins(self) -> Iterator[Win]:
        """Yield the wins that replay here: the rest of one being followed, then moves into positions lost for the
        opponent."""
        into = (self._into(point) for point, fact in self._after.items() if not fact.won)
        for win in (self._follow(), *into):
            if win is not None and self._solver.replays(self._game.board, self._me, win):
                yield win

    def _into(self, point: int) -> Win | None:
        """Return the win by a move into a position stored as lost."""
        board = self._game.board.copy()
        board.place(point, self._me)
        found = self._proofs.probe(board, self._me.other)
        return None if found is None or found.won else Win(point, found.win.answers, found.win.threat)

    def _follow(self) -> Win | None:
        """Return the rest of a stored win of this position or of an earlier one from which the game has followed it."""
        if not len(self._known):
            return None
        moves, size = self._game.moves, self._game.size
        board, keys = self._game.board.copy(), list(along(moves, size))
        for ply in range(len(moves), max(-1, len(moves) - BACK), -2):
            if self._known.has_key(keys[ply]):
                found = self._proofs.probe(board, self._me)
                win = None if found is None or not found.won else _rest(found.win, moves[ply:])
                if win is not None and self._solver.replays(self._game.board, self._me, win):
                    return win
            for point in moves[max(0, ply - 2) : ply]:
                board.remove(point)
        return None


def _rest(win: Win, moves: list[int]) -> Win | None:
    """Return the rest of a win after these moves and replies; None if the game deviated from it."""
    for move, reply in zip(moves[::2], moves[1::2], strict=True):
        if win.move != move:
            return None
        after = dict(win.answers).get(reply, win.threat)
        if after is None:
            return None
        win = after
    return win
