"""A game: the moves on a board, the side to move, and the outcome."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from gomoku.board import EMPTY, Board, Color
from gomoku.errors import BadBoardSize, ForbiddenMove, ForbiddenReason, GameOver, NothingToUndo, Occupied, OffBoard
from gomoku.ruleset import RuleSet


class Reason(StrEnum):
    """How a game ended; the first three happen on the board."""

    FIVE = "five"  # the rule set's winning row, three stones in noughts and crosses
    FORBIDDEN = "forbidden"
    FULL_BOARD = "full_board"  # or every remaining point is forbidden to the side to move
    RESIGNED = "resigned"
    TIMEOUT = "timeout"
    ABANDONED = "abandoned"
    AGREED_DRAW = "agreed_draw"
    ABORTED = "aborted"
    UNKNOWN = "unknown"  # a file tells who won, and no more


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner, None for a draw, and the reason."""

    winner: Color | None
    reason: Reason


class Game:
    """A game under one rule set; black moves first and the colours alternate.

    A forbidden move is refused; with ``forbidden_loses`` it is played and loses. Raises BadBoardSize for a board that
    the rules are not played on.
    """

    __slots__ = ("board", "forbidden_loses", "moves", "outcome", "rules", "winning_line")

    def __init__(self, rules: RuleSet, size: int = 15, *, forbidden_loses: bool = False) -> None:
        if size not in rules.sizes:
            raise BadBoardSize(size)
        self.rules = rules
        self.board = Board(size)
        self.moves: list[int] = []
        self.outcome: Outcome | None = None
        self.winning_line: tuple[int, ...] | None = None
        self.forbidden_loses = forbidden_loses

    @classmethod
    def replay(cls, rules: RuleSet, size: int, moves: Iterable[int], *, forbidden_loses: bool = False) -> Game:
        """Return the game after these moves; raises IllegalMove at the first one that cannot be played."""
        game = cls(rules, size, forbidden_loses=forbidden_loses)
        for point in moves:
            game.play(point)
        return game

    @property
    def size(self) -> int:
        """Width and height of the board."""
        return self.board.size

    @property
    def ply(self) -> int:
        """Number of moves played."""
        return len(self.moves)

    @property
    def to_move(self) -> Color:
        """Colour of the next stone, also after the end."""
        return Color.WHITE if len(self.moves) % 2 else Color.BLACK

    def check(self, point: int) -> None:
        """Raise the IllegalMove that ``play`` would raise; do nothing when the point may be played."""
        self._judge(point, self.to_move)

    def play(self, point: int) -> Outcome | None:
        """Play a point for the side to move; return the outcome if this ends the game.

        Raises OffBoard, Occupied, ForbiddenMove or GameOver, and then changes nothing.
        """
        color = self.to_move
        forbidden = self._judge(point, color)
        board = self.board
        board.place(point, color)
        self.moves.append(point)
        if forbidden is not None:
            self.outcome = Outcome(color.other, Reason.FORBIDDEN)
            return self.outcome
        self.winning_line = self.rules.winning_line(board, point)
        if self.winning_line is not None:
            self.outcome = Outcome(color, Reason.FIVE)
        elif self._has_nowhere(color.other):
            self.outcome = Outcome(None, Reason.FULL_BOARD)
        return self.outcome

    def foresee(self, point: int) -> tuple[Outcome | None, tuple[int, ...] | None]:
        """Return the outcome and winning row that ``play`` would produce; raises as it does, changes nothing."""
        color = self.to_move
        forbidden = self._judge(point, color)
        if forbidden is not None:
            return Outcome(color.other, Reason.FORBIDDEN), None
        board = self.board
        board.place(point, color)
        line = self.rules.winning_line(board, point)
        drawn = line is None and self._has_nowhere(color.other)
        board.remove(point)
        if line is not None:
            return Outcome(color, Reason.FIVE), line
        return (Outcome(None, Reason.FULL_BOARD) if drawn else None), None

    def push(self, point: int) -> None:
        """Put a stone known to be legal, as when replaying a stored game, without any check.

        The caller calls ``finish`` if it ends the game.
        """
        self.board.place(point, self.to_move)
        self.moves.append(point)

    def undo(self, plies: int = 1) -> None:
        """Take back the last ``plies`` moves. An ended game is running again.

        Raises NothingToUndo unless that many moves were played.
        """
        if not 1 <= plies <= len(self.moves):
            raise NothingToUndo
        for _ in range(plies):
            self.board.remove(self.moves.pop())
        self.outcome = None
        self.winning_line = None

    def finish(self, outcome: Outcome, line: tuple[int, ...] | None = None) -> None:
        """End the game, as by resignation, or by ``line`` after a ``push``; raises GameOver if it has ended."""
        if self.outcome is not None:
            raise GameOver
        self.outcome = outcome
        self.winning_line = line

    def forbidden_points(self) -> dict[int, ForbiddenReason]:
        """Find the points that the side to move may not play, with the reason; empty when the game is over."""
        if self.outcome is not None:
            return {}
        return self.rules.forbidden_points(self.board, self.to_move)

    def copy(self) -> Game:
        """Return an independent game in the same position with the same history."""
        game = Game.__new__(Game)
        game.rules = self.rules
        game.board = self.board.copy()
        game.moves = self.moves[:]
        game.outcome = self.outcome
        game.winning_line = self.winning_line
        game.forbidden_loses = self.forbidden_loses
        return game

    def _has_nowhere(self, color: Color) -> bool:
        """Tell whether no point is left that this colour may play. On small boards all may be forbidden early."""
        board, rules = self.board, self.rules
        if self.forbidden_loses:
            return board.full
        point = board.cells.find(EMPTY)
        while point >= 0:
            if rules.forbidden(board, point, color) is None:
                return False
            point = board.cells.find(EMPTY, point + 1)
        return True

    def _judge(self, point: int, color: Color) -> ForbiddenReason | None:
        """Return why the move would lose, where such moves may be played; raises if it may not be played."""
        if self.outcome is not None:
            raise GameOver
        cells = self.board.cells
        if not 0 <= point < len(cells):
            raise OffBoard(point)
        if cells[point]:
            raise Occupied(point)
        forbidden = self.rules.forbidden(self.board, point, color)
        if forbidden is not None and not self.forbidden_loses:
            raise ForbiddenMove(forbidden)
        return forbidden
