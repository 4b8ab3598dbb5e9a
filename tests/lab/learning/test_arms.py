import pytest

from bots.engine import Limits, Stop
from bots.learning.players.parts import LEARNED, Parts
from gomoku.game import Game
from gomoku.rulesets import ruleset
from lab.learning.arms import ARMS, BY_NAME, CLASSICS, REGULARS, Arm
from lab.learning.knowledge import UNTAUGHT
from lab.learning.plan import TOY
from lab.learning.schooling import BY_NAME as SCHOOLS
from tests.bots.learning.lost import MOVES


def test_an_arm_learns_if_and_only_if_it_has_a_part_that_can_be_learned() -> None:
    for arm in (*ARMS, *CLASSICS, *REGULARS):
        assert bool(arm.parts & LEARNED) == (arm.school is not None), arm.name


@pytest.mark.parametrize(
    ("one", "other", "parts"),
    [
        ("frozen", "asking", Parts.ASKING),
        ("asking", "asking + patterns", Parts.PATTERNS | Parts.PROVEN),
        ("asking + patterns", "asking + patterns + experience", Parts.EXPERIENCE),
        ("asking + patterns + experience", "whole", Parts.WEIGHTS),
        ("asking", "asking + weights", Parts.WEIGHTS),
        ("frozen", "experience without asking", Parts.EXPERIENCE),
        ("frozen", "search + experience", Parts.EXPERIENCE),
        ("more search", "more search + experience", Parts.EXPERIENCE),
    ],
)
def test_arms_differ_in_what_they_say_and_in_nothing_else(one: str, other: str, parts: Parts) -> None:
    first, second = BY_NAME[one], BY_NAME[other]
    assert first.parts ^ second.parts == parts
    assert first.nodes(TOY) == second.nodes(TOY)
    assert first.base == second.base


def test_the_control_arms() -> None:
    whole, placebo = BY_NAME["whole"], BY_NAME["placebo"]
    assert placebo == Arm("placebo", whole.parts, "elsewhere")
    more, frozen = BY_NAME["more search"], BY_NAME["frozen"]
    assert (more.parts, more.nodes(TOY) > frozen.nodes(TOY)) == (frozen.parts, True)
    slightly = BY_NAME["slightly more search"]
    assert slightly.parts == frozen.parts
    assert frozen.nodes(TOY) < slightly.nodes(TOY) < more.nodes(TOY)


def test_an_arm_that_meets_regulars_is_taught_by_games_of_its_own() -> None:
    for arm in REGULARS:
        if arm.school is not None:
            assert SCHOOLS[arm.school].arm == arm


def test_without_anything_learned_arms_that_learn_play_as_asking() -> None:
    game = Game.replay(ruleset("freestyle"), 15, MOVES)

    def point(arm: Arm) -> int:
        player = arm.open(UNTAUGHT, 1)
        try:
            return player.choose(game, Limits(nodes=arm.nodes(TOY)), Stop()).point
        finally:
            player.close()

    asking = point(BY_NAME["asking"])
    assert {point(arm) for arm in ARMS if Parts.ASKING in arm.parts} == {asking}
    assert point(BY_NAME["experience without asking"]) == point(BY_NAME["frozen"])
