import pytest

from bots.engine import Limits, Stop
from bots.learning.players.parts import Parts
from gomoku.game import Game
from gomoku.rulesets import ruleset
from lab.learning.arms import ARMS, BY_NAME, CLASSICS, Arm
from lab.learning.knowledge import UNTAUGHT
from lab.learning.plan import PLANS, TOY
from tests.bots.learning.lost import MOVES


def test_an_arm_learns_if_and_only_if_it_has_a_part() -> None:
    for arm in (*ARMS, *CLASSICS):
        assert bool(arm.parts) == (arm.school is not None), arm.name


@pytest.mark.parametrize("part", list(Parts))
def test_each_part_has_an_arm_that_differs_from_frozen_in_it_alone(part: Parts) -> None:
    (arm,) = [arm for arm in ARMS if arm.parts == part and not arm.practises]
    frozen = BY_NAME["frozen"]
    assert (arm.nodes(TOY), arm.base) == (frozen.nodes(TOY), frozen.base)


def test_the_control_arms() -> None:
    whole, more = BY_NAME["whole"], BY_NAME["more search"]
    assert BY_NAME["placebo"] == Arm("placebo", whole.parts, "elsewhere")
    for plan in PLANS.values():
        assert more.nodes(plan) > whole.nodes(plan) == BY_NAME["frozen"].nodes(plan)


def test_without_anything_learned_arms_that_learn_play_as_frozen() -> None:
    game = Game.replay(ruleset("freestyle"), 15, MOVES)

    def point(arm: Arm) -> int:
        player = arm.open(UNTAUGHT, 1)
        try:
            return player.choose(game, Limits(nodes=arm.nodes(TOY)), Stop()).point
        finally:
            player.close()

    assert {point(arm) for arm in ARMS if not arm.more} == {point(BY_NAME["frozen"])}
