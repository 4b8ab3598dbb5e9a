from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gomoku.board import Color
from gomoku.errors import BadAction, ForbiddenMove, IllegalMove, Occupied, OffBoard
from gomoku.game import Game, Reason
from gomoku.openings.opening import Opening
from gomoku.openings.rules import FREE, OPENINGS
from gomoku.openings.turns import Action, ChoiceTurn, NumberTurn, OfferTurn, PickTurn, StoneTurn, Turn, central
from gomoku.point import parse
from gomoku.rulesets import ruleset
from tests.gomoku.openings.runs import WAYS, act, begin, draw_action, read, run
from tests.oracles.alike import find_alike

RUNS = {
    "way": st.sampled_from(WAYS),
    "random": st.randoms(use_true_random=False),
    "near": st.sampled_from([1, 2, 4, 25]),
}


def refuse(opening: Opening, entry: str) -> str:
    """Return the code with which ``play`` and ``check`` refuse an action; nothing may change."""
    action = read(entry, opening.game.size)
    before = (opening.turn, list(opening.stones), list(opening.actions), opening.black)
    with pytest.raises(IllegalMove) as checked:
        opening.check(action)
    with pytest.raises(IllegalMove) as played:
        opening.play(action)
    assert checked.value.code == played.value.code
    assert (opening.turn, list(opening.stones), list(opening.actions), opening.black) == before
    return played.value.code


@given(**RUNS)
def test_every_run_ends_in_ordinary_play_with_settled_colours(
    way: tuple[str, str, int], random: Random, near: int
) -> None:
    opening = begin(*way)
    was_settled = False
    players = []
    while opening.turn is not None:
        assert opening.turn.player in (0, 1)
        assert (opening.colors is None) != opening.settled
        assert opening.settled or not was_settled, "colours that were settled are open again"
        was_settled = opening.settled
        laying = isinstance(opening.turn, StoneTurn | PickTurn)
        players.append(opening.turn.player)
        stones = len(opening.stones)
        opening.play(draw_action(opening, random, near))
        assert len(opening.stones) == stones + laying
    assert opening.colors is not None
    assert set(opening.colors) == set(Color)
    assert opening.colors[opening.black] is Color.BLACK
    assert len(opening.actions) == len(players) <= 18
    assert opening.acted == set(players)
    assert opening.laid == len(opening.stones)
    assert opening.player == opening.black ^ (len(opening.stones) % 2)
    assert opening.game.outcome is None
    cells = opening.game.board.cells
    for ply, point in enumerate(opening.stones):
        assert cells[point] == (Color.WHITE if ply % 2 else Color.BLACK)
    assert opening.game.board.stones == len(opening.stones)


@settings(max_examples=25)
@given(**RUNS)
def test_after_every_run_a_game_is_played_to_its_end(way: tuple[str, str, int], random: Random, near: int) -> None:
    game = run(begin(*way), random, near).game
    points = [point for point in range(way[2] ** 2) if not game.board[point]]
    random.shuffle(points)
    while game.outcome is None:
        forbidden = game.forbidden_points()
        point = next((point for point in points if point not in forbidden), None)
        if point is None:
            return  # black has nowhere left to go: such a game is agreed or resigned
        game.play(point)
        points.remove(point)
    assert game.outcome.reason in (Reason.FIVE, Reason.FULL_BOARD)


@given(**RUNS)
def test_replay_equals_live(way: tuple[str, str, int], random: Random, near: int) -> None:
    live = begin(*way)
    name, rules, size = way
    while True:
        again = Opening.replay(OPENINGS[name], ruleset(rules), size, live.actions)
        stored = begin(*way)
        for action in live.actions:
            stored.push(action)
        for other in (again, stored):
            assert other.turn == live.turn
            assert other.colors == live.colors
            assert other.black == live.black
            assert list(other.stones) == list(live.stones)
            assert other.game.board == live.game.board
            assert other.actions == live.actions
            assert other.offered == live.offered
        if live.turn is None:
            break
        action = draw_action(live, random, near)
        before = (live.turn, live.black, list(live.stones), list(live.actions))
        foreseen = live.after(action)
        assert (live.turn, live.black, list(live.stones), list(live.actions)) == before
        live.play(action)
        assert (foreseen.turn, foreseen.black, foreseen.player) == (live.turn, live.black, live.player)
        assert foreseen.game.board == live.game.board


