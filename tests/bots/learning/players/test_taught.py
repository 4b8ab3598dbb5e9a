"""Any player can be taught: it keeps its own moves unless they are known or proven to lose."""

import pytest

from bots.engine import Choice, Limits, Stop
from bots.learning.patterns.table import PatternTable
from bots.learning.players.parts import EVERYTHING, LEARNED, NOTHING
from bots.learning.players.published import publish
from bots.learning.players.taught import Learned, TaughtPlayer
from bots.learning.proofs.last_chances import LastChance, Memory
from bots.learning.proofs.prover import Prover
from bots.learning.proofs.verdicts import Standing
from bots.learning.study.study import solver
from bots.levels import Level, open_player
from gomoku import symmetry
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from gomoku.symmetry import maps
from tests.bots.learning.lost import LOSING, MOVES, NODES, before_the_mistake, learned, table


class Fixed:
    """A player with one choice."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.limits: Limits | None = None

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Return the choice, whatever the game."""
        self.limits = limits
        return self.choice

    def close(self) -> None:
        """Do nothing."""


def taught(choice: Choice, learned_table: PatternTable, game: Game, limits: Limits | None = None) -> Choice:
    player = TaughtPlayer(Fixed(choice), game.rules, game.size, Learned(lambda _: learned_table))
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
    assert found.tell() == {"kind": "remembered"}
    assert found.candidates[0][0] == found.point


def test_where_nothing_is_known_to_hold_something_else_is_tried() -> None:
    game = before_the_mistake()
    for others in ((), ((0, 1),)):
        own = Choice(LOSING[0], 3, ((LOSING[0], 3), *others))
        found = taught(own, remembering(known=False), game)
        assert found.tell() == {"kind": "remembered"}
        after = game.board.copy()
        after.place(found.point, game.to_move)
        prover = Prover(solver("freestyle", 15), NODES)
        assert prover.attack(after, game.to_move.other).standing is not Standing.WON


def test_its_own_choice_stays_where_it_holds() -> None:
    left = [move.point for move in learned()[0].open]
    for learned_table in (table(), remembering(known=True)):
        for point in left:
            assert taught(Choice(point, None, ((point, None),)), learned_table, before_the_mistake()).point == point


def test_fives_and_their_blocks_are_left_to_it() -> None:
    game = before_the_mistake()
    for point in LOSING[:3]:
        game.play(point)  # white has four in a row
    own = Choice(0, None, ((0, None),))
    assert taught(own, table(), game) == own


def test_a_part_of_the_time_is_kept_for_questions_where_any_are_asked() -> None:
    game = before_the_mistake()
    inside = Fixed(Choice(0, None, ((0, None),)))
    for parts, low, high in ((EVERYTHING, 1, 875), (LEARNED, 900, 1000)):
        player = TaughtPlayer(inside, game.rules, 15, Learned(PatternTable), parts)
        player.choose(game, Limits(1000, 77), Stop())
        assert inside.limits is not None
        assert inside.limits.nodes == 77
        assert low <= (inside.limits.time_ms or 0) <= high


def test_it_looks_ahead_within_the_usual_limits_where_a_move_has_none() -> None:
    game, inside = before_the_mistake(), Fixed(Choice(0, None, ((0, None),)))
    player = TaughtPlayer(inside, game.rules, 15, Learned(PatternTable), NOTHING, usual=Limits(nodes=5))
    player.choose(game, Limits(), Stop())
    assert inside.limits == Limits(nodes=5)
    player.choose(game, Limits(nodes=6), Stop())
    assert inside.limits == Limits(nodes=6)


def test_a_level_that_learns_plays_with_what_is_published() -> None:
    game = before_the_mistake()
    plain, learner = (Level(90, "wins_array", {}, {}, parts=parts) for parts in (NOTHING, EVERYTHING))
    assert (plain.compiled, learner.compiled) == (False, True)
    publish(table())
    try:
        chosen = [
            open_player(level, ruleset("freestyle"), 15, 1, 0).choose(game, Limits(), Stop())
            for level in (plain, learner)
        ]
    finally:
        publish(PatternTable("freestyle"))
    assert [choice.tell()["kind"] == "trap" for choice in chosen] == [False, True]
    assert game.to_move is Color.BLACK
