"""The engine ``search``: takes fives, proves wins by threats, and otherwise runs an alpha-beta search."""

from typing import Final

from bots.engine import Advice, Choice, Engine, Limits, Numbers, Stop
from bots.errors import NoMove, UnsupportedGame
from bots.immediate_wins import find_wins
from bots.reasons import MoveReason, ProofReason, SearchReason
from bots.search.alphabeta.iterative_deepening import Deepening, Found, count_bytes
from bots.search.alphabeta.margins import MARGINS, Margins
from bots.search.alphabeta.negamax import WON
from bots.search.board.weights import FITTED, Weights, from_numbers
from bots.search.move_budget import MoveBudget
from bots.search.solver.proof import Proof, Refuted, Unknown
from bots.search.solver.solver import POSITION_BYTES, Method, Solver
from gomoku.board import Board, Color
from gomoku.game import Game
from gomoku.point import at
from gomoku.ruleset import SIZES, RuleSet

VERSION: Final = "5"
SHOWN: Final = 5  # number of candidate moves in a Choice
METHODS: Final[tuple[tuple[Method, int], ...]] = (("vcf", 8), ("vct", 5))
"""Solver methods in the order tried, each with the divisor of the move budget that it may spend: 1/8, 1/5."""
CHECK: Final = 12  # divisor of the budget for each check whether a move loses to threats
HALF: Final = 2  # divisor of what is left, for the search before the first check
AGAIN: Final = 6  # divisor of what is left, for each search after a losing move was excluded
SOLVER_ENTRIES: Final = 1 << 16
LEAST_POSITIONS: Final = 1 << 12  # least number of positions in the solver's tree
OVERHEAD: Final = 3 << 20  # most bytes of a player beside its tables, the solver's entries among them


class Search(Engine):
    """Alpha-beta with a threat solver."""

    name = "search"
    version = VERSION
    compiled = True
    weighs = True
    knows_rules = True

    def __init__(self, weights: Weights = FITTED, margins: Margins = MARGINS) -> None:
        self._weights = weights
        self._margins = margins

    def supports(self, rules: RuleSet, size: int) -> bool:
        """Support every rule set in which five win, on all board sizes."""
        return rules.length == 5 and size in SIZES

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> "SearchPlayer":
        """Open a player, compiling or loading the kernels if needed. ``seed`` is ignored: the engine makes no random
        choice.

        Raises UnsupportedGame.
        """
        if not self.supports(rules, size):
            raise UnsupportedGame(f"{self.name} does not play {rules.name} on {size}x{size}")
        return SearchPlayer(rules, size, memory, self._weights, self._margins)

    def with_weights(self, weights: Numbers) -> "Search":
        """Return this engine with other weights, in the order of `bots.search.board.weights.to_numbers`; raises
        BadWeights."""
        return Search(from_numbers(weights), self._margins)

    def holds(self, memory: int) -> int:
        """Return the bytes of the tables, once they are full, and of the rest: sizes are powers of two."""
        return count_bytes(memory // 2) + _count_positions(memory) * POSITION_BYTES + OVERHEAD


def _count_positions(memory: int) -> int:
    """Return the number of positions in the tree of the solver of a player given so many bytes."""
    return 1 << max(LEAST_POSITIONS, memory // 2 // POSITION_BYTES).bit_length() - 1


class SearchPlayer:
    """A player for one side of one game.

    ``memory`` is in bytes: half goes to the search and half to the solver, plus an OVERHEAD.
    """

    def __init__(self, rules: RuleSet, size: int, memory: int, weights: Weights, margins: Margins = MARGINS) -> None:
        self._deepening = Deepening(rules, size, memory // 2, weights, margins)
        self._solver = Solver(rules, size, SOLVER_ENTRIES, _count_positions(memory))
        self._advice: Advice | None = None

    def advise(self, advice: Advice) -> None:
        """Make the next search exclude the advised moves and treat the advised positions as won."""
        self._advice = advice

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Play a win in one, a proven win, the block of a five, or else the best move of the search that loses to no
        threats.

        ``limits.nodes`` bounds the stones put on boards by solver and search together. Raises NoMove when the game is
        over or no point may be played.
        """
        if game.outcome is not None:
            raise NoMove("the game is over")
        if game.board.stones == 0:
            return Choice(at(game.size // 2, game.size // 2, game.size), None, (), MoveReason("centre"))
        me, rules = game.to_move, game.rules
        wins = find_wins(game, me)
        if wins:
            return _force("win", wins)
        allowance = MoveBudget(limits)
        for method, part in METHODS:
            proof = self._prove(game.board, me, method, part, allowance, stop)
            if isinstance(proof, Proof):
                line = proof.win.line()
                return Choice(line[0], None, ((line[0], None),), ProofReason("proof", method, line))
        blocks = [point for point in find_wins(game, me.other) if rules.forbidden(game.board, point, me) is None]
        # one move rarely stops two fives (only by enclosing one in caro), so the search chooses among the blocks
        self._deepening.start(game.board, me, game.moves[-1], allowance.limits)
        if self._advice is not None:
            self._deepening.advise(self._advice, game.board, me)
        (point, score), found = self._look_ahead(game, allowance, stop)
        moves = ((point, score), *(move for move in found.moves if move[0] != point))
        line = list(found.line) if found.line[:1] == (point,) else [point]
        kind = "block" if point in blocks else "search"
        return Choice(point, score, moves[:SHOWN], SearchReason(kind, found.depth, line))

    def _look_ahead(self, game: Game, allowance: MoveBudget, stop: Stop) -> tuple[tuple[int, int], Found]:
        """Return the move to play with its score, and the search result it comes from.

        A move proven to lose is excluded and the search goes on. When the budget for another check is gone, the next
        best move is played unchecked.
        """
        found = self._deepen(HALF, allowance, stop)
        if not found.moves:
            raise NoMove("no point may be played")
        sound: tuple[int, int] | None = None
        while len(found.moves) > 1 and abs(found.moves[0][1]) < WON:
            best = found.moves[0]
            if sound is not None and best[0] == sound[0]:
                break
            if self._loses(game, best[0], allowance, stop):
                if sound is not None or allowance.gone(CHECK):
                    return sound or found.moves[1], found
                self._deepening.exclude(best[0])
                found = self._deepen(AGAIN, allowance, stop)
            elif sound is not None or allowance.gone(CHECK):
                break
            else:
                sound = best
                found = self._deepen(1, allowance, stop)
        return found.moves[0], found

    def _loses(self, game: Game, point: int, allowance: MoveBudget, stop: Stop) -> bool:
        """Tell whether the solver proves a win by threats for the other side after the move."""
        board = game.board.copy()
        board.place(point, game.to_move)
        return isinstance(self._prove(board, game.to_move.other, "vct", CHECK, allowance, stop), Proof)

    def _prove(
        self, board: Board, attacker: Color, method: Method, part: int, allowance: MoveBudget, stop: Stop
    ) -> Proof | Refuted | Unknown:
        answer = self._solver.prove(board, attacker, allowance.part(part), stop, method=method)
        allowance.proven += answer.nodes
        return answer

    def _deepen(self, part: int, allowance: MoveBudget, stop: Stop) -> Found:
        found = self._deepening.deepen(allowance.left(part, CHECK), stop)
        allowance.searched = found.nodes
        return found

    def close(self) -> None:
        """Do nothing: memory is all the player holds."""


def _force(kind: str, points: list[int]) -> Choice:
    return Choice(points[0], None, tuple((point, None) for point in points), MoveReason(kind))


ENGINE = Search()
