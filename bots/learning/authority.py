"""Who decides a move, in one place, the first that has something to say:

1. an own win: five, one that is proven by fours, or a stored proof that still replays;
2. a forced defence against a five;
3. proven positions: a move into one that is lost for the opponent, never one into one that is won for it, nor one that
   has lost here before, while a move is left that is not proven to lose; where all lose, the one that lasts longest;
4. what the player itself has found by looking ahead.

Learned patterns stand beside these: they say which questions come first, and explain the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice

from bots.engine import Choice, Limits
from bots.learning.known import NOTHING, Fact
from bots.learning.proven import Proofs
from bots.learning.prover import Prover
from bots.learning.table import PatternTable
from bots.learning.traps import Block, Watch
from bots.rows import winning_points
from bots.search.proof import Defences, Proof, Win
from bots.search.solver import Solver
from gomoku.board import EMPTY
from gomoku.game import Game
from gomoku.keys import along

OWN_NODES = 4000  # of the search for a win by fours
NODES = 5000  # of each question about the opponent's wins
MOST_ASKED = 40  # moves, where one is looked for in place of another
BACK = 40  # plies that a proof may have been followed for


class Authority:
    """Decides one move of a running game. ``nodes`` bounds each question to the solver, as constants do.

    What the solver heeds ends the questions; then what is known is all that counts.
    """

    def __init__(self, game: Game, table: PatternTable, solver: Solver, nodes: int | None) -> None:
        self._game = game
        self._me = game.to_move
        self._table = table
        self._solver = solver
        self._nodes = nodes
        self._known = table.known.get(game.size, NOTHING)
        self.proofs = Proofs(solver, self._known.shelf)
        self._prover = Prover(solver, _least(NODES, nodes), proofs=self.proofs)
        self._board = game.board.copy()

    @cached_property
    def _after(self) -> Mapping[int, Fact]:
        """What is known of the opponent after each move."""
        return self._known.after(self._board, self._me)

    @cached_property
    def losing(self) -> dict[int, int]:
        """Moves that are known to lose, and in how many moves of the opponent's."""
        lost = dict.fromkeys(self._table.memory.recall(self._board, self._me).lost, 0)
        return lost | {point: fact.length for point, fact in self._after.items() if fact.won}

    def decide(self, own: Choice, *, trusted: bool) -> Choice:
        """The move, where the player would play its ``own``, which is no five and no block of one.

        ``trusted``: the player has looked further than the solver is asked to here.
        """
        if winning_points(self._game, self._me.other):
            return own
        win = self.win()
        if win is not None:
            return win
        recalled = self._table.memory.recall(self._board, self._me)
        left = [point for point in recalled.open if not self.loses(point)]
        if trusted and not left and not self.loses(own.point):
            left = [own.point]
        order = list(dict.fromkeys([own.point, *(point for point, _ in own.candidates)]))
        block = Watch(self._prover, self._table, self._board, self._me.other, order, self.losing).block(left)
        if block is not None and block.point not in self.losing:
            return _blocking(block, own)
        remembered = bool(recalled.lost or recalled.open or self._after)
        if own.point not in self.losing and not (remembered and self.loses(own.point)):
            return own
        point = self._instead([*left, *order[1:]], own.point)
        return own if point == own.point else instead(point, own, {"kind": "remembered"})

    def win(self) -> Choice | None:
        """A move that wins: by fours, by following a stored proof, or into a position that is lost for the opponent."""
        proof = self._solver.prove(self._board, self._me, Limits(nodes=_least(OWN_NODES, self._nodes)))
        if isinstance(proof, Proof):
            return _proven(proof.win, "vcf")
        for win in (self._followed(), *map(self._into, self._lost_for_opponent())):
            if win is not None and self._solver.replays(self._board, self._me, win):
                return _proven(win, "vct")
        return None

    def loses(self, point: int) -> bool:
        """Whether a move is known or found to leave the opponent a win."""
        if point in self.losing:
            return True
        self._board.place(point, self._me)
        attack = self._prover.attack(self._board, self._me.other).attack
        self._board.remove(point)
        if attack is not None:
            self.losing[point] = attack.win.length()
        return attack is not None

    def _lost_for_opponent(self) -> list[int]:
        return [point for point, fact in self._after.items() if not fact.won]

    def _into(self, point: int) -> Win | None:
        """The win of a move into a position that is stored as lost."""
        self._board.place(point, self._me)
        found = self.proofs.probe(self._board, self._me.other)
        self._board.remove(point)
        return None if found is None or found.won else Win(point, found.win.answers, found.win.threat)

    def _followed(self) -> Win | None:
        """What is left here of a stored win, in this position or in one from which the game has gone along with it."""
        if not len(self._known):
            return None
        moves, size = self._game.moves, self._game.size
        board, keys = self._game.board.copy(), list(along(moves, size))
        for ply in range(len(moves), max(-1, len(moves) - BACK), -2):
            if self._known.has_key(keys[ply]):
                found = self.proofs.probe(board, self._me)
                win = None if found is None or not found.won else _rest(found.win, moves[ply:])
                if win is not None and self._solver.replays(self._board, self._me, win):
                    return win
            for point in moves[max(0, ply - 2) : ply]:
                board.remove(point)
        return None

    def _instead(self, liked: Iterable[int], own: int) -> int:
        """A move that is not found to lose, one of those that are liked before others; else the one that lasts longest.

        With too many to ask about, one of which nothing is known.
        """
        moves = [point for point in dict.fromkeys([*liked, *self._others()]) if point != own]
        for point in islice((point for point in moves if self._playable(point)), MOST_ASKED):
            if self._solver.ended:
                break
            if not self.loses(point):
                return point
        unknown = next((point for point in moves if point not in self.losing and self._playable(point)), None)
        if unknown is not None:
            return unknown
        return max(self.losing, key=lambda point: (self._playable(point), self.losing[point], point == own))

    def _others(self) -> Iterator[int]:
        """Defences against what the opponent threatens, if anything; then all points, those near its stones first."""
        attack = self._prover.attack(self._board, self._me.other).attack
        if attack is not None:
            found = self._solver.defences(self._board, self._me.other, attack.win)
            yield from found.points if isinstance(found, Defences) else ()
        size, stones = self._game.size, [point for point, cell in enumerate(self._board.cells) if cell]

        def far(point: int) -> int:
            return min(max(abs(point % size - s % size), abs(point // size - s // size)) for s in stones)

        yield from sorted(range(size * size), key=far) if stones else ()

    def _playable(self, point: int) -> bool:
        return self._board[point] == EMPTY and self._game.rules.forbidden(self._board, point, self._me) is None


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


def _least(nodes: int, limit: int | None) -> int:
    return nodes if limit is None else min(nodes, limit)


def _proven(win: Win, method: str) -> Choice:
    line = win.line()
    return Choice(line[0], None, ((line[0], None),), {"kind": "proof", "method": method, "line": line})


def _blocking(block: Block, own: Choice) -> Choice:
    """The choice of a block, with the other candidates after it."""
    first = block.traps[0]
    why = {
        "kind": "trap",
        "pattern": first.pattern.key,
        "point": block.point,
        "cells": list(first.cells),
        "met": list(dict.fromkeys(trap.pattern.key for trap in block.traps)),
    }
    return instead(block.point, own, why)


def instead(point: int, own: Choice, why: dict[str, object]) -> Choice:
    """The choice of another point, with the other candidates after it."""
    scores = dict(own.candidates)
    score = scores.pop(point, None)
    return Choice(point, score, ((point, score), *scores.items())[: max(1, len(own.candidates))], why)
