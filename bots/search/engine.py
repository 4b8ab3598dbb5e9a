"""The engine ``search``: takes fives and otherwise runs an alpha-beta search."""

from typing import Final

from bots.engine import Advice, Choice, Engine, Limits, Numbers, Stop
from bots.errors import NoMove, UnsupportedGame
from bots.immediate_wins import find_wins
from bots.reasons import MoveReason, SearchReason
from bots.search.alphabeta.iterative_deepening import Deepening, count_bytes
from bots.search.alphabeta.margins import MARGINS, Margins
from bots.search.board.weights import FITTED, Weights, from_numbers
from gomoku.game import Game
from gomoku.point import at
from gomoku.ruleset import SIZES, RuleSet

VERSION: Final = "10"
SHOWN: Final = 5  # number of candidate moves in a Choice
UNLIMITED: Final = Limits(nodes=20_000)  # used when the caller sets no limit
OVERHEAD: Final = 2 << 20  # most bytes of a player beside its tables


class Search(Engine):
    """Alpha-beta with threats searched at every node."""

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
        return count_bytes(memory - OVERHEAD) + OVERHEAD


class SearchPlayer:
    """A player for one side of one game; ``memory`` is in bytes, and an OVERHEAD of it is not for tables."""

    def __init__(self, rules: RuleSet, size: int, memory: int, weights: Weights, margins: Margins = MARGINS) -> None:
        self._deepening = Deepening(rules, size, memory - OVERHEAD, weights, margins)
        self._advice: Advice | None = None

    def advise(self, advice: Advice) -> None:
        """Make the next search exclude the advised moves and treat the advised positions as won."""
        self._advice = advice

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Play a win in one, or else the best move of the search.

        ``limits.nodes`` bounds the stones put on the board. Raises NoMove when the game is over or no point may be
        played.
        """
        if game.outcome is not None:
            raise NoMove("the game is over")
        if game.board.stones == 0:
            return Choice(at(game.size // 2, game.size // 2, game.size), None, (), MoveReason("centre"))
        me, rules = game.to_move, game.rules
        wins = find_wins(game, me)
        if wins:
            return Choice(wins[0], None, tuple((point, None) for point in wins), MoveReason("win"))
        limits = limits if limits.time_ms or limits.nodes else UNLIMITED
        # one move rarely stops two fives (only by enclosing one in caro), so the search chooses among the blocks
        blocks = [point for point in find_wins(game, me.other) if rules.forbidden(game.board, point, me) is None]
        self._deepening.start(game.board, me, game.moves[-1], limits)
        if self._advice is not None:
            self._deepening.advise(self._advice, game.board, me)
        found = self._deepening.deepen(limits, stop)
        if not found.moves:
            raise NoMove("no point may be played")
        point, score = found.moves[0]
        kind = "block" if point in blocks else "search"
        return Choice(point, score, found.moves[:SHOWN], SearchReason(kind, found.depth, list(found.line) or [point]))

    def close(self) -> None:
        """Do nothing: memory is all the player holds."""


ENGINE = Search()
