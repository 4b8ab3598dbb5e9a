"""Lost games of the frozen learner, and their positions with moves labelled by a deep search.

A lost game is walked back from its end to the mistake: the loser's last move instead of which another one saves. This
position and the loser's positions just before it are labelled: the move played, the best moves of the deep search, and
the first moves of a search with the learner's nodes, each scored by a deep search of its own. A move that the solver
proves to lose has the score LOST. A move *saves* if its score is above ``-LOSING``.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from bots.engine import Limits, Stop
from bots.json_lines import Row
from bots.learning.study.check import LOSING
from bots.registry import engine
from bots.search.alphabeta.iterative_deepening import Deepening
from bots.search.alphabeta.negamax import WIN, WON
from bots.search.board import point_classes
from bots.search.solver.proof import Proof
from bots.search.solver.solver import Solver
from bots.tuning.fit_weights import count_points
from gomoku.board import Board, Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from lab.learning.plan import RULES, SIZE, Plan

DEEP: Final = Limits(nodes=20_000)
NEXT: Final = Limits(nodes=6_000)  # for each further best move
QUICK: Final = 1_500  # nodes of the quick search of a move: the learner has as many if it looks at five
PROOF: Final = Limits(nodes=3_000)
BEST: Final = 4  # best moves of the deep search, after the first
FIRST: Final = 5  # first moves of the search with the learner's nodes
BACK: Final = 3  # positions labelled in a game
LONGEST: Final = 12  # the loser's moves walked back at most
EVEN: Final = 60  # the most that a deep search scores an opening for either side
MEMORY: Final = 4 << 20
LOST: Final = -int(WIN)


class ScoredMove(NamedTuple):
    """A move with its ``deep`` and ``quick`` scores for the player, and the line that the quick search expects."""

    point: int
    deep: int
    quick: int
    line: tuple[int, ...]

    @property
    def saves(self) -> bool:
        """Whether the deep search does not score it as lost."""
        return self.deep > -LOSING


def play_both(plan: Plan, number: int, opening: tuple[int, ...]) -> list[Row]:
    """Make the row of an opening: a game with each colour, labelled if the learner lost; none if it is uneven.

    The other side is a search with twice the nodes of the plan's attacker.
    """
    labeller = _labeller(plan.nodes)
    if abs(labeller.score(Board.from_stones(SIZE, opening[::2], opening[1::2]), opening[-1])) > EVEN:
        return [{"opening": number, "games": []}]
    games = []
    for color in Color:
        game = Game.replay(ruleset(RULES), SIZE, opening)
        players = [engine("search").open(game.rules, SIZE, 0, MEMORY // 2) for _ in Color]
        while game.outcome is None:
            nodes = plan.nodes if game.to_move is color else 2 * plan.attacker
            game.play(players[game.to_move - 1].choose(game, Limits(nodes=nodes), Stop()).point)
        lost = game.outcome.winner is color.other
        labelled = [row for row in labeller.rows(game.moves, color) if row["ply"] >= len(opening)] if lost else []
        winner = None if game.outcome.winner is None else game.outcome.winner.name
        scores = labeller.score_quiet(game.moves, len(opening))
        row = {"color": color.name, "lost": lost, "winner": winner, "moves": list(game.moves)}
        games.append(row | {"positions": labelled, "scores": scores})
    return [{"opening": number, "games": games}]


class Labeller:
    """Labels positions of a learner that has so many ``nodes`` a move; the same for the same game."""

    def __init__(self, nodes: int) -> None:
        self._limits = Limits(nodes=nodes)
        rules = ruleset(RULES)
        self._search = Deepening(rules, SIZE, MEMORY)
        self._solver = Solver(rules, SIZE)

    def rows(self, moves: Sequence[int], loser: Color) -> Iterator[Row]:
        """Yield the labelled positions of a lost game, the mistake first; none if no mistake is found."""
        mistake: int | None = None
        own = [ply for ply in range(len(moves) - 1, 1, -1) if Color(1 + ply % 2) is loser]
        for ply in own[:LONGEST]:
            if mistake is not None and ply <= mistake - 2 * BACK:
                return
            before = _board(moves[:ply])
            if mistake is None and self.score(before, moves[ply - 1]) <= -LOSING:
                continue
            scored = self._label_moves(before, moves[ply - 1], moves[ply])
            if mistake is None and any(move.saves for move in scored):
                if scored[0].saves:
                    return  # the deep search does not see how the game was lost
                mistake = ply
            if mistake is not None and scored:
                yield {"ply": ply, "back": (mistake - ply) // 2, "scored": [list(move) for move in scored]}

    def score(self, board: Board, last: int) -> int:
        """Return the deep score for the side to move."""
        return self._look(board, last, DEEP)[0]

    def score_quiet(self, moves: Sequence[int], first: int) -> list[list[int]]:
        """Return ply and quick score of each quiet position of a game, from a ply on, for the side to move.

        A position is quiet if nobody can make five in it and the search does not prove how it ends.
        """
        found = []
        for ply in range(first, len(moves)):
            board = _board(moves[:ply])
            if any(self._has_five(board, side) for side in Color):
                continue
            score, _ = self._look(board, moves[ply - 1], Limits(nodes=QUICK))
            if abs(score) < WON:
                found.append([ply, score])
        return found

    def score_moves(self, board: Board, points: Sequence[int], limits: Limits) -> list[int]:
        """Return the score of each of some moves, by a search of its own after the move."""
        found = []
        for point in points:
            after = board.copy()
            after.place(point, _to_move(board))
            found.append(-self._look(after, point, limits)[0])
        return found

    def _label_moves(self, board: Board, last: int, played: int) -> list[ScoredMove]:
        """Score the move played, which comes first, and its rivals; none where the player can make five."""
        color = _to_move(board)
        if self._has_five(board, color):
            return []
        found = []
        for point in self._list_rivals(board, last, played):
            after = board.copy()
            after.place(point, color)
            quick, line = self._look(after, point, Limits(nodes=QUICK))
            proof = self._solver.prove(after, color.other, PROOF, Stop(), method="vct")
            deep = LOST if isinstance(proof, Proof) else -self.score(after, point)
            found.append(ScoredMove(point, deep, -quick, (point, *line)))
        return found

    def _list_rivals(self, board: Board, last: int, played: int) -> list[int]:
        color = _to_move(board)
        first = self._search.search(board, color, last, self._limits, Stop()).moves[:FIRST]
        points = [played, *(point for point, _ in first)]
        self._search.start(board, color, last, DEEP)
        found = self._search.deepen(DEEP, Stop())
        for _ in range(BEST):
            points.append(found.moves[0][0])
            if len(found.moves) == 1:
                break
            self._search.exclude(found.moves[0][0])
            found = self._search.deepen(NEXT, Stop())
        return list(dict.fromkeys(points))

    def _look(self, board: Board, last: int, limits: Limits) -> tuple[int, tuple[int, ...]]:
        """Return score and line of a search for the side to move."""
        if self._has_five(board, _to_move(board)):
            return int(WIN), ()
        found = self._search.search(board, _to_move(board), last, limits, Stop())
        return (found.moves[0][1], found.line) if found.moves else (0, ())

    def _has_five(self, board: Board, side: Color) -> bool:
        self._search.position.set_board(board)
        return count_points(self._search.position, side, point_classes.FIVE) > 0


@cache
def _labeller(nodes: int) -> Labeller:
    return Labeller(nodes)


def _to_move(board: Board) -> Color:
    return Color(1 + board.stones % 2)


def _board(moves: Sequence[int]) -> Board:
    return Board.from_stones(SIZE, moves[::2], moves[1::2])
