"""A player that searches in compiled code for as long as it may: what a strong one does to those around it."""

import time

from bots.engine import Choice, Engine, Limits, Stop
from bots.search.solver import Solver
from gomoku.board import Color
from gomoku.game import Game
from gomoku.ruleset import RuleSet
from gomoku.rulesets import ruleset
from tests.bots.engines import level_of
from tests.bots.search.test_solver import many_closed_threes


class Searcher(Engine):
    """Looks for a win that is not there, and then takes the first point that is free."""

    name = "searcher"
    version = "1"
    compiled = True
    knows_rules = True

    def supports(self, rules: RuleSet, size: int) -> bool:
        return True

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> "SearchingPlayer":
        return SearchingPlayer()


class SearchingPlayer:
    """``ended`` are the instants at which searches of any player came to their ends, on the clock of perf_counter."""

    ended: list[float] = []  # noqa: RUF012  # shared on purpose

    def __init__(self) -> None:
        self.solver = Solver(ruleset("standard"), 20)
        self.board = many_closed_threes()

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        before = time.thread_time()
        found = self.solver.prove(self.board, Color.BLACK, limits, stop)
        SearchingPlayer.ended.append(time.perf_counter())
        cpu_us = round((time.thread_time() - before) * 1e6)
        free = next(point for point in range(game.size**2) if not game.board[point])
        return Choice(free, why={"nodes": found.nodes, "us": round(found.ms * 1000), "cpu_us": cpu_us})

    def close(self) -> None:
        pass


SEARCHER = Searcher()
SEARCHING = level_of("tests.bots.searcher:SEARCHER")
