"""What operators do with learned patterns, with and without a server that holds the file."""

import asyncio
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from bots.learning.cells import Kind, least
from bots.learning.pattern import Pattern
from bots.search.proof import Win
from server.store import jobs, patterns
from server.store.store import Store
from tests.server.learning.examples import pattern
from tests.server.store.test_patterns import learned
from tests.server.test_operator import opened, running, tengen

A, B = pattern(1), pattern(2)


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
        return [stored.key for stored in await patterns.in_use(store)]


async def test_patterns_are_listed(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await asyncio.to_thread(tengen, db, "patterns", "list") == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["PATTERN", "LEARNED", "RULES", "STATE", "MET", "NOT_LOST", "GAMES", "KEY"]
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
        assert [stored.key for stored in await patterns.in_use(app.store)] == [B.key]
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
        await store.execute(patterns.importing(good.rules, good.key, msgspec.json.encode(good.to_json()).decode(), 1))
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
        assert await jobs.waiting(store) == 1
