"""A player that only searches, for as long as it may, and reports how much: the load of a strong player."""

import time
from queue import SimpleQueue
from threading import Event

from bots.engine import Choice, Engine, Limits, Stop
from bots.reasons import MoveReason
from bots.search.alphabeta.iterative_deepening import Deepening
from gomoku.board import Board, Color
from gomoku.game import Game
from gomoku.ruleset import RuleSet
from tests.bots.engines import level_of

BLACK = [(7, 7), (3, 3)]
WHITE = [(8, 8), (11, 11)]


class Searcher(Engine):
    """Searches a fixed slow position, whatever is played, and then plays the first free point."""

    name = "searcher"
    version = "1"
    compiled = True
    knows_rules = True

    def supports(self, rules: RuleSet, size: int) -> bool:
        return size == 15

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> "SearchingPlayer":
        return SearchingPlayer(rules, memory)


class Spent(MoveReason, frozen=True):
    """The effort of a search."""

    nodes: int
    depth: int
    cpu_us: int


class SearchingPlayer:
    """The player. ``begun``: a search of any player has started since `forget`. ``ended``: perf_counter times of ends.

    ``why`` has the nodes of the search, its depth, and its microseconds of the thread's processor time.
    """

    begun = Event()
    ended: SimpleQueue[float] = SimpleQueue()

    def __init__(self, rules: RuleSet, memory: int) -> None:
        self.search = Deepening(rules, 15, memory)
        stones = [[y * 15 + x for x, y in points] for points in (BLACK, WHITE)]
        self.board = Board.from_stones(15, *stones)

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        SearchingPlayer.begun.set()
        before = time.thread_time_ns()
        found = self.search.search(self.board, Color.BLACK, WHITE[-1][1] * 15 + WHITE[-1][0], limits, stop)
        SearchingPlayer.ended.put(time.perf_counter())
        cpu_us = (time.thread_time_ns() - before) // 1000
        free = next(point for point in range(game.size**2) if not game.board[point])
        return Choice(free, why=Spent("spent", found.nodes, found.depth, cpu_us))

    def close(self) -> None:
        pass

    @classmethod
    def forget(cls) -> None:
        """Forget all starts and ends; no search may be running."""
        cls.begun.clear()
        while not cls.ended.empty():
            cls.ended.get()


SEARCHER = Searcher()
SEARCHING = level_of("tests.bots.searcher:SEARCHER")
