"""Noughts and crosses by full minimax: ``best`` and ``worst`` call each other down to the end of the game.

The tutorials' method: values are 1000, 0 and -1000 for the side to move; the first cell in the scan (x outer, y inner)
that wins at once is taken, otherwise the last of equal values. It never loses. Positions are memoised, so the full tree
of 255,168 games is searched as 5,478 positions; the answers stay the same.
"""

from functools import cache

from bots.classic.scored import COUNTS, DIRECTIONS, SHOWN
from bots.engine import Choice, Engine, Limits, Player, Stop
from bots.errors import NoMove, UnsupportedGame
from bots.immediate_wins import wins_at
from bots.reasons import ValueReason
from gomoku.game import Game
from gomoku.lines import AXES, lines
from gomoku.ruleset import RuleSet

SIZE = 3
WIN = 1000
FULL = (1 << SIZE * SIZE) - 1
SCAN = tuple(y * SIZE + x for x in range(SIZE) for y in range(SIZE))
ROWS = tuple(sum(1 << point for point in line) for line in lines(SIZE, SIZE))
STEPS = [dy * SIZE + dx for dx, dy in AXES]
AXIS_OF_ROW = tuple(DIRECTIONS[STEPS.index(line[1] - line[0])] for line in lines(SIZE, SIZE))


class TicTacToeEngine(Engine):
    """Engine of the full minimax."""

    name = "tictactoe"
    version = "1"
    gil_bound = True  # the first move searches all positions, some ten milliseconds
    knows_rules = True

    def supports(self, rules: RuleSet, size: int) -> bool:
        """Support three in a row on 3x3 only."""
        return rules.length == SIZE and size == SIZE

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> Player:
        """Open a player without state or randomness."""
        if not self.supports(rules, size):
            raise UnsupportedGame(f"{self.name} does not play {rules.name} on {size}x{size}")
        return TicTacToePlayer()


class TicTacToePlayer:
    """A player that sees the end of every game."""

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Choose by a full search; limits and stop are ignored."""
        if game.outcome is not None:
            raise NoMove("the game is over")
        me, cells = game.to_move, game.board.cells
        mine = sum(1 << point for point in SCAN if cells[point] == me)
        theirs = sum(1 << point for point in SCAN if cells[point] == me.other)
        value, point = best(mine, theirs)
        others = sorted((cell for cell in empty(mine, theirs) if cell != point), key=lambda c: -after(mine, theirs, c))
        candidates = ((point, value), *((cell, after(mine, theirs, cell)) for cell in others[: SHOWN - 1]))
        if wins_at(game, point, me):
            kind = "win"
        elif wins_at(game, point, me.other):
            kind = "block"
        else:
            kind = "attack" if value == WIN else "defend"
        side, other = (theirs, mine) if kind in {"block", "defend"} else (mine, theirs)
        return Choice(point, value, candidates, ValueReason(kind, value, *_fullest(side, other, point)))

    def close(self) -> None:
        """Do nothing: the player holds no resources."""


@cache
def best(mine: int, theirs: int) -> tuple[int, int]:
    """Return the largest value that the side of ``mine``, to move, can force, and the point to play.

    Stones are bit sets over points; the board is not full and nobody has won.
    """
    value, point = -WIN, -1
    for cell in empty(mine, theirs):
        if _won(mine | 1 << cell):
            return WIN, cell
        reply = after(mine, theirs, cell)
        if reply >= value:
            value, point = reply, cell
    return value, point


@cache
def worst(mine: int, theirs: int) -> int:
    """Return the smallest value for the side of ``mine`` that the other side, to move, can force."""
    value = WIN
    for cell in empty(mine, theirs):
        stones = theirs | 1 << cell
        if _won(stones):
            return -WIN
        value = min(value, 0 if mine | stones == FULL else best(mine, stones)[0])
    return value


def after(mine: int, theirs: int, cell: int) -> int:
    """Return the value for the side of ``mine``, to move, of playing the empty cell."""
    stones = mine | 1 << cell
    if _won(stones):
        return WIN
    return 0 if stones | theirs == FULL else worst(stones, theirs)


def empty(mine: int, theirs: int) -> list[int]:
    """List the empty cells in scan order."""
    return [cell for cell in SCAN if not (mine | theirs) >> cell & 1]


def _won(stones: int) -> bool:
    return any(stones & row == row for row in ROWS)


def _fullest(side: int, other: int, point: int) -> tuple[str, list[str]] | tuple[()]:
    """Return shape and directions of the unbroken rows through a point with the most of the side's stones, if any."""
    rows = [(row, axis) for row, axis in zip(ROWS, AXIS_OF_ROW, strict=True) if row >> point & 1 and not row & other]
    if not rows:
        return ()
    most = max((row & side).bit_count() for row, _ in rows)
    held = {axis for row, axis in rows if (row & side).bit_count() == most}
    return COUNTS[most + 1], [name for name in DIRECTIONS if name in held]


ENGINE = TicTacToeEngine()
