"""The explorer from end to end: games that people play, the answers over HTTP, the operator's commands."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bots.learning.proofs.proven_positions import position, seal_row
from bots.search.solver.proof import Win
from gomoku.board import Board, Color
from gomoku.keys import Keys
from gomoku.point import name
from gomoku.symmetry import maps
from server.operator import perform
from server.store.games import explorer_index
from server.store.knowledge import proofs
from server.store.people.notices import Notice
from server.store.store import Store
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.http import get, get_json
from tests.kit.process import ColdServer
from tests.server.store.games.test_explorer import LINE, Made, put, tables
from tests.server.test_operator import tengen, untold


def text(moves: tuple[int, ...]) -> str:
    return "".join(name(point, 15) for point in moves).lower()


class Site:
    """A running server, and what its explorer says."""

    def __init__(self, app: App, url: str) -> None:
        self.app, self.store = app, app.store
        self.base = url.replace("ws", "http", 1).removesuffix("/ws")

    async def ask(self, moves: tuple[int, ...] | str = (), **wishes: Any) -> Any:
        """The answer once every game is counted; in a new file, once its empty table is found to be so."""
        while True:
            query = "".join(f"&{name}={value}" for name, value in wishes.items())
            path = moves if isinstance(moves, str) else text(moves)
            found = await get_json(f"{self.base}/api/explorer?moves={path}{query}")
            if not found.get("waiting"):
                return found
            await asyncio.sleep(0.02)


@pytest.fixture
def site(running: tuple[App, str]) -> Site:
    return Site(*running)


async def play(join: Connect, moves: tuple[int, ...], visibility: str = "public") -> str:
    """A game between two people which black resigns."""
    ann, bob = await join(), await join()
    room = await ann.create(visibility=visibility, color="black")
    await bob.command("sit", room=room)
    for ply, point in enumerate(moves):
        await (ann, bob)[ply % 2].move(room, ply, point)
    await ann.command("resign", room=room)
    return room


async def test_games_appear_once_they_are_over_and_images_are_one(site: Site, join: Connect) -> None:
    turned = tuple(maps(15)[5][point] for point in LINE)
    first, second = await play(join, LINE), await play(join, turned)
    found = await site.ask(LINE[:2])
    assert found["results"] == {"black": 0, "draw": 0, "white": 2}
    assert (found["to_move"], found["ply"], found["ended"]) == ("black", 2, 0)
    (move,) = found["moves"]
    assert move["points"] == sorted({LINE[2], *(image[LINE[2]] for image in maps(15) if image[LINE[1]] == LINE[1])})
    assert (move["results"]["white"], move["reached"]) == (2, 2)
    assert [game["id"] for game in found["newest"]] == [second, first]
    assert move["last"] == found["newest"][0]["ended_at"]
    assert (await site.ask(LINE))["ended"] == 2


async def test_what_is_not_public_is_told_to_nobody(site: Site, join: Connect) -> None:
    await play(join, LINE, "private")
    await play(join, LINE, "link")
    await play(join, LINE[:4])  # too short to tell of anything
    shown = await play(join, LINE)
    found = await site.ask()
    assert found["results"] == {"black": 0, "draw": 0, "white": 1}
    assert [game["id"] for game in found["newest"]] == [shown]
    token = (await join()).token
    assert (await get(f"{site.base}/api/explorer", token))[0] == 200


async def test_other_ways_to_a_position_are_counted_apart_and_together(site: Site, join: Connect) -> None:
    await play(join, (112, 113, 97, 127, 98, 99))
    await play(join, (97, 113, 112, 127, 80, 200))
    found = await site.ask((112, 113))
    (move,) = [move for move in found["moves"] if 97 in move["points"]]
    assert (sum(move["results"].values()), move["reached"]) == (1, 2)


async def test_proofs_stand_beside_the_moves_of_public_games_alone(site: Site) -> None:
    moves = (112, 0, 113, 30, 114, 200)
    board = Board.from_stones(15, moves[::2], moves[1::2])
    key, by = Keys.of(board).least(Color.BLACK)
    place = position(board, Color.BLACK, by)
    row = seal_row("freestyle", 15, key, place, True, "vcf", 9, Win(maps(15)[by][115]))
    await site.store.execute(*proofs.keep([row], 1))
    await put(site.store, Made((*moves, 1, 99), visibility="private"))
    assert "proven" not in await site.ask(moves)
    await put(site.store, Made((*moves, 1, 99)))
    assert (await site.ask(moves))["proven"] == "won"
    before = await site.ask(moves[:-1])
    assert "proven" not in before
    assert [(move["points"], move["proven"]) for move in before["moves"]] == [([200], "lost")], "for who plays it"


async def test_a_cached_answer_ends_with_a_new_proof(site: Site) -> None:
    moves = (112, 0, 113, 30, 114, 200)
    board = Board.from_stones(15, moves[::2], moves[1::2])
    key, by = Keys.of(board).least(Color.BLACK)
    row = seal_row("freestyle", 15, key, position(board, Color.BLACK, by), True, "vcf", 9, Win(maps(15)[by][115]))
    await put(site.store, Made((*moves, 1, 99)))
    for _ in range(2):
        assert "proven" not in await site.ask(moves)
    await site.store.execute(*proofs.keep([row], 1))
    assert (await site.ask(moves))["proven"] == "won"


async def test_a_position_that_is_none_is_refused(site: Site) -> None:
    none = "moves=h8h8", "moves=z99", "moves=h8x", "rules=chess", "rules=tictactoe", "nothing=1"
    for query in (*none, "size=4", "rules=row_7&size=6"):
        status, body = await get(f"{site.base}/api/explorer?{query}")
        assert (status, b"bad_filter" in body) == (400, True), query
    assert (await get(f"{site.base}/api/explorer?moves=H8,%20i9%20G7&who=bots&since=2020-01-01"))[0] == 200
    assert (await get(f"{site.base}/api/explorer?rules=tictactoe&size=3&moves=b2a1"))[0] == 200
    assert (await get(f"{site.base}/explorer?moves=h8"))[0] == 200


async def test_nothing_follows_a_five(site: Site) -> None:
    five = "h8a1h9a2h10a3h11a4h12"
    ended = await site.ask(five)
    assert ended["result"] == {"winner": "black", "reason": "five"}
    assert sorted(name(point, 15) for point in ended["line"]) == ["H10", "H11", "H12", "H8", "H9"]
    assert await site.ask(f"{five}a5b5") == ended
    before = await site.ask(five[:-3])
    assert {"result", "line", "forbidden"}.isdisjoint(before)
    six = await site.ask("h8a1h9a3h10a5h12a7h13a9h11", rules="standard")
    assert "result" not in six


async def test_black_is_told_the_forbidden_points_of_renju(site: Site) -> None:
    moves = "h8a1g8a3i9a5i10a7"
    found = await get_json(f"{site.base}/api/explorer?rules=renju&moves={moves}")
    assert [(name(point, 15), why) for point, why in found["forbidden"]] == [("I8", "double-three")]
    for other in ("rules=renju&moves=h8a1g8a3i9a5i10", f"rules=freestyle&moves={moves}"):
        assert "forbidden" not in await get_json(f"{site.base}/api/explorer?{other}"), other
    lost = await get_json(f"{site.base}/api/explorer?rules=renju&moves={moves}i8a9")
    assert (lost["ply"], lost["result"]) == (9, {"winner": "white", "reason": "forbidden"})


async def test_the_pattern_of_the_first_three_stones_is_told(site: Site) -> None:
    for asked, told in (
        ("rules=renju&moves=h8h9h10", "D1"),
        ("rules=freestyle&moves=h8g8f8a1", "D1"),  # turned, and later in the game
        ("rules=renju&moves=h8i9f6", "I13"),
        ("rules=renju&moves=h8h9", None),
        ("rules=renju&moves=h8h9a1", None),
        ("rules=tictactoe&size=3&moves=b2b3a1", None),
    ):
        found = await get_json(f"{site.base}/api/explorer?{asked}")
        assert found.get("pattern") == told, asked


async def test_the_operator_deletes_games_and_counts_them_anew(site: Site, join: Connect) -> None:
    first = await play(join, LINE)
    await play(join, LINE)
    assert (await site.ask())["results"]["white"] == 2
    counted = await tables(site.store)
    said = await perform(site.store, Notice(0, "book_rebuild", "", ""), site.app.live, untold)
    assert said == "2 games are counted anew from now on, while the server runs"
    assert (await site.ask())["results"]["white"] == 2
    assert await tables(site.store) == counted
    await perform(site.store, Notice(0, "delete_game", first, ""), site.app.live, untold)
    assert (await site.ask())["results"]["white"] == 1


async def test_without_a_server_they_are_counted_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = tmp_path / "t.db"
    store = await Store.open(db)
    await put(store, Made(LINE))
    await store.close()
    assert await asyncio.to_thread(tengen, db, "book", "rebuild") == 0
    assert capsys.readouterr().out == "1 games are counted anew\n"
    store = await Store.open(db)
    assert not await explorer_index.work(store)
    assert (await store.fetch("SELECT count(*) FROM passages"))[0][0] == len(LINE) + 1
    await store.close()


async def test_what_a_killed_server_had_not_counted_the_next_one_counts(tmp_path: Path) -> None:
    db = tmp_path / "t.db"
    store = await Store.open(db)
    for _ in range(3):
        await put(store, Made(LINE))
    await explorer_index.work(store, 1)
    await store.close()
    process = ColdServer(db).start()
    try:
        found: Any = {"waiting": 1}
        while found.get("waiting"):
            found = await get_json(f"{process.url}/api/explorer")
        assert found["results"] == {"black": 3, "draw": 0, "white": 0}
    finally:
        process.kill()
