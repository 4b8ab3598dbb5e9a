"""Migrations are applied once, each whole or not at all, and none that was applied may change."""

import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from server.errors import StoreUnusable
from server.store.file.database_file import prepare
from server.store.file.migrations import MIGRATIONS
from tests.server.store.files import refused


def test_a_changed_migration_is_refused(made: Path, tmp_path: Path) -> None:
    other = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, other)
    with refused(made, "has been changed", other):
        first = sorted(other.glob("*.sql"))[0]
        first.write_text(first.read_text() + "-- an afterthought\n")


def test_line_ends_do_not_change_a_migration(made: Path, tmp_path: Path) -> None:
    other = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, other)
    for file in other.glob("*.sql"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    prepare(made, other).release()


def test_a_later_migration_is_applied_once(made: Path, tmp_path: Path) -> None:
    other = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, other)
    (other / "9000_more.sql").write_text("CREATE TABLE more (x INTEGER); INSERT INTO more VALUES (1);")
    for _ in range(2):
        prepare(made, other).release()
    with closing(sqlite3.connect(made)) as connection:
        assert connection.execute("SELECT count(*) FROM more").fetchone()[0] == 1
        assert connection.execute("SELECT count(*) FROM games").fetchone()[0] == 1


def test_a_failing_migration_leaves_nothing_behind(made: Path, tmp_path: Path) -> None:
    other = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, other)
    (other / "9000_bad.sql").write_text("CREATE TABLE more (x INTEGER); INSERT INTO nowhere VALUES (1);")
    with refused(made, "no such table: nowhere", other):
        pass
    prepare(made).release()


def test_a_folder_without_migrations_is_refused(path: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreUnusable, match="no migrations"):
        prepare(path, tmp_path)
    assert not path.exists()


def test_bots_that_were_rated_before_there_were_anchors_are_counted_anew(path: Path, tmp_path: Path) -> None:
    earlier = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, earlier, ignore=lambda folder, names: [name for name in names if name >= "0029"])
    prepare(path, earlier).release()
    with closing(sqlite3.connect(path)) as connection, connection:
        bots = [("6:double_threat 1", 6, "double_threat 1", 1509), ("7:search 3", 7, "search 3", 2307)]
        connection.executemany("INSERT INTO rating_bots VALUES (?, ?, ?, 0, ?)", bots)
        connection.executemany(
            "INSERT INTO rating_entries VALUES (?, ?, 'gomoku', 'freestyle 15 free', 0, ?, 0, ?)",
            [(1, 50, "aborted", None), (2, 60, None, 1), (3, 70, None, 2)],
        )
    prepare(path).release()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT id FROM rating_bots WHERE anchor = 1").fetchall() == [("6:double_threat 1",)]
        assert connection.execute("SELECT game FROM rating_entries WHERE waits = 1").fetchall() == [(2,)]


def test_rated_games_that_go_on_are_settled_as_they_stand(path: Path, tmp_path: Path) -> None:
    earlier = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, earlier, ignore=lambda folder, names: [name for name in names if name >= "0031"])
    prepare(path, earlier).release()
    games: list[Mapping[str, object]] = [
        {"player1": "bob"},
        {"player1": "guest"},
        {"player1": "bob", "rules": "row_4"},
        {"player1": "bob", "visibility": "link"},
        {"player1": "bob", "rated": 0},
        {"player1": "bob", "ended_at": 9},
        {"started_at": None},
        *({"level1": 6} for _ in range(6)),
        {"level1": 7},
    ]
    plain = {"size": 15, "clock_kind": "none", "pool": "x", "created_at": 5, "player0": "ada"}
    plain |= {"rules": "freestyle", "visibility": "public", "rated": 1, "started_at": 6}
    with closing(sqlite3.connect(path)) as connection, connection:
        for who in ("ada", "bob", "guest"):
            connection.execute("INSERT INTO players (id, name, created_at, seen_at) VALUES (?1, ?1, 1, 1)", (who,))
        connection.executemany(
            "INSERT INTO accounts (player, look, created_at) VALUES (?1, ?1, 1)", [("ada",), ("bob",)]
        )
        for serial, game in enumerate(games, 1):
            row = {"serial": serial, "id": str(serial), **plain, **game}
            sql = f"INSERT INTO games ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"
            connection.execute(sql, tuple(row.values()))
    prepare(path).release()
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT game, reason FROM rating_beginnings ORDER BY game").fetchall()
    settled = [None, "no_account", "rules", "not_public", *[None] * 5, "same_bot", None]
    assert found == list(zip([1, 2, 3, 4, *range(8, 15)], settled, strict=True))
