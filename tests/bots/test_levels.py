import pickle
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings

import bots
from bots.engine import Limits, Stop
from bots.errors import NoMove, UnknownLevel, UnsupportedGame
from bots.learning.players.parts import NOTHING
from bots.learning.players.published import publish, withdraw
from bots.levels import LEVELS, TWIN, TWINS, Level, level, levels_for, list_offered, open_player, sort_by_strength
from bots.registry import engine
from bots.search.alphabeta import iterative_deepening
from gomoku.board import Color
from gomoku.game import Game, Outcome, Reason
from gomoku.rulesets import RULESETS, ruleset
from lab.arena.entrants import check
from tests.bots.engines import level_of
from tests.bots.learning.lost import before_the_mistake, positions
from tests.bots.positions import FIVES, game_with, games, played

LANGUAGES = {"en", "zh-Hans", "zh-Hant"}
FIVE_LEVELS = [found for found in LEVELS if "freestyle" in found.rules]
LADDER = sort_by_strength(FIVE_LEVELS)


def test_numbers_rise_and_find_their_level() -> None:
    assert all(one.number < other.number for one, other in pairwise(LEVELS))
    assert [level(found.number) for found in LEVELS] == list(LEVELS)
    with pytest.raises(UnknownLevel):
        level(1000)


def test_the_classic_levels_that_were_measured_are_steady() -> None:
    assert [found.number for found in list_offered() if found.steady] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("found", LEVELS, ids=lambda found: found.engine)
def test_every_level_is_described_in_three_languages_and_can_be_sent(found: Level) -> None:
    assert set(found.name) == set(found.character) == LANGUAGES
    assert all("\n" not in line and line for line in [*found.name.values(), *found.character.values()])
    assert found.version == f"{found.engine} {engine(found.engine).version}"
    assert pickle.loads(pickle.dumps(found)) == found


@pytest.mark.parametrize("found", LEVELS, ids=lambda found: found.engine)
def test_a_level_is_offered_only_for_what_its_engine_plays(found: Level) -> None:
    for name in found.rules:
        assert all(engine(found.engine).supports(ruleset(name), size) for size in found.sizes)


def test_each_level_that_learns_has_a_twin_that_has_learned_nothing() -> None:
    assert [found.twin_of for found in TWINS] == [found.number for found in LEVELS if found.parts]
    for twin in TWINS:
        assert twin.twin_of is not None
        one = level(twin.twin_of)
        assert (level(twin.number), twin.engine, twin.limits, twin.elo) == (twin, one.engine, one.limits, one.elo)
        assert twin.parts == NOTHING
        assert twin.version == f"{one.version}, nothing learned"
        assert set(twin.name) == set(twin.character) == LANGUAGES
        assert pickle.loads(pickle.dumps(twin)) == twin
    assert len({found.number for found in list_offered()}) == len(list_offered())


def test_a_twin_plays_as_if_nothing_were_published() -> None:
    game = before_the_mistake()
    (number,) = [twin.number for twin in TWINS if twin.engine == "learner"]

    def chosen() -> list[str]:
        players = [open_player(level(each), game.rules, 15, 1, 0) for each in (number, number - TWIN)]
        return [str(player.choose(game, Limits(), Stop()).tell()["kind"]) for player in players]

    before = chosen()
    publish(positions())
    try:
        assert chosen() == [before[0], "remembered"]
    finally:
        withdraw()


def test_the_order_is_that_of_strength_and_ends_with_those_outside_the_ladder() -> None:
    operators = Level(100, "wins_array", {}, {})
    found = sort_by_strength([*list_offered(), operators])
    elo = [each.elo or 0 for each in found[: len(LEVELS)]]
    assert elo == sorted(elo)
    assert found[len(LEVELS)].number == 100
    assert set(found[len(LEVELS) + 1 :]) == set(TWINS)


def test_there_is_a_level_for_every_game() -> None:
    for name in FIVES:
        for size in RULESETS[name].sizes:
            assert {found.number for found in levels_for(name, size)} >= {found.number for found in LADDER}
    assert [found.engine for found in levels_for("tictactoe", 3)] == ["tictactoe"]
    assert levels_for("freestyle", 3) == levels_for("chess", 15) == ()


