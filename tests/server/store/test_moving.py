"""A store that is moved to PostgreSQL and back is what it was."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from server.errors import StoreUnusable
from server.store.file.migrations import MIGRATIONS, read_migrations
from server.store.games import library
from server.store.knowledge import lessons
from server.store.moving import move
from server.store.postgres.schema import draw
from server.store.store import Store
from tests.kit.postgres import Cluster
from tests.kit.stores import open_at
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player, finished, new_room

pytestmark = pytest.mark.postgres

ROWS = {
    "audit": "at, action, target, data VALUES (1, 'ban', 'ann', '{}')",
    "answers": "player, command, answer, at VALUES ('ann', 'c', '{\"t\": \"☺\"}', 1)",
    "books": "id, rules, size, who VALUES (1, 'renju', 15, 'people')",
    "ratings": "player, pool, rating, deviation, volatility, games, last_at, last_game "
    "VALUES ('ann', 'renju', 1500.1, 1e-9, 0.06, 3, 4, 1)",
    "practice": "game, version, kept VALUES ((SELECT min(serial) FROM games), 'learner 9', '[]')",
    "proofs": "pool, key, position, won, method, length, nodes, day, seal, proof "
    "VALUES (1, -9223372036854775808, x'00ff', 1, 'vcf', 1, 2, 3, x'', x'80')",
    "puzzles": "key, rules, size, kind, method, nodes, moves, created_at "
    "VALUES (x'00', 'renju', 15, 'win', 'vcf', 1, '[]', 1)",
    "remarks": "room, side, at, player, kind, body VALUES (1, 'players', 1, 'ann', 'text', 'it''s \"好\"')",
    "settings": "name, value, at VALUES ('talk', 'off', 3)",
    "downtimes": "from_at, to_at VALUES (1, 2)",
    "weights": "parent, at, state, engine, games, spread, body, openings "
    "VALUES (0, 1, 'trial', 'classic', 5, 0.5, '[]', '[1]')",
}


@pytest.fixture
def database() -> str:
    """The source is a file."""
    return ""


@pytest.fixture
async def filled(store: Store, path: Path) -> Path:
    """A file with players, games, what follows from these, and a row of many kinds besides."""
    ann, bob = await add_player(store, "ann", "Ann"), await add_player(store, "bob", "小明")
    await finished(store, "room00000001", ann, bob, ended_at=5_000, plies=12)
    serial = await against_bot(store, "botgame00001", ann)
    await new_room(store, "room00000002", bob)
    await new_room(store, "room00000003", bob)
    await library.delete_game(store, "room00000003")
    await store.execute(
        ("UPDATE players SET alias_of = 'bob' WHERE id = 'ann'", ()),
        ("INSERT INTO pools (id, rules, size) VALUES (1, 'renju', 15)", ()),
        *((f"INSERT INTO {table} ({row.replace(' VALUES', ') VALUES')}", ()) for table, row in ROWS.items()),
        lessons.end_wait(serial),
    )
    await store.close()
    return path


def read_tables(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Everything that is in a file."""
    names = [table.name for table in draw(read_migrations(MIGRATIONS)).tables]
    with closing(sqlite3.connect(path)) as connection:
        return {
            name: sorted(connection.execute(f"SELECT * FROM {name}").fetchall(), key=repr)
            for name in (*names, "migrations", "sqlite_sequence")
        }


@pytest.fixture
def empty(postgres: Cluster) -> Iterator[str]:
    """A database without tables."""
    address = postgres.make()
    yield address
    postgres.drop(address)


async def test_there_and_back(filled: Path, empty: str, tmp_path: Path) -> None:
    told: list[str] = []
    await move(str(filled), empty, told.append)
    assert "games: 3" in told
    assert told[-1].endswith("are the same in both")
    back = tmp_path / "back.db"
    await move(empty, str(back), told.append)
    assert not list(tmp_path.glob("*.partial*"))
    before, after = read_tables(filled), read_tables(back)
    given, again_given = before.pop("sqlite_sequence"), after.pop("sqlite_sequence")
    assert after == before
    assert {*again_given} >= {(name, seq) for name, seq in given if seq}
    assert sum(bool(rows) for rows in before.values()) > 25
    assert "CREATE TRIGGER" in "".join(draw(read_migrations(MIGRATIONS)).others)
    again = await Store.open(back)
    assert again.new_serial() == 5
    await again.close()


async def test_what_was_moved_goes_on(filled: Path, empty: str) -> None:
    await move(str(filled), empty, lambda _: None)
    store = await open_at(empty)
    assert store.new_serial() == 5
    history = await library.find_game(store, "room00000001")
    assert history is not None
    ann = await add_player(store, "eve", "Eve")
    await finished(store, "room00000005", ann, ann, ended_at=6_000, plies=12)
    assert [row[0] for row in await store.fetch("SELECT game FROM uncounted ORDER BY game")][-1] > 5
    await store.close()


async def test_what_is_not_empty_is_refused_and_what_fails_leaves_nothing(
    filled: Path, empty: str, tmp_path: Path
) -> None:
    (tmp_path / "taken.db").touch()
    with pytest.raises(StoreUnusable, match="there already"):
        await move(str(filled), str(tmp_path / "taken.db"), lambda _: None)
    with pytest.raises(StoreUnusable, match="is empty"):
        await move(empty, str(tmp_path / "new.db"), lambda _: None)
    assert not list(tmp_path.glob("new.db*"))
    with closing(sqlite3.connect(filled)) as connection, connection:
        connection.execute("UPDATE players SET name = 'a' || char(0) WHERE id = 'ann'")
    with pytest.raises(StoreUnusable, match=r"players: .*0x00"):
        await move(str(filled), empty, lambda _: None)
    with closing(sqlite3.connect(filled)) as connection, connection:
        connection.execute("UPDATE players SET name = 'a' WHERE id = 'ann'")
    await move(str(filled), empty, lambda _: None)
    with pytest.raises(StoreUnusable, match="is not empty"):
        await move(str(filled), empty, lambda _: None)


async def test_no_server_may_have_it_open(filled: Path, empty: str, tmp_path: Path) -> None:
    store = await Store.open(filled)
    with pytest.raises(StoreUnusable, match="in use"):
        await move(str(filled), empty, lambda _: None)
    await store.close()
    server = await open_at(empty)
    with pytest.raises(StoreUnusable, match="in use"):
        await move(empty, str(tmp_path / "new.db"), lambda _: None)
    await server.close()
