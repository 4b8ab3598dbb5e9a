"""The same games give the same ratings to the last digit, whichever way they come; each change says why."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.ratings.glicko2 import PlayerRating, RatedResult, expect, grow, update
from server.ratings.ledger import DAY_MS, RatedGame, RatingLedger, RatingPool, find_pool
from tests.oracles.ratings import recompute

GOMOKU, SLOW_RENJU = RatingPool("gomoku", False), RatingPool("renju", True)
PLAYERS = "abcd"


@st.composite
def histories(draw: st.DrawFn) -> list[RatedGame]:
    """Games of some players over some months, in the order of their ends."""
    found, at = [], 0
    for n in range(draw(st.integers(1, 12))):
        at += draw(st.integers(0, 30 * DAY_MS))
        first, second = draw(st.permutations(PLAYERS))[:2]
        pool, score = draw(st.sampled_from([GOMOKU, SLOW_RENJU])), draw(st.sampled_from([0.0, 0.5, 1.0]))
        found.append(RatedGame(f"game{n:04}", at, pool, first, second, score, draw(st.floats(-50, 50))))
    return found


def held(ledger: RatingLedger) -> dict[tuple[str, RatingPool], object]:
    return {(player, pool): ledger.find(player, pool) for player in PLAYERS for pool in (GOMOKU, SLOW_RENJU)}


@given(histories(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_one_by_one_and_all_anew_are_the_same_to_the_last_digit(games: list[RatedGame], chance: random.Random) -> None:
    live, anew, shuffled = RatingLedger(), RatingLedger(), list(games)
    changes = [change for game in games for change in live.rate(game)]
    chance.shuffle(shuffled)
    assert recompute(shuffled, anew) == changes
    assert held(anew) == held(live)


@given(histories(), st.data())
@settings(deadline=None)
def test_a_game_that_is_struck_leaves_nothing(games: list[RatedGame], more: st.DataObject) -> None:
    struck = more.draw(st.sampled_from(games))
    left = [game for game in games if game is not struck]
    never = RatingLedger()
    for game in left:
        never.rate(game)
    anew = RatingLedger()
    recompute(left, anew)
    assert held(anew) == held(never)


@given(histories())
@settings(deadline=None)
def test_a_change_is_what_it_says(games: list[RatedGame]) -> None:
    ledger = RatingLedger()
    for game in games:
        before = {player: ledger.find(player, game.pool) for player in (game.first, game.second)}
        one, other = ledger.rate(game)
        assert (one.player, one.opponent) == (other.opponent, other.player) == (game.first, game.second)
        assert (one.against, other.against) == (other.before, one.before)
        assert one.score + other.score == 1
        assert one.expected == expect(one.before, one.against, game.advantage)
        assert one.after == update(one.before, [RatedResult(one.against, game.score, game.advantage)])
        last = before[game.first]
        if last is None:
            assert one.before == PlayerRating()
        else:
            assert one.before == grow(last.rating, (game.ended_at - last.last_at) / DAY_MS)


def test_each_pool_has_its_rating() -> None:
    ledger = RatingLedger()
    ledger.rate(RatedGame("a", 1, GOMOKU, "ann", "bob", 1))
    assert ledger.find("ann", SLOW_RENJU) is None
    found = ledger.find("ann", GOMOKU)
    assert found is not None
    assert (found.games, found.last_at) == (1, 1)
    assert found.rating.value == pytest.approx(1662.2, abs=0.05)


def test_a_bot_begins_where_it_is_put() -> None:
    ledger = RatingLedger(lambda player, pool: PlayerRating(2000 if player == "bot" else 1500))
    ann, bot = ledger.rate(RatedGame("a", 1, GOMOKU, "ann", "bot", 0.5))
    assert (ann.before.value, bot.before.value) == (1500, 2000)
    assert ann.expected < 0.5 < bot.expected


@pytest.mark.parametrize(("first", "at"), [("ann", 5), ("bob", 20)])
def test_what_cannot_be_rated_changes_nothing(first: str, at: int) -> None:
    ledger = RatingLedger()
    ledger.rate(RatedGame("a", 10, GOMOKU, "ann", "bob", 1))
    before = ledger.find("ann", GOMOKU), ledger.find("bob", GOMOKU)
    with pytest.raises(ValueError, match=r"backward|himself"):
        ledger.rate(RatedGame("b", at, GOMOKU, first, "bob", 1))
    assert (ledger.find("ann", GOMOKU), ledger.find("bob", GOMOKU)) == before


@pytest.mark.parametrize(
    ("rules", "family"), [("freestyle", "gomoku"), ("standard", "gomoku"), ("renju", "renju"), ("caro", "caro")]
)
def test_rules_of_one_family_count_together(rules: str, family: str) -> None:
    found = find_pool(rules, False)
    assert found is not None
    assert found.family == family
    assert find_pool(rules, True) == (family, True)


def test_noughts_and_crosses_are_not_rated() -> None:
    assert find_pool("tictactoe", False) is None
