"""Operators' commands on learned patterns, with and without a server that holds the file."""

import asyncio
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from bots.learning.patterns.cells import Kind, least
from bots.learning.patterns.pattern import Pattern
from bots.search.solver.proof import Win
from server.operator import perform
from server.store.file.database_file import open_to_read
from server.store.games import library
from server.store.knowledge import jobs, patterns, studies
from server.store.knowledge.jobs import Job
from server.store.people import notices
from server.store.people.notices import Notice
from server.store.store import Store
from tests.kit.process import ServerProcess
from tests.kit.stores import ON_FILE
from tests.server.learning.examples import CHANCE, pattern, study
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player
from tests.server.store.knowledge.test_patterns import learned
from tests.server.test_operator import opened, running, tengen

A, B = pattern(1), pattern(2)
LESSONS = 3000


def sound() -> Pattern:
    """An open three with room for an open four: its proof is one move."""
    row = [Kind.EMPTY, *[Kind.ATTACKER] * 3, Kind.EMPTY, Kind.EMPTY]
    cells = least((x, 0, kind) for x, kind in enumerate(row))
    empties = [(dx, dy) for dx, dy, kind in cells if kind is Kind.EMPTY]
    middle = empties[1]  # of three in a line, the one that makes four with both ends open
    bare = Pattern("freestyle", None, cells, "vcf", 2, ((*middle, 16),), False, Win(0))
    return replace(bare, win=Win(bare.point(middle)))


@pytest.fixture
async def db(tmp_path: Path) -> Path:
    """A file in which two patterns were learned."""
    path = tmp_path / "tengen.db"
    store = await Store.open(path)
    await learned(store, "one000000000", A, B)
    await store.close()
    return path


async def keys(db: Path) -> list[str]:
    async with opened(db) as store:
        return [stored.key for stored in await patterns.list_in_use(store)]


