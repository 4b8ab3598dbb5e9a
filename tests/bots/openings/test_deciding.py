"""What bots decide in openings is allowed, repeatable, and better than chance where the answer is plain."""

from random import Random

import pytest

from bots.openings import load, triples
from bots.openings.deciding import Decider, decide
from gomoku.errors import BadAction
from gomoku.openings.opening import Opening
from gomoku.openings.patterns import find_pattern, list_patterns
from gomoku.openings.rules import OPENINGS
from gomoku.openings.turns import Action, OfferTurn
from gomoku.rulesets import ruleset
from tests.gomoku.openings.runs import act, begin, points, read

NODES = 300
RULED = [(name, rules) for name, rule in OPENINGS.items() if name != "free" for rules in sorted(rule.rules)]


@pytest.mark.parametrize(("name", "rules"), RULED)
def test_two_bots_come_to_the_end_of_every_opening(name: str, rules: str) -> None:
    opening = begin(name, rules)
    while opening.turn is not None:
        opening.play(Decider(opening, 7, nodes=NODES).decide())
    assert opening.settled
    assert opening.game.outcome is None


@pytest.mark.parametrize("size", [19, 20])
def test_larger_boards(size: int) -> None:
    opening = begin("swap2", "freestyle", size)
    while opening.turn is not None:
        opening.play(Decider(opening, 3, nodes=NODES).decide())
    assert opening.settled


def decided(name: str, text: str, seed: int = 1, noise: float = 0.0) -> Action:
    rule = OPENINGS[name]
    return decide(name, min(rule.rules), 15, [read(entry) for entry in text.split()], seed, noise, NODES)


def test_the_same_seed_decides_the_same() -> None:
    for seed in range(3):
        assert decided("swap2", "", seed) == decided("swap2", "", seed)
        assert decided("rif", "H8 H9 I9 keep G7", seed, 0.2) == decided("rif", "H8 H9 I9 keep G7", seed, 0.2)
    assert len({decided("swap2", "", seed) for seed in range(12)}) > 3


def test_who_lays_three_lays_a_balanced_three() -> None:
    rules = ruleset("freestyle")
    known = set(load(triples("freestyle"), rules, 15))
    for seed in range(5):
        opening = begin("swap2", "freestyle")
        for _ in range(3):
            opening.play(decide("swap2", "freestyle", 15, opening.actions, seed, nodes=NODES))
        assert tuple(opening.stones) in known


def test_a_colour_that_wins_is_taken() -> None:
    # black has two stones beside one another in the centre, white's are in the corners: black is far better
    assert decided("swap2", "H8 A1 I9") == "black"
    assert decided("swap", "H8 O15 I8") == "black"
    # black's are in two corners, white's in the centre, white is to move
    assert decided("swap2", "A1 H8 O15") == "white"


def test_offers_are_good_for_black_and_the_pick_is_good_for_white() -> None:
    offer = decided("rif", "H8 H9 I9 keep G7")
    assert isinstance(offer, tuple)
    opening = act(begin("rif"), "H8 H9 I9 keep G7")
    assert isinstance(opening.turn, OfferTurn)
    decider = Decider(opening, 1, nodes=3_000)
    worth = [1 - decider.value([*opening.stones, point]) for point in offer]
    far = 1 - decider.value([*opening.stones, *points("A1")])
    assert min(worth) > far
    assert decided("rif", "H8 H9 I9 keep G7 I8+A1") == points("A1")[0]


def test_noise_errs() -> None:
    said = {decided("swap", "H8 A1 I9", seed, 2.0) for seed in range(20)}
    assert said == {"black", "white"}


def test_after_the_opening_nothing_is_decided() -> None:
    with pytest.raises(BadAction):
        decided("swap_after_first", "H8 black")


@pytest.mark.parametrize("rules", ["freestyle", "standard", "caro", "renju"])
def test_the_files_hold_three_stones_each_no_two_alike(rules: str) -> None:
    known = load(triples(rules), ruleset(rules), 15)
    assert {len(moves) for moves in known} == {3}
    if rules == "renju":
        assert len(known) >= 8
        assert all(find_pattern(moves, 15) for moves in known)
        assert set(known) <= set(list_patterns())
    else:
        assert len(known) == 200


def test_a_random_opening_is_followed_from_any_point() -> None:
    for seed in range(8):
        chance = Random(seed)
        name, rules = chance.choice(RULED)
        opening: Opening = begin(name, rules)
        for _ in range(chance.randrange(6)):
            if opening.turn is None:
                break
            opening.play(Decider(opening, chance.getrandbits(20), 0.3, NODES).decide())
        if opening.turn is not None:
            opening.check(Decider(opening, seed, nodes=NODES).decide())
