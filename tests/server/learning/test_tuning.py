"""Weights that learn beside a server: fitted, measured, published, and what goes wrong on the way."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest

from bots.errors import Stopped, WorkCrashed
from bots.executor import Executor
from bots.learning.players import published
from bots.tuning.gate import MatchStanding
from bots.tuning.weight_fit import PRIOR
from server.learning import learning_process
from server.learning.learning_process import Fitted
from server.learning.tuning import FIT, PAIRS, PLAY, Tuning
from server.store.knowledge import weights
from server.store.store import Store
from tests.server.learning.examples import Scripted
from tests.server.store.examples import add_player, finished

NEW = tuple(number + 1 for number in PRIOR)
NOW = 2 * weights.DAY_MS
FITTED = Fitted(NEW, "search 4", 25, 4.0, [3, 1, 2])


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A store in which a batch of games has come together."""
    store = await Store.open(tmp_path / "tengen.db")
    ann, bob = await add_player(store, "ann000000000", "Ann"), await add_player(store, "bob000000000", "Bob")
    for n in range(weights.BATCH):
        await finished(store, f"game{n:08}", ann, bob, ended_at=100 + n, plies=12)
    yield store
    published.weigh(0, {})
    await store.close()


def tuning(store: Store, executor: Scripted, active: bool = True) -> Tuning:
    return Tuning(store, cast(Executor, executor), lambda: NOW, active)


def going_on(*points: float) -> MatchStanding:
    return MatchStanding(list(points), 0.0, 0.0, 0.0, None)


async def test_a_version_that_passes_is_what_games_begin_with(store: Store) -> None:
    executor = Scripted(FITTED, going_on(2.0), MatchStanding([2.0, 2.0], 90.0, 10.0, 170.0, True))
    work = tuning(store, executor)
    for _ in range(3):
        assert await work.step()
    assert not await work.step()  # there are no new games
    assert executor.asked == [
        (FIT, str(store.path), 1),
        (PLAY, None, NEW, [3, 1, 2], [], PAIRS),
        (PLAY, None, NEW, [3, 1, 2], [2.0], PAIRS),
    ]
    assert published.weights_in_use() == 1
    assert published.weights_of(1) == NEW
    found = await weights.find_version(store, 1)
    assert found is not None
    assert (found.state, found.elo, found.points, found.decided_at) == ("passed", 90.0, [2.0, 2.0], NOW)


async def test_a_version_that_does_not_pass_is_kept_with_its_figures(store: Store) -> None:
    work = tuning(store, Scripted(FITTED, MatchStanding([0.0], -90.0, -170.0, -10.0, False)))
    assert await work.step()
    assert await work.step()
    assert published.weights_in_use() == 0
    found = await weights.find_version(store, 1)
    assert found is not None
    assert (found.state, found.elo, found.low, found.high) == ("refused", -90.0, -170.0, -10.0)


async def test_the_next_version_meets_the_one_in_use(store: Store) -> None:
    await store.execute(*weights.begin_trial(0, "search 4", 30, 4.0, NEW, [1], 1))
    await store.execute(
        *weights.decide(1, [2.0], 90.0, 10.0, 170.0, True, 2),
        ("UPDATE weights_in_use SET games = 0, fitted_at = 0", ()),
    )
    later = tuple(number + 2 for number in PRIOR)
    executor = Scripted(FITTED._replace(numbers=later), going_on(1.0))
    work = tuning(store, executor)
    assert await work.step()
    assert await work.step()
    assert executor.asked[1] == (PLAY, NEW, later, [3, 1, 2], [], PAIRS)


async def test_a_match_goes_on_after_a_restart(store: Store) -> None:
    await tuning(store, Scripted(FITTED)).step()
    await tuning(store, Scripted(going_on(2.0, 1.0))).step()
    executor = Scripted(going_on(2.0, 1.0, 1.0))
    await tuning(store, executor).step()
    assert executor.asked == [(PLAY, None, NEW, [3, 1, 2], [2.0, 1.0], PAIRS)]


async def test_nothing_is_learned_where_it_is_turned_off_or_frozen(store: Store) -> None:
    assert not await tuning(store, Scripted(), active=False).step()
    await weights.freeze(store, True)
    assert not await tuning(store, Scripted()).step()


async def test_what_crashes_is_not_tried_for_ever(store: Store) -> None:
    assert await tuning(store, Scripted(WorkCrashed("no room"))).step()
    assert not await tuning(store, Scripted()).step()  # not today
    await store.execute(("UPDATE weights_in_use SET games = 0, fitted_at = 0", ()))
    assert await tuning(store, Scripted(FITTED)).step()
    assert await tuning(store, Scripted(WorkCrashed("a fault"))).step()
    found = await weights.find_version(store, 1)
    assert found is not None
    assert (found.state, found.note) == ("refused", "work_crashed: a fault")


async def test_a_server_that_stops_refuses_nothing(store: Store) -> None:
    await tuning(store, Scripted(FITTED)).step()
    with pytest.raises(Stopped):
        await tuning(store, Scripted(Stopped("closing"))).step()
    assert await weights.find_trial(store) is not None


async def test_the_processs_part_fits_what_is_stored_and_plays(store: Store) -> None:
    found = await asyncio.to_thread(learning_process.fit, str(store.path), 1)
    assert found.games == 1  # they are all the same game
    assert len(found.numbers) == len(PRIOR)
    assert len(found.openings) > 500
    standing = await asyncio.to_thread(learning_process.play, None, PRIOR, found.openings, [], 1)
    assert standing.points == [1.0]
