"""Every rule followed by hand: the sequence of players asked, and the final owners of the colours."""

import pytest

from gomoku.board import Color
from gomoku.errors import UnknownOpening
from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.openings.rules import OPENINGS, RENJU, opening_rule, taraguchi
from gomoku.openings.steps import OpeningRule
from gomoku.openings.turns import ChoiceTurn, NumberTurn, OfferTurn, PickTurn, StoneTurn, Zone
from gomoku.rulesets import RULESETS, ruleset
from tests.gomoku.openings.runs import WAYS, act, begin, points, read
from tests.gomoku.openings.test_opening import refuse


def follow(name: str, text: str) -> tuple[str, Opening]:
    """Take the actions; return who acted, as 1 and 2 with a star once colours are settled, and the opening."""
    opening = begin(name)
    who = []
    for entry in text.split():
        assert opening.turn is not None
        star = "*" if opening.settled else ""
        who.append(f"{opening.turn.player + 1}{star}")
        opening.play(read(entry))
    return " ".join(who), opening


EXAMPLES = [
    # rule, actions, who acted, who has black
    ("free", "", "", 1),
    ("pro", "H8 I9 K8", "1* 2* 1*", 1),
    ("long_pro", "H8 A1 L8", "1* 2* 1*", 1),
    ("swap", "A1 B2 C4 black", "1 1 1 2", 2),
    ("swap", "A1 B2 C4 white", "1 1 1 2", 1),
    ("swap_after_first", "A1 black", "1 2", 2),
    ("swap_after_first", "A1 white", "1 2", 1),
    ("swap2", "A1 B2 C4 white", "1 1 1 2", 1),
    ("swap2", "A1 B2 C4 black", "1 1 1 2", 2),
    ("swap2", "A1 B2 C4 two H8 I8 white", "1 1 1 2 2 2 1", 2),
    ("swap2", "A1 B2 C4 two H8 I8 black", "1 1 1 2 2 2 1", 1),
    ("old_swap", "H8 H9 I9 keep A1 G7+J7 J7", "1 2 1 2 2* 1* 2*", 1),
    ("old_swap", "H8 H9 I9 swap A1 G7+J7 G7", "1 2 1 2 1* 2* 1*", 2),
    ("rif", "H8 H9 I9 keep A1 G7+J7 J7", "1 1 1 2 2* 1* 2*", 1),
    ("rif", "H8 H9 I9 swap A1 G7+J7 G7", "1 1 1 2 1* 2* 1*", 2),
    ("yamaguchi", "H8 H9 I9 n3 keep A1 G7+J7+J6 J7", "1 1 1 1 2 2* 1* 2*", 1),
    ("yamaguchi", "H8 H9 I9 n1 swap A1 G7+ G7", "1 1 1 1 2 1* 2* 1*", 2),
    ("soosyrv_4", "H8 H9 I9 keep A1 n2 keep G7+J7 J7", "1 1 1 2 2 2 1 1* 2*", 1),
    ("soosyrv_4", "H8 H9 I9 keep A1 n2 swap G7+J7 J7", "1 1 1 2 2 2 1 2* 1*", 2),
    ("soosyrv_8", "H8 H9 I9 swap A1 n2 keep G7+J7 J7", "1 1 1 2 1 1 2 2* 1*", 2),
    ("soosyrv_8", "H8 H9 I9 swap A1 n2 swap G7+J7 J7", "1 1 1 2 1 1 2 1* 2*", 1),
    ("tarannikov", "H8 keep H9 keep I9 keep I8 keep G7 keep", "1 2 2 1 1 2 2 1 1 2", 1),
    ("tarannikov", "H8 swap H9 swap I9 swap I8 swap G7 swap", "1 2 1 2 1 2 1 2 1 2", 2),
    ("taraguchi_5", "H8 keep H9 keep I9 keep I10 one G7 keep", "1 2 2 1 1 2 2 1 1 2", 1),
    ("taraguchi_5", "H8 keep H9 keep I9 keep I10 one G7 swap", "1 2 2 1 1 2 2 1 1 2", 2),
    ("taraguchi_10", "H8 swap H9 swap I9 swap I10 swap G7 keep", "1 2 1 2 1 2 1 2 1 2", 1),
    ("taraguchi_5", "H8 keep H9 keep I9 keep I10 offer G7+A1+B1+C1+D1 C1", "1 2 2 1 1 2 2 1 1* 2*", 1),
    (
        "taraguchi_10",
        "H8 swap H9 keep I9 keep I10 offer G7+A1+B1+C1+D1+E1+F1+G1+H1+I1 I1",
        "1 2 1 2 2 1 1 2 2* 1*",
        2,
    ),
    ("super_taraguchi", "H8 keep J10 keep K8 keep L8 one L12 swap", "1 2 2 1 1 2 2 1 1 2", 2),
    ("sakata", "H8 H9 I9 K8 L8 black", "1 1 1 2 2 1", 1),
    ("sakata", "H8 H9 I9 K8 L8 white", "1 1 1 2 2 1", 2),
    ("super_sakata", "H8 H9 I9 K8 L8 white", "1 1 1 2 2 1", 2),
    ("super_sakata", "H8 H9 I9 K8 L8 two A1 B3 black", "1 1 1 2 2 1 1 1 2", 2),
    ("super_sakata", "H8 H9 I9 K8 L8 two A1 B3 two C1 D7 two O15 N13 white", "1 1 1 2 2 1 1 1 2 2 2 1 1 1 2", 1),
]


