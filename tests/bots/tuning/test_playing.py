"""Levels with learned weights, opened by rooms and in the arena."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import FunctionType

import pytest

from bots.engine import MEMORY, Limits, Numbers, Stop
from bots.errors import ArenaError, BadWeights
from bots.executor import LocalExecutor as Executor
from bots.levels import LEVELS, level
from bots.registry import engine
from bots.search.board.weights import SORTS, format_weights, from_numbers, parse_weights, to_numbers
from bots.search.runtime.jit import kernel
from bots.search.runtime.linked import LinkedKernel
from bots.tuning.weight_fit import PRIOR
from bots.workers.player_cache import PlayerCache, Request, Seating
from gomoku.game import Game
from gomoku.rulesets import ruleset
from lab.arena.entrants import check, digest, open_entrant

OTHER: Numbers = (*(0.0,) * len(SORTS), *PRIOR[len(SORTS) :])
LIMITS = Limits(nodes=300)
BEGUN = (112, 113, 97, 98)


def game_of(weights: Numbers | None, seat: int) -> list[int]:
    """Return the moves of a search level against itself, as seats choose them."""
    seats, moves = PlayerCache(), list(BEGUN)
    seating = Seating(seat, replace(level(7), limits=LIMITS), "freestyle", 15, 1, 4 << 20, weights)
    for _ in range(6):
        moves.append(seats.choose(Request(seating, tuple(moves), LIMITS), Stop()).point)
    seats.close()
    return moves


def test_a_game_played_under_a_version_replays_under_it() -> None:
    played = game_of(OTHER, 1)
    assert game_of(OTHER, 2) == played
    assert game_of(None, 3) == game_of(PRIOR, 4) != played


def test_levels_of_search_have_weights_and_the_classics_have_none() -> None:
    weighing = [each.number for each in LEVELS if each.weighs]
    assert {7, 8, 9} <= set(weighing)
    assert not {0, 1, 2, 3, 4, 5, 6}.intersection(weighing)
    for name in ("double_threat", "vector"):
        assert engine(name).with_weights(OTHER) is engine(name)


def test_weights_that_are_none_are_refused() -> None:
    for wrong in (OTHER[1:], (*OTHER, 1.0), (float("nan"), *OTHER[1:]), (1e9, *OTHER[1:])):
        with pytest.raises(BadWeights):
            engine("search").with_weights(wrong)
    for text in ("", "0 0 0 0 1\n", format_weights(from_numbers(OTHER)).replace("tempo", ""), "a\nb\nc\nd\n"):
        with pytest.raises(BadWeights):
            parse_weights(text)


def test_the_arena_plays_with_the_weights_of_a_file(tmp_path: Path) -> None:
    file, rules = tmp_path / "weights.txt", ruleset("freestyle")
    file.write_text(format_weights(from_numbers(OTHER)))
    name = f"search@300:weights={file}"
    assert check(name, rules, 15) == f"search {engine('search').version}, 300 nodes, weights {digest(OTHER)}"
    player, limits = open_entrant(name, rules, 15, 0)
    game = Game.replay(rules, 15, BEGUN)
    expected = engine("search").with_weights(OTHER).open(rules, 15, 0, MEMORY)
    assert player.choose(game, limits, Stop()) == expected.choose(game, LIMITS, Stop())
    for wrong in (f"vector:weights={file}", "search:weights=", f"search:weights={tmp_path}", f"level:3:weights={file}"):
        with pytest.raises(ArenaError):
            check(wrong, rules, 15)
    file.with_name("bad.txt").write_text("weights")
    with pytest.raises(ArenaError, match="not a file of weights"):
        check(f"search:weights={file.with_name('bad.txt')}", rules, 15)


def kernels() -> Mapping[str, int]:
    """Return every loaded compiled function with its number of compiled signatures."""
    kinds = LinkedKernel, type(kernel(FunctionType((lambda: None).__code__, {})))
    modules = [module for name, module in sys.modules.items() if name.startswith("bots.search.")]
    return {
        f"{module.__name__}.{name}": len(value.signatures)  # type: ignore[union-attr]
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, kinds)
    }


def test_nothing_is_compiled_for_new_weights() -> None:
    game_of(None, 1)
    before = kernels()
    assert sum(before.values()) > 10
    game_of(tuple(number + 0.25 for number in PRIOR), 2)
    assert kernels() == before


async def test_a_seat_takes_them_to_where_it_thinks() -> None:
    executor = Executor(threads=1, processes=0)
    await executor.start()
    try:
        executor._finish_warming(None)  # loaded by earlier tests
        chosen = replace(level(7), limits=LIMITS)
        seats = [
            executor.seat(chosen, "freestyle", 15, 1, weights)
            for weights in (OTHER, None, to_numbers(from_numbers(PRIOR)))
        ]
        other, tree, same = [await seat.choose(game_of(OTHER, 1)[:5], LIMITS) for seat in seats]
        assert tree == same
        assert other.point == game_of(OTHER, 1)[5]
    finally:
        await executor.close()
