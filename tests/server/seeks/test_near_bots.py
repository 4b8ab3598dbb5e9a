"""The bot that is offered is the nearest of those that play what is looked for, by its rating here once it is known."""

import pytest

from bots.levels import Level, list_offered
from server.protocol.values import NoClockSpec
from server.ratings.glicko2 import PlayerRating
from server.ratings.identity import OFFSET, find_origin
from server.ratings.ledger import HeldRating, RatingPool
from server.seeks.matching import Seek, SoughtGame
from server.seeks.near_bots import UNRATED, choose_level

GOMOKU, RENJU = RatingPool("gomoku", False), RatingPool("renju", False)
FREE, RENJU_15 = SoughtGame("freestyle", 15, "free"), SoughtGame("renju", 15, "free")
LEVELS = {level.number: level for level in list_offered()}


def seek(*games: SoughtGame, **ratings: float) -> Seek:
    held = {RatingPool(family, False): value for family, value in ratings.items()}  # type: ignore[arg-type]
    return Seek("s", "ada", "x", 0, games or (FREE,), (NoClockSpec(),), ratings=held)


def choose(wanted: Seek, *numbers: int, **known: tuple[float, float]) -> int | None:
    """The choice among levels, of which some (``l3=(1500, 60)``) have a rating and a deviation here."""
    held = {
        int(name[1:]): {GOMOKU: HeldRating(PlayerRating(value, deviation), 40, 0)}
        for name, (value, deviation) in known.items()
    }
    return choose_level([(LEVELS[number], held.get(number, {})) for number in numbers or LEVELS], wanted)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 7, 10])
def test_where_no_bot_is_rated_the_laboratory_says_who_is_near(number: int) -> None:
    assert choose(seek(gomoku=find_origin(number).seed)) == number
    elo = LEVELS[number].elo
    assert elo is not None
    assert find_origin(number).seed == elo + OFFSET


def test_who_has_no_rating_is_offered_one_that_can_be_beaten() -> None:
    assert choose(seek()) == 4
    assert find_origin(4).seed - 150 < UNRATED < find_origin(4).seed + 150


def test_a_rating_of_this_server_counts_once_it_is_known_well_enough() -> None:
    strong = seek(gomoku=1900)
    before = choose(strong, 2, 6)
    assert before == 6
    assert choose(strong, 2, 6, l2=(1900, 60)) == 2
    assert choose(strong, 2, 6, l2=(1900, 110)) == 6


def test_first_days_and_levels_without_a_strength_are_not_offered() -> None:
    twins = [number for number, level in LEVELS.items() if level.twin_of is not None or level.elo is None]
    assert twins
    assert choose(seek(), *twins) is None


def test_only_who_plays_one_of_the_games_is_offered() -> None:
    assert choose(seek(SoughtGame("row_4", 9, "free"))) is None
    players: list[Level] = [level for level in LEVELS.values() if not level.plays("renju", 15)]
    for level in players:
        assert choose(seek(RENJU_15, renju=find_origin(level.number).seed)) != level.number


def test_a_rating_is_that_of_the_game_and_else_the_best_there_is() -> None:
    assert choose(seek(FREE, gomoku=find_origin(2).seed, renju=find_origin(6).seed), 2, 6) == 2
    assert choose(seek(RENJU_15, gomoku=find_origin(6).seed), 2, 6) == 6
