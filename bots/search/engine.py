"""The engine ``search``: it takes fives, proves wins by threats, and looks ahead where nothing is proven."""

import time
from typing import Final

from bots.engine import Choice, Engine, Limits, Stop
from bots.errors import NoMove, UnsupportedGame
from bots.rows import winning_points
from bots.search.alphabeta import WON
from bots.search.deepening import Deepening
from bots.search.proof import Proof
from bots.search.scratch import ALL_PARTS
from bots.search.solver import Method, Solver
from bots.search.weights import FITTED, HAND, Weights
from gomoku.game import Game
from gomoku.point import at
from gomoku.ruleset import RuleSet

VERSION: Final = "1"
SIZES: Final = (15, 19, 20)
SHOWN: Final = 5  # candidates
UNLIMITED: Final = Limits(nodes=20_000)  # where nobody sets a limit
METHODS: Final[tuple[tuple[Method, int, int], ...]] = (("vcf", 20_000, 8), ("vct", 200_000, 5))
"""What the solver tries: with how many nodes at most, and the part of all nodes and milliseconds that may be."""
CHECKED: Final = 3  # moves of the search, the best first, of which one is taken that loses to no threats
CHECK_NODES: Final = 200_000
CHECK_PART: Final = 12  # of all nodes and milliseconds, for each of them
SOLVER_ENTRIES: Final = 1 << 16


class Search(Engine):
    """Engine of alpha-beta and solver; ``parts`` of the search can be left out to measure what they are worth."""

    name = "search"
    version = VERSION
    compiled = True
    knows_rules = True

    def __init__(self, name: str = "search", weights: Weights = FITTED, parts: int = int(ALL_PARTS)) -> None:
        self.name = name
        self._weights = weights
        self._parts = parts

    def supports(self, rules: RuleSet, size: int) -> bool:
        """All rules in which five win, on all their boards."""
        return rules.length == 5 and size in SIZES

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> "SearchPlayer":
        """A new player; compiles the kernels or loads them, where that has not been done. It has no chance to seed."""
        if not self.supports(rules, size):
            raise UnsupportedGame(f"{self.name} does not play {rules.name} on {size}x{size}")
        return SearchPlayer(rules, size, memory, self._weights, self._parts)


class SearchPlayer:
    """One side of one game; ``memory`` in bytes bounds what it remembers between moves."""

    def __init__(self, rules: RuleSet, size: int, memory: int, weights: Weights, parts: int) -> None:
        self._deepening = Deepening(rules, size, memory, weights, parts)
        self._solver = Solver(rules, size, SOLVER_ENTRIES)

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """A win in one, the block of one, a proven win, or else the best of a search.

        ``limits.nodes`` bounds the stones put on boards in all of it. Raises NoMove when the game is over or no point
        may be played.
        """
        if game.outcome is not None:
            raise NoMove("the game is over")
        if game.board.stones == 0:
            return Choice(at(game.size // 2, game.size // 2, game.size), None, (), {"kind": "centre"})
        begun = time.perf_counter()
        me, rules = game.to_move, game.rules
        wins = winning_points(game, me)
        if wins:
            return _forced("win", wins)
        limits = limits if limits.time_ms or limits.nodes else UNLIMITED
        spent = 0
        for method, most, part in METHODS:
            proof = self._solver.prove(game.board, me, _share(limits, most, part, begun), stop, method=method)
            spent += proof.nodes
            if isinstance(proof, Proof):
                line = proof.win.line()
                return Choice(line[0], None, ((line[0], None),), {"kind": "proof", "method": method, "line": line})
        blocks = [point for point in winning_points(game, me.other) if rules.forbidden(game.board, point, me) is None]
        if len(blocks) > 1:
            return _forced("block", blocks)
        found = self._deepening.search(game.board, me, game.moves[-1], _left(limits, begun, spent), stop)
        if not found.moves:
            raise NoMove("no point may be played")
        moves = self._sound(game, found.moves, limits, begun, stop)
        point, score = moves[0]
        line = list(found.line) if found.line[:1] == (point,) else [point]
        kind = "block" if blocks == [point] else "search"
        return Choice(point, score, moves[:SHOWN], {"kind": kind, "depth": found.depth, "line": line})

    def _sound(
        self, game: Game, moves: tuple[tuple[int, int], ...], limits: Limits, begun: float, stop: Stop
    ) -> tuple[tuple[int, int], ...]:
        """The moves, and before the others the first that leaves the other side no win by threats, if there is one.

        Only the first few are looked at, and none where the search knows how the game ends or nothing can be chosen.
        """
        if len(moves) == 1 or abs(moves[0][1]) >= WON:
            return moves
        for n, move in enumerate(moves[:CHECKED]):
            board = game.board.copy()
            board.place(move[0], game.to_move)
            share = _share(limits, CHECK_NODES, CHECK_PART, begun)
            if not isinstance(self._solver.prove(board, game.to_move.other, share, stop, method="vct"), Proof):
                return (move, *moves[:n], *moves[n + 1 :])
        return moves

    def close(self) -> None:
        """There is nothing to give back but memory."""


def _share(limits: Limits, most: int, part: int, begun: float) -> Limits:
    """A part of the limits, with so many nodes at most and no more time than is left of the whole."""
    return Limits(
        None if limits.time_ms is None else max(1, min(limits.time_ms // part, limits.time_ms - _spent_ms(begun))),
        most if limits.nodes is None else min(most, max(1, limits.nodes // part)),
    )


def _left(limits: Limits, begun: float, nodes: int) -> Limits:
    """What is left of the limits for the search."""
    return Limits(
        None if limits.time_ms is None else max(1, _before_checks(limits.time_ms) - _spent_ms(begun)),
        None if limits.nodes is None else max(1, _before_checks(limits.nodes) - nodes),
    )


def _spent_ms(begun: float) -> int:
    return int((time.perf_counter() - begun) * 1000)


def _before_checks(whole: int) -> int:
    return whole - CHECKED * whole // CHECK_PART


def _forced(kind: str, points: list[int]) -> Choice:
    return Choice(points[0], None, tuple((point, None) for point in points), {"kind": kind})


ENGINE = Search()
BY_HAND = Search("search_by_hand", HAND)  # what the fitted weights are measured against
