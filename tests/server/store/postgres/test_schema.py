"""The schema comes from the migrations, and a newer server brings an older one forward."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from server.errors import StoreUnusable
from server.store.file.migrations import MIGRATIONS
from server.store.postgres.lifecycle import prepare
from server.store.postgres_store import PostgresStore
from tests.kit.postgres import Cluster

pytestmark = pytest.mark.postgres

DESCRIBED = (
    """SELECT table_name, column_name, data_type, is_nullable, column_default, is_identity, collation_name
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2""",
    "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2",
    """SELECT conrelid::regclass::text, contype::text, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2, 3""",
    "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1",
    "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1, 2",
)


@pytest.fixture
def empty(postgres: Cluster) -> Iterator[str]:
    """A database without tables."""
    address = postgres.make()
    yield address
    postgres.drop(address)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The migrations, to be changed."""
    return Path(shutil.copytree(MIGRATIONS, tmp_path / "migrations"))


def keep_until(folder: Path, number: int) -> Path:
    """Remove later migrations from a folder."""
    for file in folder.iterdir():
        if int(file.name[:4]) > number:
            file.unlink()
    return folder


async def describe(address: str) -> list[list[tuple[object, ...]]]:
    connection = await asyncpg.connect(address)
    found = [[tuple(row) for row in await connection.fetch(sql)] for sql in DESCRIBED]
    await connection.close()
    return found


async def test_a_schema_that_was_brought_forward_is_that_of_a_new_database(
    empty: str, postgres_address: str, folder: Path
) -> None:
    """From where the steps can be translated; nobody has an older one."""
    await prepare(empty, keep_until(folder, 34))
    await prepare(empty)
    assert await describe(empty) == await describe(postgres_address)


async def test_a_step_in_postgresqls_own_words_is_taken(empty: str, folder: Path) -> None:
    await prepare(empty, folder)
    (folder / "9000_more.sql").write_text("ALTER TABLE games ADD COLUMN more TEXT; PRAGMA user_version;")
    (folder / "9000_more.postgresql.sql").write_text("ALTER TABLE games ADD COLUMN more text DEFAULT 'own words'")
    await prepare(empty, folder)
    connection = await asyncpg.connect(empty)
    sql = "SELECT column_default FROM information_schema.columns WHERE column_name = 'more'"
    assert "own words" in await connection.fetchval(sql)
    assert await connection.fetchval("SELECT max(number) FROM migrations") == 9000
    await connection.close()


async def test_a_step_that_fails_changes_nothing(empty: str, folder: Path) -> None:
    await prepare(empty, folder)
    before = await describe(empty)
    (folder / "9000_more.sql").write_text("CREATE TABLE more (one INTEGER PRIMARY KEY); DROP TABLE nothing_here;")
    with pytest.raises(StoreUnusable, match=r"9000_more.sql fails: table .* does not exist"):
        await prepare(empty, folder)
    assert await describe(empty) == before


async def test_an_older_server_refuses_a_newer_database_in_one_line(postgres_address: str, folder: Path) -> None:
    with pytest.raises(StoreUnusable, match="was written by a newer version") as refused:
        await prepare(postgres_address, keep_until(folder, 30))
    assert "\n" not in str(refused.value)


async def test_a_changed_migration_is_refused(postgres_address: str, folder: Path) -> None:
    file = next(folder.glob("0020_*.sql"))
    file.write_text(f"{file.read_text()}\n-- changed\n")
    with pytest.raises(StoreUnusable, match="has been changed"):
        await prepare(postgres_address, folder)


async def test_the_database_of_another_program_is_refused_and_let_be(postgres: Cluster, empty: str) -> None:
    connection = await asyncpg.connect(empty)
    await connection.execute("CREATE TABLE bookmarks (url text)")
    await connection.close()
    with pytest.raises(StoreUnusable, match="another program"):
        await prepare(empty)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("postgresql://who:secret@127.0.0.1:1/none", "cannot be used"),
        ("postgresql://postgres@/no_such_database?host={folder}", "does not exist"),
    ],
)
async def test_a_database_that_is_not_there_is_told_in_one_line(postgres: Cluster, address: str, why: str) -> None:
    with pytest.raises(StoreUnusable, match=why) as refused:
        await PostgresStore.open(address.format(folder=postgres.folder))
    assert "\n" not in str(refused.value)
    assert "secret" not in str(refused.value)