async def test_patterns_are_listed(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await asyncio.to_thread(tengen, db, "patterns", "list") == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["PATTERN", "LEARNED", "RULES", "STATE", "GAMES", "KEY"]
    assert [row.split()[-1] for row in rows] == [B.key, A.key]


async def test_a_pattern_is_turned_off_and_on_and_forgotten(db: Path) -> None:
    for words, left in (("off", [B.key]), ("on", [A.key, B.key]), ("forget", [B.key])):
        assert await asyncio.to_thread(tengen, db, "patterns", words, A.key) == 0
        assert await keys(db) == left
    assert await asyncio.to_thread(tengen, db, "patterns", "on", A.key) == 1


async def test_the_server_that_holds_the_file_is_told(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with running(db) as app:
        assert await asyncio.to_thread(tengen, db, "patterns", "off", A.key) == 0
        assert app.told == ["patterns changed"]
        assert [stored.key for stored in await patterns.list_in_use(app.store)] == [B.key]
        assert await asyncio.to_thread(tengen, db, "patterns", "rebuild") == 0
        assert app.told == ["patterns changed"] * 2
    said = capsys.readouterr().out
    left = len(await keys(db))
    assert f"{left} patterns are in use, 0 of them new, {1 - left} are dropped" in said


async def test_an_export_is_imported_elsewhere_once_it_is_proven_again(
    tmp_path: Path, db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with opened(db) as store:
        good = sound()
        await store.execute(
            patterns.add_imported(good.rules, good.key, msgspec.json.encode(good.to_json()).decode(), 1)
        )
        for each in (A, B):
            await patterns.switch(store, each.key, "off")
    file, other = tmp_path / "patterns.jsonl", tmp_path / "other.db"
    assert await asyncio.to_thread(tengen, db, "patterns", "export", str(file)) == 0
    assert await asyncio.to_thread(tengen, db, "patterns", "export", str(file)) == 1  # it never writes over a file
    await (await Store.open(other)).close()
    for new in (1, 0):
        capsys.readouterr()
        assert await asyncio.to_thread(tengen, other, "patterns", "import", str(file)) == 0
        assert capsys.readouterr().out == f"1 patterns are read, {new} of them are new and in use\n"
    assert await keys(other) == [sound().key]
    async with opened(other) as store:
        rows = await store.fetch("SELECT by_player, target, data FROM audit WHERE action = 'patterns_import'")
        assert [tuple(row) for row in rows] == [(None, None, '{"file":"patterns.jsonl"}')] * 2


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (A.to_json(), "line 2: the proof does not hold"),
        (sound().to_json() | {"length": 0}, "line 2 holds no pattern"),
        (sound().to_json() | {"key": "another"}, "line 2 holds no pattern"),
        ([1], "line 2 holds no pattern"),
    ],
)
async def test_a_file_with_one_bad_line_brings_nothing(
    tmp_path: Path, db: Path, line: object, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "patterns.jsonl"
    file.write_bytes(b"\n".join(msgspec.json.encode(each) for each in (sound().to_json(), line)))
    assert await asyncio.to_thread(tengen, db, "patterns", "import", str(file)) == 1
    assert why in capsys.readouterr().err
    assert await keys(db) == [A.key, B.key]


async def test_games_are_learned_from_at_an_operator_s_wish(db: Path) -> None:
    assert await asyncio.to_thread(tengen, db, "patterns", "learn", "nothere00000") == 1
    assert await asyncio.to_thread(tengen, db, "patterns", "learn", "one000000000") == 0
    async with opened(db) as store:
        assert await jobs.count_waiting(store) == 1


@pytest.fixture
async def lessons(tmp_path: Path) -> Path:
    """A file with so many lessons that it takes a second or more to read them."""
    path = tmp_path / "tengen.db"
    store = await Store.open(path)
    ada, body = await add_player(store, "ada", "Ada"), study(A, B, chance=CHANCE)

    async def one(id: str) -> None:
        await studies.keep(store, Job(await against_bot(store, id, ada), id), body, 1)

    await asyncio.gather(*(one(f"lesson{number:06}") for number in range(LESSONS)))
    await store.close()
    return path


@ON_FILE  # its commands name it
@pytest.mark.slow
async def test_a_rebuilding_through_a_server_is_waited_for_as_long_as_it_moves(
    lessons: Path, server_process: ServerProcess, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    server_process.start()
    command = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server", "patterns", "rebuild", "--db", str(lessons)), stderr=subprocess.PIPE
    )
    assert command.stderr is not None
    assert re.fullmatch(rf"[\d,]+ of {LESSONS:,} games are read\n", (await command.stderr.readline()).decode())
    command.send_signal(signal.SIGINT)
    *_, last = (await command.stderr.read()).decode().splitlines()
    assert (await command.wait(), last) == (1, "tengen: the server goes on with it")
    with open_to_read(lessons) as connection:
        while notices.read_state(connection, 1).done is None:
            await asyncio.sleep(0.05)

    monkeypatch.setattr(notices, "WAIT_MS", 700)  # less than it takes: what moves is waited for
    assert await asyncio.to_thread(tengen, lessons, "patterns", "rebuild") == 0
    out, err = capsys.readouterr()
    told = "games teach; 0 of them are studied again first; 2 patterns are in use"
    assert out == f"{LESSONS} {told}, 0 of them new, 0 are dropped\n"  # they were new to the one before
    assert len(err.splitlines()) > 2
    assert err.splitlines()[-1] == f"{LESSONS:,} of {LESSONS:,} games are read"
    with open_to_read(lessons) as connection:
        answers = [row["answer"] for row in connection.execute("SELECT answer FROM notices ORDER BY id")]
    assert answers == [f"{LESSONS} {told}, 2 of them new, 0 are dropped", out.strip()]


async def test_what_a_server_has_begun_is_not_taken_back(
    db: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "STILL_MS", 100)
    async with opened(db) as store:
        asking = asyncio.create_task(asyncio.to_thread(tengen, db, "patterns", "rebuild"))
        while not (found := await notices.open_notices(store, 0)):
            assert not asking.done()
            await asyncio.sleep(0)
        assert await notices.begin(store, found[0])
        assert not await notices.begin(store, found[0])
        assert await asking == 1
        assert (await store.fetch("SELECT answer FROM notices"))[0]["answer"] == ""
    assert "has begun, but nothing was heard of it" in capsys.readouterr().err


async def test_without_a_server_it_is_told_how_far_a_rebuilding_is(
    db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await asyncio.to_thread(tengen, db, "patterns", "rebuild") == 0
    out, err = capsys.readouterr()
    assert err == "1 of 1 games are read\n"
    assert out.startswith("1 games teach; 0 of them are studied again first; 2 patterns are in use, ")


async def test_a_game_deleted_while_it_is_learned_from_does_no_harm(db: Path) -> None:
    told = []
    async with opened(db) as store:

        async def delete(text: str) -> None:
            told.append(text)
            if len(told) == 1:
                assert await library.delete_game(store, "one000000000")

        said = await perform(store, Notice(1, "patterns_rebuild", ""), None, delete)
        assert said.startswith("0 games teach; 0 of them are studied again first; 0 patterns are in use")
    assert told == ["1 of 1 games are read"]
