"""Proven moves of a running game: stored wins that still hold, and moves into positions that are known to be won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from bots.learning.proofs.known_positions import Fact, Known
from bots.learning.proofs.proven_positions import Proofs
from bots.search.solver.proof import Win
from bots.search.solver.solver import Solver
from gomoku.game import Game
from gomoku.keys import along

BACK = 40  # plies that a proof may have been followed for


class Stored:
    """What is stored that bears on one position, for the side to move."""

    def __init__(self, game: Game, known: Known, solver: Solver, proofs: Proofs) -> None:
        self._game = game
        self._me = game.to_move
        self._known = known
        self._solver = solver
        self._proofs = proofs

    @cached_property
    def _after(self) -> Mapping[int, Fact]:
        """What is known of the opponent after each move."""
        return self._known.after(self._game.board.copy(), self._me)

    @property
    def losing(self) -> dict[int, int]:
        """Moves after which the opponent is known to win, and in how many moves of its own."""
        return {point: fact.length for point, fact in self._after.items() if fact.won}

    def wins(self) -> Iterator[Win]:
        """Wins that replay here: the rest of one that is being followed, then moves into what the opponent has lost."""
        into = (self._into(point) for point, fact in self._after.items() if not fact.won)
        for win in (self._follow(), *into):
            if win is not None and self._solver.replays(self._game.board, self._me, win):
                yield win

    def _into(self, point: int) -> Win | None:
        """The win of a move into a position that is stored as lost."""
        board = self._game.board.copy()
        board.place(point, self._me)
        found = self._proofs.probe(board, self._me.other)
        return None if found is None or found.won else Win(point, found.win.answers, found.win.threat)

    def _follow(self) -> Win | None:
        """What is left here of a stored win, in this position or in one from which the game has gone along with it."""
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
    """What is left of a win after the winner's and the other side's moves in turn; None where they were others."""
    for move, reply in zip(moves[::2], moves[1::2], strict=True):
        if win.move != move:
            return None
        after = dict(win.answers).get(reply, win.threat)
        if after is None:
            return None
        win = after
    return win
