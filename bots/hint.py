"""The engine ``hint``: proves what it can, asks the search otherwise, and explains the move with motives and a line."""

from __future__ import annotations

from typing import Final

from bots.engine import Choice, Engine, Limits, Stop
from bots.errors import NoMove, UnsupportedGame
from bots.learning.players import published
from bots.learning.proofs.defence_search import search_defences
from bots.learning.proofs.proven_positions import Proofs
from bots.learning.proofs.prover import Prover
from bots.learning.proofs.verdicts import Standing
from bots.reasons import HintReason
from bots.registry import engine
from bots.search.board.motives import FOURS, Motive, find_motives, motive_of_stone, sort_motives
from bots.search.board.position import Position
from bots.search.solver.solver import POSITION_BYTES, Solver
from gomoku.game import Game
from gomoku.ruleset import RuleSet

NODES: Final = 20_000  # for each search of the solver, some 10 ms
TOTAL: Final = 300_000  # for all of them together; the rest counts as undecided
ENTRIES: Final = 1 << 18
LEAST_POSITIONS: Final = 1 << 16


class HintEngine(Engine):
    """An engine whose players explain their moves."""

    name = "hint"
    version = "1"
    compiled = True
    gil_bound = True  # its many short proofs are prepared and read in Python, and so are boards of a new size
    knows_rules = True

    def supports(self, rules: RuleSet, size: int) -> bool:
        """Support whatever the search supports."""
        return engine("search").supports(rules, size)

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> HintPlayer:
        """Open a player; half of ``memory`` is for the search and half for the solver."""
        if not self.supports(rules, size):
            raise UnsupportedGame(f"{self.name} does not play {rules.name} on {size}x{size}")
        return HintPlayer(rules, size, seed, memory)

    def holds(self, memory: int) -> int:
        """Return ``memory``."""
        return memory


class HintPlayer:
    """A player whose ``why`` is `HintReason`.

    The codes are those of `bots.search.board.motives`, most important first. The line is a proven win, moves and
    answers alternating, in which the other side holds out longest.
    """

    def __init__(self, rules: RuleSet, size: int, seed: int, memory: int) -> None:
        self._search = engine("search").open(rules, size, seed, memory // 2)
        positions = 1 << max(LEAST_POSITIONS, memory // 2 // POSITION_BYTES).bit_length() - 1
        self._solver = Solver(rules, size, ENTRIES, positions)

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Choose a proven win; else, against a proven threat, a defence not proven to fail; else the search's move.

        ``limits`` applies to the search; the solver takes at most as much time. Raises NoMove.
        """
        if game.outcome is not None:
            raise NoMove("the game is over")
        proofs, me = Proofs(self._solver, published.shelf()), game.to_move
        prover = Prover(self._solver, NODES, TOTAL, proofs=proofs)
        with self._solver.heeding(stop, limits.time_ms):
            attack = prover.attack(game.board, me).attack
            if attack is None:
                result = search_defences(prover, game.board, me.other, whole=True)
        published.tell(proofs.fresh.values())
        if attack is not None:
            return self._advice(game, attack.win.move, [Motive.FORCED_WIN], attack.win.longest())
        left = [point for point, found in result.after.items() if found.standing is not Standing.WON]
        # a four only delays the question, and is handled below
        answers = [point for point in left if motive_of_stone(self._lay(game), point, me) not in FOURS]
        if len(answers) == 1:
            return self._advice(game, answers[0], [Motive.ONLY_DEFENCE])
        found = self._search.choose(game, limits, stop)
        points = [point for point, _ in found.candidates] or [found.point]
        if result.threat is None:
            points = [point for point in points if not _loses(proofs, game, point)] or points
        good = [point for point in points if point in left]
        return self._advice(game, [*good, *answers, *left, points[0]][0], [])

    def close(self) -> None:
        """Close the search's player."""
        self._search.close()

    def _advice(self, game: Game, point: int, proven: list[Motive], line: list[int] | None = None) -> Choice:
        """Build the choice with its motives, proven ones and those visible on the board."""
        seen = find_motives(self._lay(game), point, game.to_move)
        reasons = (
            seen if Motive.FIVE in seen else sort_motives({*proven, *seen} - ({Motive.BUILDS} if proven else set()))
        )
        return Choice(point, why=HintReason("hint", [str(reason) for reason in reasons], line))

    def _lay(self, game: Game) -> Position:
        position = self._solver.position
        position.set_board(game.board)
        return position


def _loses(proofs: Proofs, game: Game, point: int) -> bool:
    """Tell whether a move is known to leave the opponent a win."""
    board = game.board.copy()
    board.place(point, game.to_move)
    known = proofs.probe(board, game.to_move.other)
    return known is not None and known.won


ENGINE = HintEngine()
