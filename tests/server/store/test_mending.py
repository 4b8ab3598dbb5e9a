"""Migrations mend files of earlier versions."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from server.store.file.database_file import prepare
from server.store.file.migrations import MIGRATIONS

TRAP = {"kind": "trap", "pattern": "K", "point": 1, "cells": [1], "met": ["K", "L"], "candidates": [[1, 9]]}
DEFENCE = {"kind": "defend", "candidates": [[1, 9]]}
SHOWN = {name: value for name, value in TRAP.items() if name != "met"}


@pytest.fixture
def old(path: Path, tmp_path: Path) -> Path:
    """A file as migration 5 left it: games of ann, each with a puzzle, an attempt at it, and what a bot said."""
    folder = tmp_path / "migrations"
    folder.mkdir()
    for file in sorted(MIGRATIONS.glob("000[1-5]_*.sql")):
        shutil.copy(file, folder)
    prepare(path, folder).release()
    return path


def game(
    db: sqlite3.Connection, serial: int, visibility: str, player: str, why: dict[str, Any], source: str = ""
) -> None:
    db.execute("INSERT OR IGNORE INTO players (id, name, created_at, seen_at) VALUES (?, ?, 1, 1)", (player, player))
    db.execute(
        """INSERT INTO games (serial, id, owner, rules, size, clock_kind, visibility, rated, pool, player0, level1,
            black, created_at, ended_at, winner, reason, plies, from_game)
          VALUES (?, ?, ?, 'freestyle', 15, 'none', ?, 0, 'freestyle', ?, 3, 0, 1, 2, 'black', 'five', 9, ?)""",
        (serial, f"game{serial}", player, visibility, player, source or None),
    )
    made = json.dumps({"visibility": visibility, "rules": "freestyle"}, separators=(",", ":"))
    said = json.dumps({"why": why}, separators=(",", ":"))
    sql = "INSERT INTO actions (game, v, at, kind, data) VALUES (?, ?, 1, ?, ?)"
    db.executemany(sql, [(serial, 1, "created", made), (serial, 2, "moved", said), (serial, 3, "moved", None)])
    db.execute(
        "INSERT INTO puzzles VALUES (?, ?, 'freestyle', 15, 'win', 'vcf', 9, '[]', ?, 1, 1, 0)",
        (serial, bytes([serial]), serial),
    )
    db.execute("INSERT INTO attempts VALUES (?, ?, 1, 1)", (serial, player))


def mended(path: Path) -> sqlite3.Connection:
    prepare(path).release()
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    return db


def said(db: sqlite3.Connection, serial: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        db.execute(f"SELECT data FROM actions WHERE game = {serial} AND v = 2").fetchone()[0]
    )
    return found


def learn(db: sqlite3.Connection, *sources: int, imported: int = 0) -> None:
    db.execute(
        "INSERT INTO patterns (id, key, rules, imported, learned_at, body) VALUES (1, 'K', 'freestyle', ?, 1, '{}')",
        (imported,),
    )
    db.executemany("INSERT INTO pattern_sources VALUES (1, ?, 6)", [(serial,) for serial in sources])


def test_only_puzzles_of_public_games_stay(old: Path) -> None:
    with closing(sqlite3.connect(old)) as db, db:
        for serial, visibility in enumerate(("public", "link", "private", "public"), start=1):
            game(db, serial, visibility, "ann", {"kind": "centre"})
        db.execute("UPDATE puzzles SET game = NULL WHERE id = 4")  # its game was deleted
    with closing(mended(old)) as db:
        assert db.execute("SELECT id FROM puzzles").fetchall() == [(1,)]
        assert db.execute("SELECT puzzle, player FROM attempts").fetchall() == [(1, "ann")]
        assert said(db, 1) == {"why": {"kind": "centre"}}


@pytest.mark.parametrize(
    ("taught_by", "shown"),
    [(1, {1, 2, 3, 4}), (2, {3}), (3, {3}), (4, {4}), (0, set())],
    ids=["a public game", "by link", "a private game", "a private game of bob's", "a game that is gone"],
)
def test_what_bots_said_names_no_trap_of_others(old: Path, taught_by: int, shown: set[int]) -> None:
    with closing(sqlite3.connect(old)) as db, db:
        for serial, (visibility, player) in enumerate(
            (("public", "ann"), ("link", "ann"), ("private", "ann"), ("private", "bob")), start=1
        ):
            game(db, serial, visibility, player, TRAP)
        learn(db, *([taught_by] if taught_by else []))
    with closing(mended(old)) as db:
        for serial in range(1, 5):
            whole = {"why": SHOWN if serial in shown else DEFENCE, "met": ["K", "L"]}
            assert said(db, serial) == whole, serial


def test_an_imported_trap_is_everybody_s_and_what_was_remembered_is_a_defence(old: Path) -> None:
    with closing(sqlite3.connect(old)) as db, db:
        game(db, 1, "public", "ann", TRAP)
        game(db, 2, "public", "ann", {"kind": "remembered", "candidates": [[1, 9]]})
        learn(db, imported=1)
    with closing(mended(old)) as db:
        assert said(db, 1) == {"why": SHOWN, "met": ["K", "L"]}
        assert said(db, 2) == {"why": DEFENCE}


def test_what_went_on_from_a_hidden_game_is_private(old: Path) -> None:
    with closing(sqlite3.connect(old)) as db, db:
        game(db, 1, "link", "ann", {"kind": "centre"})
        game(db, 2, "public", "ann", {"kind": "centre"}, "game1")
        game(db, 3, "public", "ann", {"kind": "centre"})
        game(db, 4, "public", "ann", {"kind": "centre"}, "game3")
    with closing(mended(old)) as db:
        assert [row[0] for row in db.execute("SELECT visibility FROM games ORDER BY serial")] == [
            "link",
            "private",
            "public",
            "public",
        ]
        made = db.execute("SELECT json_extract(data, '$.visibility') FROM actions WHERE v = 1 ORDER BY game").fetchall()
        assert [row[0] for row in made] == ["link", "private", "public", "public"]
        assert db.execute("SELECT id FROM puzzles ORDER BY id").fetchall() == [(3,), (4,)]
