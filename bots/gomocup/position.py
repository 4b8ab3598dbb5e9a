"""Games built from the stones that a manager lists, for asking a player."""

from collections.abc import Sequence
from dataclasses import dataclass

from gomoku.board import Color
from gomoku.game import Game, Outcome, Reason
from gomoku.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class BoardStone:
    """A stone on the board; ``mine``: it belongs to the side to move."""

    point: int
    mine: bool


def game_of(rules: RuleSet, size: int, stones: Sequence[BoardStone]) -> Game:
    """Build a game with these stones; the side addressed is to move.

    That side has black if the number of stones is even. If both sides' stones can have been played alternately they are
    put in such an order, keeping each side's own order; otherwise, as after a pass, they stay in the given order. They
    are not checked: a manager may show forbidden positions. A game with a winning row or a full board is over.
    """
    game = Game(rules, size)
    me = Color.WHITE if len(stones) % 2 else Color.BLACK
    for stone in _in_turn(stones):
        game.board.place(stone.point, me if stone.mine else me.other)
        game.moves.append(stone.point)
    for stone in stones:
        line = rules.winning_line(game.board, stone.point)
        if line is not None:
            game.finish(Outcome(me if stone.mine else me.other, Reason.FIVE), line)
            break
    else:
        if game.board.full:
            game.finish(Outcome(None, Reason.FULL_BOARD))
    return game


def _in_turn(stones: Sequence[BoardStone]) -> list[BoardStone]:
    mine = [stone for stone in stones if stone.mine]
    theirs = [stone for stone in stones if not stone.mine]
    first, second = (theirs, mine) if len(stones) % 2 else (mine, theirs)
    if len(first) - len(second) != len(stones) % 2:
        return list(stones)
    ordered = [stone for pair in zip(first, second, strict=False) for stone in pair]
    return ordered + first[len(second) :]
