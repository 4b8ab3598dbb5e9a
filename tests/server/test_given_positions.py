"""Games from a position that somebody has given: over real sockets, and what is told and learned of them."""

import pytest
from msgspec.structs import replace

from bots.learning.study.findings import StudiedPuzzle
from server.learning.bookkeeping import find_steps
from server.store.games import library
from server.store.knowledge.jobs import Job
from server.store.store import Store
from server.studying import list_conclusions
from tests.conftest import Connect
from tests.kit import http
from tests.kit.app import App
from tests.kit.client import Refusal
from tests.server.learning.examples import study
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player

START = [112, 0, 113]
REST = [(3, 15), (4, 114), (5, 30), (6, 115), (7, 45), (8, 116)]
"""White lays the first of them, and Black wins."""


async def test_two_play_on_from_a_position_and_it_is_told_as_one(join: Connect, site: str) -> None:
    ada, bob = await join(), await join()
    room = await ada.create(start=START, rated=True)
    assert (await bob.enter(room))["start"] == 3  # seen before one sits down
    await bob.command("sit", room=room)
    with pytest.raises(Refusal, match="not_your_turn"):
        await ada.move(room, 3, 15)
    for ply, point in REST:
        await (ada, bob)[ply % 2].move(room, ply, point)
    told = await http.get_json(f"{site}/api/games/{room}")
    assert [move["point"] for move in told["moves"]] == [*START, *(point for _, point in REST)]
    game = told["game"]
    assert (game["start"], game.get("from_game"), game["rated"], game["visibility"]) == (3, None, False, "link")
    assert game["result"] == {"winner": "black", "reason": "five"}


async def test_a_bot_plays_on_from_it(join: Connect, running: tuple[App, str]) -> None:
    ada = await join()
    room = await ada.create(level=1, start=START, color="black")
    await ada.enter(room)
    assert (await ada.event("moved", room))["ply"] == 3
    history = await library.find_game(running[0].store, room)
    assert history is not None
    assert (history.game.start, history.game.rated, history.game.visibility) == (3, False, "public")


@pytest.mark.parametrize(("start", "counts"), [((), True), ((1, 2), False)])
async def test_the_book_takes_games_from_the_empty_board_alone(store: Store, start: list[int], counts: bool) -> None:
    ada = await add_player(store, "ada", "Ada")
    await against_bot(store, "botgame00000", ada, level=10, start=list(start))
    history = await library.find_game(store, "botgame00000")
    assert history is not None
    assert (find_steps(history, None) is not None) is counts


@pytest.mark.parametrize(
    ("start", "source", "puzzles"), [((), None, 1), ((1, 2), None, 0), ((1, 2), "source000000", 1)]
)
async def test_nobody_composes_puzzles_for_others(
    store: Store, start: tuple[int, ...], source: str | None, puzzles: int
) -> None:
    ada = await add_player(store, "ada", "Ada")
    serial = await against_bot(store, "botgame00000", ada, start=list(start), from_game=source)
    history = await library.find_game(store, "botgame00000")
    assert history is not None
    found = replace(study(), puzzles=(StudiedPuzzle("win", 5, "vcf"),))
    await store.execute(*await list_conclusions(store, Job(serial, "botgame00000"), history, found, 1))
    assert len(await store.fetch("SELECT id FROM puzzles")) == puzzles


async def test_a_move_that_cannot_be_played_is_named(join: Connect) -> None:
    ada = await join()
    with pytest.raises(Refusal) as refusal:
        await ada.create(start=[112, 0, 112])
    assert refusal.value.message["code"] == "no_such_position"
    assert refusal.value.message["detail"] == {"move": 3, "why": "occupied"}