@settings(max_examples=40)
@given(
    random=st.randoms(use_true_random=False),
    near=st.sampled_from([1, 2, 3]),
    name=st.sampled_from(["rif", "yamaguchi", "soosyrv_8", "taraguchi_10", "super_taraguchi"]),
)
def test_offers_are_refused_exactly_where_an_image_of_the_position_has_them(
    random: Random, near: int, name: str
) -> None:
    opening = begin(name)
    while not isinstance(opening.turn, OfferTurn):
        if isinstance(opening.turn, ChoiceTurn) and "offer" in opening.turn.words:
            opening.play("offer")
            continue
        opening.play(draw_action(opening, random, near))
        if opening.turn is None:
            return
    count = opening.turn.count
    free = [point for point in range(225) if not opening.game.board[point]]
    offerable = opening.offerable()
    forbidden = opening.game.forbidden_points()
    for a in random.sample(free, 4):
        alike = find_alike(opening.stones, a, 15)
        assert len(alike.intersection(offerable)) == (a not in forbidden)
        for b in {*random.sample(free, 2), *alike}:
            if count < 2 or a in forbidden or b in forbidden:
                continue
            rest = [p for p in offerable if p not in alike | find_alike(opening.stones, b, 15)]
            offer = (a, b, *random.sample(rest, count - 2))
            assert find_fault(opening, offer) == ("duplicate_offer" if b in alike else None)


def test_a_mirror_off_the_axes_of_the_stones_is_seen() -> None:
    # the only symmetry of these four is the diagonal between the two pairs, on which only the centre lies
    opening = act(begin("rif"), "H8 H9 I9 keep I8")
    pairs = [
        (a, b) for a in range(225) for b in find_alike(opening.stones, a, 15) if not opening.game.board[a] and a != b
    ]
    assert pairs
    for a, b in pairs:
        assert find_fault(opening, (a, b)) == "duplicate_offer"


def find_fault(opening: Opening, action: Action) -> str | None:
    try:
        opening.check(action)
    except IllegalMove as error:
        return error.code
    return None


def test_free_is_over_before_it_begins() -> None:
    opening = Opening(FREE, Game(ruleset("tictactoe"), 3))
    assert opening.turn is None
    assert opening.colors == (Color.BLACK, Color.WHITE)
    assert refuse(opening, "A1") == "opening_over"
    with pytest.raises(BadAction):
        opening.push(0)


def test_what_is_not_asked_for_is_refused() -> None:
    opening = begin("soosyrv_8")
    assert refuse(opening, "H9") == "outside_zone"
    assert refuse(opening, "keep") == "wrong_action"
    assert refuse(opening, "H8+H9") == "wrong_action"
    with pytest.raises(OffBoard):
        opening.check(225)
    with pytest.raises(OffBoard):
        opening.check(-1)
    act(opening, "H8")
    with pytest.raises(Occupied):
        opening.check(parse("H8", 15))
    act(opening, "I9 J10")
    assert asked(opening) == ChoiceTurn(1, ("keep", "swap"))
    assert refuse(opening, "white") == "no_such_choice"
    assert refuse(opening, "H7") == "wrong_action"
    act(opening, "keep H7")
    assert asked(opening) == NumberTurn(1, 8)
    assert refuse(opening, "n9") == "bad_number"
    assert refuse(opening, "n0") == "bad_number"
    act(opening, "n2 keep")
    assert asked(opening) == OfferTurn(0, 2)
    assert refuse(opening, "A1+B2+C3") == "wrong_count"
    assert refuse(opening, "A1+A1") == "duplicate_offer"
    assert refuse(opening, "A1+H8") == "occupied"
    act(opening, "A1+B2")
    assert asked(opening) == PickTurn(1, (parse("A1", 15), parse("B2", 15)))
    assert refuse(opening, "C3") == "not_offered"
    act(opening, "B2")
    assert opening.turn is None
    assert opening.offered == ()
    assert list(opening.stones) == [parse(name, 15) for name in ("H8", "I9", "J10", "H7", "B2")]


def test_offers_that_are_not_picked_are_no_stones() -> None:
    opening = act(begin("rif"), "H8 H9 I9 keep G7 A1+B2")
    assert len(opening.stones) == 4
    assert not opening.game.board[parse("A1", 15)]


def test_black_may_not_lay_a_forbidden_point() -> None:
    # after two more stones each black has a double three at I9
    opening = act(begin("super_sakata", "renju"), "H8 H9 I8 K9 J10 two A1 I7 two B1")
    with pytest.raises(ForbiddenMove):
        opening.check(parse("I9", 15))


def test_no_stone_of_an_opening_wins() -> None:
    opening = act(begin("super_sakata"), "H8 H9 I8 K11 J8 two A1 K8 two B1")
    assert refuse(opening, "L8") == "ends_the_game"
    assert refuse(opening, "G8") == "ends_the_game"
    act(opening, "G7")
    assert asked(opening) == ChoiceTurn(0, ("black", "white", "two"))


def test_zones_are_squares_around_the_centre() -> None:
    inside = [point for point in range(361) if central(7).contains(point, 19)]
    assert len(inside) == 49
    assert inside[0] == 6 * 19 + 6
    assert inside[-1] == 12 * 19 + 12


def actions_of(text: str) -> list[Action]:
    return [read(entry) for entry in text.split()]


def asked(opening: Opening) -> Turn | None:
    return opening.turn


def test_replay_refuses_what_play_refuses() -> None:
    with pytest.raises(BadAction):
        Opening.replay(OPENINGS["rif"], ruleset("renju"), 15, actions_of("H8 H9 I9 black"))
