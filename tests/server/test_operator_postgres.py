"""The operator's commands on a PostgreSQL database, with a server that has it open and without one."""

import argparse
import asyncio
from pathlib import Path

import pytest

from server.operator import request
from server.operator.arguments import add_arguments
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.stores import open_at
from tests.server.store.examples import add_player, finished

pytestmark = pytest.mark.postgres


@pytest.fixture
def database(postgres_address: str) -> str:
    """In any case."""
    return postgres_address


async def tengen(address: str, *words: str) -> int:
    """Return the exit status of a command."""
    parser = argparse.ArgumentParser("tengen")
    add_arguments(parser.add_subparsers(required=True))
    args = parser.parse_args(words)
    return int(await asyncio.to_thread(args.func, args, address))


@pytest.fixture
async def played(database: str) -> str:
    """The address of a database with two players and a game."""
    store = await open_at(database)
    ann, bob = await add_player(store, "ann", "Ann"), await add_player(store, "bob", "Bob")
    await finished(store, "game00000001", ann, bob, ended_at=5_000, plies=12)
    await store.close()
    return database


async def test_without_a_server_a_command_does_it_itself(
    played: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request, "AGAIN_MS", 50)
    assert await tengen(played, "players", "rename", "ann", "Anna") == 0
    assert "Ann (ann) is now Anna" in capsys.readouterr().out
    listed = "players", "games", "rooms", "proofs", "patterns", "weights", "trees", "account", "reports", "audit"
    for words in (*((name, "list") for name in listed), ("studies",), ("weights", "show", "0"), ("proofs", "verify")):
        assert await tengen(played, *words) == 0, words
    out = capsys.readouterr().out
    assert "Anna" in out
    assert "game00000001" in out


async def test_a_server_that_has_it_open_does_it(
    running: tuple[App, str], join: Connect, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    client = await join()
    assert await tengen(database, "players", "rename", client.player, "Renamed") == 0
    assert "is now Renamed" in capsys.readouterr().out
    rows = await running[0].store.fetch("SELECT answer FROM notices")
    assert ["is now Renamed" in row["answer"] for row in rows] == [True]


@pytest.mark.parametrize("words", [("backup", "copy.db"), ("check",), ("restore", "copy.db")])
async def test_what_belongs_to_a_file_is_left_to_the_database_s_own_tools(
    played: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert await tengen(played, *words) == 1
    said = capsys.readouterr()
    assert "pg_dump" in said.err
    assert not Path("copy.db").exists()


async def test_a_tree_is_brought_and_written(played: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tree.sgf"
    file.write_text("(;GM[4]SZ[15];B[hh];W[hi](;B[ij])(;B[gg]))")
    assert await tengen(played, "trees", "import", str(file), "--owner", "ann") == 0
    id = capsys.readouterr().out.split()[1]
    assert await tengen(played, "trees", "export", id, str(tmp_path / "again.sgf")) == 0
    assert "ij" in (tmp_path / "again.sgf").read_text()