@pytest.mark.parametrize(("name", "text", "who", "black"), EXAMPLES)
def test_followed_by_hand(name: str, text: str, who: str, black: int) -> None:
    acted, opening = follow(name, text)
    assert acted == who
    assert opening.turn is None
    assert opening.black + 1 == black
    assert opening.colors == ((Color.BLACK, Color.WHITE) if black == 1 else (Color.WHITE, Color.BLACK))


def test_every_rule_is_followed_by_hand() -> None:
    assert {name for name, *_ in EXAMPLES} == set(OPENINGS)


@pytest.mark.parametrize(
    ("name", "before", "inside", "beyond"),
    [
        ("pro", "", "H8", "H9"),
        ("pro", "H8 A1", "K8", "J8"),
        ("long_pro", "H8 A1", "L8", "K8"),
        ("old_swap", "H8", "I9", "J8"),
        ("rif", "H8 H9", "J10", "K8"),
        ("rif", "H8", "G7", "H10"),
        ("tarannikov", "H8 keep H9 keep I9 keep", "K11", "L8"),
        ("tarannikov", "H8 keep H9 keep I9 keep I8 keep", "L12", "M8"),
        ("taraguchi_10", "H8 keep H9 keep I9 keep", "K11", "L8"),
        ("taraguchi_10", "H8 keep H9 keep I9 keep I8 one", "L12", "M8"),
        ("super_taraguchi", "H8 keep", "J10", "K8"),
        ("super_taraguchi", "H8 keep J10 keep", "K11", "L8"),
        ("super_taraguchi", "H8 keep J10 keep K8 keep", "L12", "M8"),
        ("sakata", "H8 H9 I9", "K11", "L8"),
        ("sakata", "H8 H9 I9 K11", "L12", "M8"),
    ],
)
def test_zones(name: str, before: str, inside: str, beyond: str) -> None:
    _, opening = follow(name, before)
    opening.check(read(inside))
    assert refuse(opening, beyond) == "outside_zone"


@pytest.mark.parametrize(
    ("name", "before"),
    [("swap2", "A1 B2 C4 two"), ("rif", "H8 H9 I9 keep"), ("super_sakata", "H8 H9 I9 K8 L8 two")],
)
def test_where_there_is_no_zone_a_stone_lies_anywhere(name: str, before: str) -> None:
    _, opening = follow(name, before)
    for corner in ("A15", "O15", "O1"):
        opening.check(read(corner))


def test_the_old_swap_rule_leaves_two_patterns_out() -> None:
    _, opening = follow("old_swap", "H8 H9")
    assert refuse(opening, "J6") == refuse(opening, "F6") == "pattern_excluded"
    opening.check(read("J7"))
    _, opening = follow("old_swap", "H8 I9")
    assert refuse(opening, "F6") == "pattern_excluded"
    follow("rif", "H8 I9 F6")


