"""Games out of the stones that a manager speaks of, such as a player can be asked about."""

from collections.abc import Sequence
from dataclasses import dataclass

from gomoku.board import Color
from gomoku.game import Game, Outcome, Reason
from gomoku.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class BoardStone:
    """A stone on the board; ``mine``: it belongs to the side that is to move."""

    point: int
    mine: bool


def game_of(rules: RuleSet, size: int, stones: Sequence[BoardStone]) -> Game:
    """The game in which these stones lie, in the order they were told of; whoever they are told to is to move.

    That side has black when the number of stones is even. Where the stones of both sides can have been played in turn
    they are put in that order, each side's own order kept, and else, as after a pass, left in the order told. They are
    not judged: a manager may show what the rules forbid. A game with a winning row, or without an empty point, is over.
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
