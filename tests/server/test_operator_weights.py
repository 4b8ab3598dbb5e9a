"""Operators' commands on learned weights, with and without a server that holds the file."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bots.search.board.weights import parse_weights, to_numbers
from bots.tuning.weight_fit import PRIOR
from server.store.file.database_file import open_to_read
from server.store.knowledge import weights
from tests.kit.client import Client
from tests.kit.http import get_json
from tests.kit.process import ServerProcess
from tests.server.test_operator import opened, running, tengen

NEW = (PRIOR[0] + 7.5, *PRIOR[1:-1], PRIOR[-1] - 1)


@pytest.fixture
async def db(tmp_path: Path) -> Path:
    """A file in which one version has passed and another has not."""
    path = tmp_path / "tengen.db"
    async with opened(path) as store:
        await store.execute(*weights.begin_trial(0, "search 5", 30, 4.0, NEW, [1], 1))
        await store.execute(*weights.decide(1, [2.0] * 40, 30.0, 12.5, 47.5, True, 2))
        await store.execute(*weights.begin_trial(1, "search 5", 55, 2.0, PRIOR, [1], 3))
        await store.execute(*weights.decide(2, [0.0] * 9, -80.0, -120.0, -40.0, False, 4))
    return path


async def run(db: Path, *words: str) -> int:
    return await asyncio.to_thread(tengen, db, "weights", *words)


async def test_they_are_listed_with_their_matches(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run(db, "list") == 0
    head, second, first, tree = capsys.readouterr().out.splitlines()
    assert head.split() == ["WEIGHTS", "FITTED", "STATE", "GAMES", "AGAINST", "PAIRS", "ELO", "FROM_TO"]
    assert second.split()[0] == "2"
    assert second.split()[3:] == ["refused", "55", "1", "9", "-80.0", "-120.0", "to", "-40.0"]
    assert first.split()[3:] == ["passed", "30", "0", "40", "+30.0", "+12.5", "to", "+47.5", "in", "use"]
    assert tree.split() == ["0", "of", "the", "program"]


async def test_one_is_shown_and_two_are_compared(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run(db, "show", "1") == 0
    told, count, _, *rows = capsys.readouterr().out.splitlines()
    assert "weights 1, passed" in told
    assert "40 pairs of games: +30.0 Elo (+12.5 to +47.5)" in told
    assert count == f"2 of {len(PRIOR)} weights differ from those of 0:"
    assert [row.split()[-1] for row in rows] == ["+7.50", "-1.00"]
    assert await run(db, "compare", "2", "0") == 0
    assert capsys.readouterr().out.startswith(f"0 of {len(PRIOR)} weights differ")
    for words in (("show", "3"), ("compare", "1", "9"), ("export", "3", str(db.with_suffix(".txt")))):
        assert await run(db, *words) == 1
        assert "there are no weights" in capsys.readouterr().err


async def test_one_is_written_to_a_file(db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "weights.txt"
    assert await run(db, "export", "1", str(file)) == 0
    assert to_numbers(parse_weights(file.read_text())) == NEW
    assert await run(db, "export", "1", str(file)) == 1
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("live", [False, True], ids=["alone", "server"])
async def test_they_are_taken_back_and_frozen(db: Path, live: bool, capsys: pytest.CaptureFixture[str]) -> None:
    asked = [
        (("use", "0"), 0, "games begin with weights 0 from now on"),
        (("use", "2"), 0, "games begin with weights 2 from now on"),
        (("freeze",), 0, "weights 2 stay in use"),
        (("forget", "2"), 0, "weights 2 are forgotten; games begin with weights 1 from now on"),
        (("unfreeze",), 0, "what passes its match takes their place again"),
        (("use", "2"), 1, "tengen: there are no weights 2"),
        (("use", "one"), 1, "tengen: there are no weights one"),
    ]

    async def ask() -> None:
        for words, status, sentence in asked:
            assert await run(db, *words) == status
            printed = capsys.readouterr()
            assert (printed.err if status else printed.out).strip() == sentence

    if live:
        async with running(db) as app:
            await ask()
            assert app.told == ["weights changed"] * 5
    else:
        await ask()
    async with opened(db) as store:
        found = await weights.read_in_use(store)
        assert (found.version, found.frozen) == (1, False)


async def answered(server: ServerProcess, client: Client, weights: int) -> str:
    """A game against the first level that has weights, in which it has answered a move."""
    while not any(level["level"] == 7 and level.get("ready", True) for level in await levels(server)):
        await asyncio.sleep(0.1)  # there is no news of it
    room = await client.create(level=7)
    await client.enter(room)
    await client.command("move", room=room, ply=0, point=112)
    while (await client.event("moved"))["ply"] != 1:
        pass
    assert await asyncio.to_thread(version, server.db, room) == weights
    return room


async def levels(server: ServerProcess) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await get_json(f"{server.url}/api/levels"))["levels"]
    return found


def version(db: Path, room: str) -> int:
    with open_to_read(db) as connection:
        row = connection.execute("SELECT bot_weights FROM games WHERE id = ?", (room,)).fetchone()
        return row["bot_weights"] or 0


@pytest.mark.slow
async def test_a_game_keeps_its_version_whatever_comes_into_use(db: Path) -> None:
    server = ServerProcess(db).start()
    try:
        client = await Client(server.ws).open()
        first = await answered(server, client, 1)
        assert await run(db, "use", "0") == 0
        await answered(server, client, 0)
        await client.close()
        server.kill()
        server.start()
        assert await asyncio.to_thread(version, db, first) == 1
        assert server.complaints() == []
    finally:
        server.stop()
