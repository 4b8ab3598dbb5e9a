"""A game that a bot has lost is not lost again by the same moves: through a real server, and after a restart."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from gomoku.game import Game
from gomoku.rulesets import ruleset
from server.protocol.values import Who
from server.store.people import players
from server.store.records import StoredPlayer
from server.store.store import Store
from tests.bots.learning.lost import LOSING, MOVES, NODES
from tests.kit.client import Client
from tests.kit.http import bots_ready, get, get_json
from tests.kit.process import ServerProcess
from tests.server.store.bot_games import against_bot

pytestmark = pytest.mark.slow

GAME, LEARNER, BLACK_LOSES_AT = "lost00000000", 10, len(MOVES)
WARM_S = 240.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path / "tengen.db", bot_pause_ms=0, study_nodes=NODES)
    yield process
    process.kill()


async def lost_by_the_learner(db: Path) -> None:
    """A game in the store that the Learner has lost as black, not studied yet."""
    store = await Store.open(db)
    try:
        await players.insert(store, StoredPlayer("ada", "Ada", 1), b"ada")
        points = [*MOVES, *LOSING]
        await against_bot(store, GAME, Who("ada", "Ada"), winner="white", bot="black", level=LEARNER, points=points)
    finally:
        await store.close()


async def until_studied(server: ServerProcess) -> None:
    async with asyncio.timeout(WARM_S):
        while (await get(f"{server.url}/api/games/{GAME}/analysis"))[0] != 200:
            await asyncio.sleep(0.2)


async def same_again(server: ServerProcess) -> list[int]:
    """Play on as White from before the losing move, the same moves as long as they can be played: what came then."""
    await bots_ready(server.url)
    async with Client(server.ws) as ada:
        room = await ada.create(level=LEARNER, color="white", from_game=GAME, from_ply=BLACK_LOSES_AT)
        await ada.enter(room)
        game = Game.replay(ruleset("freestyle"), 15, MOVES)
        for answer in [*LOSING[1::2], None]:
            game.play((await ada.event("moved", room))["point"])
            if answer is None or game.outcome is not None or game.board.cells[answer]:
                break
            await ada.move(room, game.ply, answer)
            await ada.event("moved", room)
            game.play(answer)
            assert game.outcome is None, "lost by the same moves"
        return list(game.moves[BLACK_LOSES_AT:])


async def test_what_a_bot_has_lost_it_does_not_lose_by_the_same_moves(server: ServerProcess) -> None:
    await lost_by_the_learner(server.db)
    server.start()
    await until_studied(server)
    analysis = await get_json(f"{server.url}/api/games/{GAME}/analysis")
    review = analysis["moves"][BLACK_LOSES_AT]
    assert (review["label"], analysis["lesson"]["entry"]) == ("lost_here", BLACK_LOSES_AT + 1)
    lost = {move["point"] for move in review.get("lost", [])} | {LOSING[0]}
    answered = await same_again(server)
    assert answered[0] not in lost
    server.kill()
    server.start()
    again = await same_again(server)
    assert again[0] not in lost
    assert server.complaints() == []