def test_the_ladder_was_measured_with_these_levels_and_in_this_order() -> None:
    text = (Path(bots.__file__).parent / "LADDER.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| level:(\d+) \| (\d+) ± \d+ \|.*\| ([^|]+) \|$", text, re.MULTILINE)
    weakest_first = sorted(((int(number), int(elo), plays) for number, elo, plays in rows), key=lambda row: row[1])
    freestyle = ruleset("freestyle")
    assert weakest_first == [
        (found.number, found.elo, check(f"level:{found.number}", freestyle, 15)) for found in LADDER
    ]


def test_there_are_six_steps_at_least_and_none_is_too_small_or_too_high() -> None:
    elo = [found.elo for found in LADDER if found.elo is not None]
    assert len(elo) == len(LADDER) >= 6
    assert [found.number for found in LADDER[5:8]] == [6, 10, 7]
    steps = [above - below for below, above in pairwise(elo)]
    assert min(steps) >= 60
    published = sum(not engine(found.engine).compiled for found in LADDER)
    assert max(steps[: published - 1]) <= 250  # how far the search is above the published engines is not ours to choose


def test_levels_from_the_third_on_are_guarded() -> None:
    assert all(found.guard for found in LEVELS if found.number >= 3)


@pytest.mark.parametrize(
    "found", [one for one in FIVE_LEVELS if one.limits.time_ms], ids=lambda found: str(found.number)
)
def test_a_level_with_a_time_searches_in_as_many_threads_as_it_is_given(
    found: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = []

    @contextmanager
    def count(*_: object) -> Iterator[None]:
        begun.append(1)
        yield

    monkeypatch.setattr(iterative_deepening, "helping", count)
    game = played("freestyle", 15, (7, 7), (8, 8), (9, 6))
    player = open_player(found, game.rules, game.size, 1, 1 << 24)
    player.choose(game, Limits(time_ms=50, threads=3), Stop())
    player.close()
    assert len(begun) == 2


@pytest.mark.parametrize("found", FIVE_LEVELS, ids=lambda found: found.engine)
@settings(max_examples=40, deadline=None)
@given(game=games(FIVES))
def test_a_level_always_plays_a_legal_point(found: Level, game: Game) -> None:
    player = open_player(found, game.rules, game.size, 1, 0)
    choice = player.choose(game, Limits(), Stop())
    game.check(choice.point)
    assert player.choose(game, Limits(), Stop()) == choice
    player.close()


@settings(max_examples=30, deadline=None)
@given(game=games(["tictactoe"]))
def test_so_does_noughts_and_crosses(game: Game) -> None:
    if game.outcome is None and not game.board.full:
        game.check(open_player(level(0), game.rules, 3, 1, 0).choose(game, Limits(), Stop()).point)


@pytest.mark.parametrize("found", LEVELS, ids=lambda found: found.engine)
def test_there_is_no_move_after_the_end(found: Level) -> None:
    game = Game(ruleset(found.rules[0]), found.sizes[0])
    game.finish(Outcome(Color.WHITE, Reason.RESIGNED))
    with pytest.raises(NoMove):
        open_player(found, game.rules, game.size, 1, 0).choose(game, Limits(), Stop())


def test_a_bare_level_may_block_where_a_guarded_one_wins() -> None:
    game = game_with(15, [(x, 5) for x in (0, 1, 2, 4)], [(x, y) for x, y in ((7, 8), (7, 9), (7, 10), (7, 11))])
    bare, guarded = level_of("live_rush"), level_of("live_rush", guard=True)
    kinds = [open_player(found, game.rules, 15, 1, 0).choose(game, Limits(), Stop()).kind for found in (bare, guarded)]
    assert kinds == ["block", "win"]


def test_a_guard_looks_over_slips() -> None:
    game = played("freestyle", 15, (7, 9), (3, 5), (8, 9), (4, 5), (9, 9), (5, 5), (14, 14), (6, 5))
    last = game.moves[-1]
    slipping, guarded = level_of("wins_array", slip=1.0), level_of("wins_array", slip=1.0, guard=True)
    whys = [
        open_player(found, game.rules, 15, 1, 0).choose(game, Limits(), Stop()).tell() for found in (slipping, guarded)
    ]
    assert [why["kind"] for why in whys] == ["slip", "block"]
    assert whys[0]["overlooked"] == last


def test_refuses_what_it_does_not_play() -> None:
    with pytest.raises(UnsupportedGame):
        open_player(level(0), ruleset("freestyle"), 15, 1, 0)
    with pytest.raises(UnsupportedGame):
        open_player(level(1), ruleset("tictactoe"), 3, 1, 0)