def test_what_is_asked() -> None:
    _, opening = follow("yamaguchi", "H8 H9 I9")
    assert opening.turn == NumberTurn(0, 12)
    _, opening = follow("soosyrv_4", "H8 H9 I9 swap")
    assert opening.turn == StoneTurn(0, Zone())
    _, opening = follow("swap2", "A1 B2 C4")
    assert opening.turn == ChoiceTurn(1, ("black", "white", "two"))
    _, opening = follow("taraguchi_10", "H8 keep H9 keep I9 keep I10")
    assert opening.turn == ChoiceTurn(0, ("one", "swap", "offer"))
    _, opening = follow("taraguchi_10", "H8 keep H9 keep I9 keep I10 offer")
    assert opening.turn == OfferTurn(0, 10)
    _, opening = follow("rif", "H8 H9 I9 swap A1 G7+J7")
    assert opening.turn == PickTurn(0, points("G7+J7"))
    _, opening = follow("super_sakata", "H8 H9 I9 K8 L8 two A1 B3 two C1 D7 two O15 N13")
    assert opening.turn == ChoiceTurn(1, ("black", "white"))


def test_which_rule_sets_and_boards_they_fit() -> None:
    fit = {(name, rules, size) for name, rules, size in WAYS}
    assert {rules for name, rules, _ in fit if name == "free"} == set(RULESETS)
    assert {rules for name, rules, _ in fit if name == "swap2"} == {
        *("freestyle", "standard", "caro"),
        *("row_4", "row_6", "row_7", "row_8"),
    }
    assert {rules for name, rules, _ in fit if name == "pro"} == {"freestyle", "standard", "caro"}
    assert {rules for name, rules, _ in fit if name == "taraguchi_10"} == {"renju"}
    assert {size for name, _, size in fit if name == "swap2"} == set(range(9, 21))
    assert {size for name, _, size in fit if name == "pro"} == set(range(9, 21, 2))  # no middle point on an even board
    assert {size for name, _, size in fit if name == "super_sakata"} == set(range(9, 21, 2))
    assert not OPENINGS["swap2"].fits("freestyle", 3)
    assert not OPENINGS["swap2"].fits("tictactoe", 15)
    assert not OPENINGS["pro"].fits("freestyle", 7)
    assert [name for name, rule in OPENINGS.items() if rule.zoned and rule.fits("renju", 20)] == []


def test_unknown_names() -> None:
    assert opening_rule("swap2") is OPENINGS["swap2"]
    with pytest.raises(UnknownOpening):
        opening_rule("swap3")


def test_by_the_other_reading_of_taraguchi_s_rule_black_may_offer_after_a_swap() -> None:
    rule = OpeningRule("other", taraguchi(5, after_swap=True), RENJU)
    opening = act(Opening(rule, Game(ruleset("renju"), 15)), "H8 keep H9 keep I9 keep G7 swap")
    assert opening.turn == ChoiceTurn(1, ("one", "offer"))
    assert act(opening.after("one"), "H7").turn == ChoiceTurn(0, ("keep", "swap"))
    assert opening.after("offer").turn == OfferTurn(1, 5)
    usual = act(begin("taraguchi_5"), "H8 keep H9 keep I9 keep G7 swap")
    assert isinstance(usual.turn, StoneTurn)


@pytest.mark.parametrize(
    ("name", "text", "offers"),
    [
        ("rif", "", 2),
        ("rif", "H8 H9 I9 keep", 2),
        ("yamaguchi", "H8 H9 I9", 0),
        ("yamaguchi", "H8 H9 I9 n7", 7),
        ("soosyrv_8", "H8 H9 I9 keep", 0),
        ("soosyrv_8", "H8 H9 I9 keep G7 n3", 3),
        ("taraguchi_10", "H8 keep H9 keep I9 keep G7", 0),
        ("taraguchi_10", "H8 keep H9 keep I9 keep G7 offer", 10),
        ("swap2", "H8 H9", 0),
    ],
)
def test_how_many_offers_there_are_going_to_be(name: str, text: str, offers: int) -> None:
    assert act(begin(name), text).offers == offers
