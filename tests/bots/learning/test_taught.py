"""Any player can be taught: it keeps what it would do unless that is known or proven to lose."""

import pytest

from bots.engine import Choice, Limits, Stop
from bots.learning.current import publish
from bots.learning.lesson import Standing
from bots.learning.memory import LastChance, Memory
from bots.learning.prover import Prover
from bots.learning.study import solver
from bots.learning.table import PatternTable
from bots.learning.taught import TaughtPlayer
from bots.levels import Level, open_player
from gomoku import symmetry
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from gomoku.symmetry import maps
from tests.bots.learning.lost import LOSING, MOVES, NODES, before_the_mistake, learned, table


class Fixed:
    """A player that has one choice."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.limits: Limits | None = None

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """The choice, whatever the game."""
        self.limits = limits
        return self.choice

    def close(self) -> None:
        """Nothing to close."""


def taught(choice: Choice, learned_table: PatternTable, game: Game, limits: Limits | None = None) -> Choice:
    player = TaughtPlayer(Fixed(choice), game.rules, game.size, lambda _: learned_table)
    return player.choose(game, limits or Limits(), Stop())


def remembering(*, known: bool) -> PatternTable:
    one = LastChance.of(15, MOVES + LOSING, learned()[0])
    assert one is not None
    kept = one if known else LastChance(one.cells, one.color, one.lost, ())
    return PatternTable("freestyle", memory=Memory([kept]))


@pytest.mark.parametrize("by", range(symmetry.COUNT))
def test_a_position_that_lost_is_not_lost_again(by: int) -> None:
    turn, game = maps(15)[by], before_the_mistake(by)
    own = Choice(turn[LOSING[0]], 3, ((turn[LOSING[0]], 3), (turn[0], 1)))
    found = taught(own, remembering(known=True), game)
    assert found.point in {turn[move.point] for move in learned()[0].open}
    assert found.why == {"kind": "remembered"}
    assert found.candidates[0][0] == found.point


def test_where_nothing_is_known_to_hold_something_else_is_tried() -> None:
    game = before_the_mistake()
    for others in ((), ((0, 1),)):
        own = Choice(LOSING[0], 3, ((LOSING[0], 3), *others))
        found = taught(own, remembering(known=False), game)
        assert found.why == {"kind": "remembered"}
        after = game.board.copy()
        after.place(found.point, game.to_move)
        prover = Prover(solver("freestyle", 15), NODES)
        assert prover.attack(after, game.to_move.other).standing is not Standing.WON


def test_its_own_choice_stays_where_it_holds() -> None:
    left = [move.point for move in learned()[0].open]
    for learned_table in (table(), remembering(known=True)):
        for point in left:
            assert taught(Choice(point, None, ((point, None),)), learned_table, before_the_mistake()).point == point


def test_fives_and_proofs_are_left_to_it() -> None:
    for kind in ("win", "block", "proof"):
        own = Choice(LOSING[0], None, ((LOSING[0], None),), {"kind": kind})
        assert taught(own, table(), before_the_mistake()) == own


def test_a_part_of_the_time_is_kept_for_traps() -> None:
    game = before_the_mistake()
    inside = Fixed(Choice(0, None, ((0, None),)))
    TaughtPlayer(inside, game.rules, 15, lambda _: table()).choose(game, Limits(1000, 77), Stop())
    assert inside.limits == Limits(875, 77)
    TaughtPlayer(inside, game.rules, 15, PatternTable).choose(game, Limits(1000, 77), Stop())
    assert inside.limits == Limits(1000, 77)


def test_a_level_that_learns_plays_with_what_is_published() -> None:
    game = before_the_mistake()
    plain, learner = (Level(90, "wins_array", {}, {}, learns=learns) for learns in (False, True))
    assert (plain.compiled, learner.compiled) == (False, True)
    publish(table())
    try:
        chosen = [
            open_player(level, ruleset("freestyle"), 15, 1, 0).choose(game, Limits(), Stop())
            for level in (plain, learner)
        ]
    finally:
        publish(PatternTable("freestyle"))
    assert [choice.why["kind"] == "trap" for choice in chosen] == [False, True]
    assert game.to_move is Color.BLACK
