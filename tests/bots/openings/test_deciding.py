"""Bots' decisions in openings are legal, repeatable, and better than random where the answer is clear."""

from random import Random

import pytest

from bots.openings import deciding, load, triples
from bots.openings.deciding import WITHIN, Decider, decide, draw_pattern, offer_table, share_of_black
from bots.openings.valuing import Valued, nth
from gomoku.errors import BadAction
from gomoku.openings.opening import Opening
from gomoku.openings.patterns import find_pattern, list_patterns
from gomoku.openings.rules import MOST_DECLARED, OPENINGS
from gomoku.openings.turns import Action, OfferTurn
from gomoku.point import parse
from gomoku.rulesets import FIVES, ruleset
from lab.openings.make_offer_table import value_offers
from tests.gomoku.openings.runs import act, begin, points, read

NODES = 300
RULED = [(name, rules) for name, rule in OPENINGS.items() if name != "free" for rules in FIVES if rules in rule.rules]


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
    # black has two adjacent stones in the centre, white's are in the corners: black is far better
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


@pytest.mark.parametrize("name", ["rif", "yamaguchi"])
def test_who_begins_before_offers_lays_a_pattern_that_is_even_with_them(name: str) -> None:
    for seed in range(4):
        opening = begin(name)
        while len(opening.actions) < (4 if name == "yamaguchi" else 3):
            opening.play(decide(name, "renju", 15, opening.actions, seed, nodes=NODES))
        assert abs(share_of_black(opening.stones, 15, opening.offers) - 0.5) <= WITHIN


def test_who_declares_or_chooses_goes_by_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    patterns = {str(find_pattern(stones, 15)): stones for stones in list_patterns()}
    made = {number: tuple(0.9 - 0.01 * row - 0.05 * n for n in range(12)) for row, number in enumerate(patterns)}
    monkeypatch.setattr(deciding, "offer_table", lambda: made)
    for row, (number, stones) in enumerate(patterns.items()):
        declared = decide("yamaguchi", "renju", 15, stones, 1, nodes=NODES)
        assert isinstance(declared, int)
        uneven = [abs(share - 0.5) for share in made[number]]
        assert uneven[declared - 1] == min(uneven)
        # before two offers black has 0.85, and 0.01 less from each pattern to the next
        assert decide("rif", "renju", 15, stones, 1, nodes=NODES) == "swap"
        if row != 5:  # with eight offers it is even
            chosen = decide("yamaguchi", "renju", 15, [*stones, 8], 1, nodes=NODES)
            assert chosen == ("swap" if row < 5 else "keep")


def test_a_declared_number_counts_when_the_colours_are_chosen() -> None:
    lain = act(begin("soosyrv_8"), "H8 H9 I9 keep G7")
    fifths = Decider(lain, 1, nodes=NODES)._valuer.list_fifths(lain.stones)
    for offers in (1, 8):
        wanted = "keep" if nth(fifths, offers) >= 0.5 else "swap"
        assert decided("soosyrv_8", f"H8 H9 I9 keep G7 n{offers}") == wanted


@pytest.mark.parametrize(
    ("shares", "word"),
    [
        ([0.9, 0.8, 0.7, 0.6, 0.53, 0.1], "offer"),  # even white's pick of the five is good for black
        ([0.9, 0.8, 0.7, 0.6, 0.51, 0.1], "one"),
        ([0.9, 0.1, 0.1, 0.1, 0.1, 0.1], "one"),
        ([0.49, 0.3, 0.3, 0.3, 0.3, 0.3], "one"),
        ([0.47, 0.3, 0.3, 0.3, 0.3, 0.3], "swap"),  # no fifth stone helps black
    ],
)
def test_black_gives_away_what_is_bad_and_offers_where_no_pick_spoils_it(shares: list[float], word: str) -> None:
    class Told(Decider):
        def _fifths(self) -> list[Valued]:
            return [(share, point) for point, share in enumerate(shares)]

    assert Told(act(begin("taraguchi_5"), "H8 keep H9 keep I9 keep G7"), 1).decide() == word


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
        assert len(known) >= 2  # without offers black is better in the others
        assert all(find_pattern(moves, 15) for moves in known)
        assert set(known) <= set(list_patterns())
    else:
        assert len(known) >= 200


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


def test_it_has_a_share_for_each_pattern_and_number_and_more_offers_are_never_better() -> None:
    table = offer_table()
    assert sorted(table) == sorted(str(find_pattern(stones, 15)) for stones in list_patterns())
    for shares in table.values():
        assert len(shares) == MOST_DECLARED
        assert all(0 <= share <= 1 for share in shares)
        assert list(shares) == sorted(shares, reverse=True)


def test_a_pattern_is_known_wherever_it_is_turned_to() -> None:
    kagetsu, turned = ([parse(name, 15) for name in names.split()] for names in ("H8 H9 I9", "H8 I8 I7"))
    assert share_of_black(kagetsu, 15, 3) == share_of_black(turned, 15, 3) == offer_table()["D4"][2]
    assert share_of_black(kagetsu, 15, 40) == offer_table()["D4"][-1]
    with pytest.raises(KeyError):
        share_of_black([0, 40, 80], 15, 1)


@pytest.mark.parametrize("offers", [0, 2, 5])
def test_what_is_drawn_is_as_even_as_there_is(offers: int) -> None:
    for seed in range(20):
        stones = draw_pattern(Random(seed), 15, offers, lambda _: True)
        shares = [share_of_black(stones, 15, n) for n in ([offers] if offers else range(1, MOST_DECLARED + 1))]
        assert min(abs(share - 0.5) for share in shares) <= WITHIN


def test_what_may_not_lie_is_not_drawn() -> None:
    only = {draw_pattern(Random(seed), 15, 2, lambda stones: find_pattern(stones, 15) == "I13") for seed in range(9)}
    assert {find_pattern(stones, 15) for stones in only} == {"I13"}


@pytest.mark.slow
def test_a_row_is_worked_out_and_falls() -> None:
    shares = value_offers(40, list_patterns()[3])
    assert len(shares) == MOST_DECLARED
    assert shares == sorted(shares, reverse=True)
