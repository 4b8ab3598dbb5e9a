"""Weights in a running server: fitted to games, matched, published, played with, taken back."""

import asyncio
from itertools import islice

import pytest

from bots.tuning.weight_fit import PRIOR
from lab.tuning import selfplay
from server.review import analyst
from server.store.knowledge import weights
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Client
from tests.server.store.examples import add_player, finished
from tests.server.test_operator_weights import run

pytestmark = pytest.mark.slow

WORSE = tuple(-number for number in PRIOR)
"""Weights that confuse both sides' chances: all fitted weights play better."""
WARM_S, MATCHED_S = 240.0, 400.0


@pytest.fixture
def cold_kernels() -> None:
    """Weights need them."""


async def with_games_to_learn_from(app: App) -> None:
    """A batch of games of few nodes, none of which is to be studied, and in use what plays badly."""
    ann, bob = await add_player(app.store, "ann000000000", "Ann"), await add_player(app.store, "bob000000000", "Bob")
    for n, opening in enumerate(islice(selfplay.openings(7), weights.BATCH)):
        game = await asyncio.to_thread(selfplay.play, opening, (40, 40))
        await finished(
            app.store, f"game{n:08}", ann, bob,
            ended_at=100 + n, rules="freestyle", winner=game.winner, points=game.moves,
        )  # fmt: skip
    await app.store.execute(*weights.begin_trial(0, "search 5", 30, 4.0, WORSE, [1], 1))
    await app.store.execute(*weights.decide(1, [2.0] * 40, 30.0, 12.5, 47.5, True, 2), ("DELETE FROM jobs", ()))
    await app.store.execute(("UPDATE weights_in_use SET games = 0, fitted_at = 0", ()))
    await app.tuning.publish()


async def begin(app: App, client: Client) -> tuple[str, int]:
    """A game against the first level that has weights, in which it has answered a move, and its version of them."""
    room = await client.create(level=7)
    await client.enter(room)
    await client.move(room, 0, 112)
    while (await client.event("moved", room))["ply"] != 1:
        pass
    return room, await version(app, room)


async def version(app: App, room: str) -> int:
    (row,) = await app.store.fetch("SELECT bot_weights FROM games WHERE id = ?", (room,))
    return row["bot_weights"] or 0


async def test_what_is_fitted_and_wins_its_match_is_played_with_until_it_is_taken_back(
    running: tuple[App, str], join: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, _ = running
    async with asyncio.timeout(WARM_S):
        await app.executor.warm()
    await with_games_to_learn_from(app)
    client = await join()
    before, played = await begin(app, client)
    assert played == 1
    monkeypatch.setattr(analyst, "QUIET_S", 0.01)
    monkeypatch.setattr(analyst, "IDLE_S", 0.01)
    await app.store.execute(("UPDATE jobs SET failures = failures", ()))  # whoever waits for jobs looks again
    async with asyncio.timeout(MATCHED_S):
        while (found := await weights.find_version(app.store, 2)) is None or found.state == "trial":
            await asyncio.sleep(0.1)  # there is no news of it
    assert (found.parent, found.games, found.state) == (1, weights.BATCH, "passed")
    assert found.low is not None
    assert found.low > 0
    after, played = await begin(app, client)
    assert played == 2
    assert await run(app.store.path, "use", "0") == 0
    assert (await begin(app, client))[1] == 0
    assert [await version(app, room) for room in (before, after)] == [1, 2]  # games keep what they began with
