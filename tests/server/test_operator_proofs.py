"""Operators' view of proven positions, and their verification."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bots.learning.proofs.proven_positions import Row, position, seal_row
from bots.search.solver.proof import Win
from gomoku.board import Board, Color
from gomoku.keys import Keys
from gomoku.symmetry import maps
from server.operator import proofs as operator
from server.store.knowledge import proofs
from server.store.store import Store
from tests.server.test_operator import tengen

BLACK, WHITE = [112, 113, 114], [0, 30]


def open_three(move: int, rules: str = "freestyle") -> Row:
    """A row that says that black, to move with an open three, wins by this move."""
    board = Board.from_stones(15, BLACK, WHITE)
    key, by = Keys.of(board).least(Color.BLACK)
    return seal_row(rules, 15, key, position(board, Color.BLACK, by), True, "vcf", 9, Win(maps(15)[by][move]))


async def filled(path: Path, *rows: Row) -> Path:
    store = await Store.open(path / "tengen.db")
    await store.execute(*proofs.keep(rows, 1))
    await store.close()
    return path / "tengen.db"


async def test_they_are_counted_by_rule_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = await filled(tmp_path, open_three(115), open_three(115, "renju"))
    assert await asyncio.to_thread(tengen, db, "proofs", "list") == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["RULES", "SIZE", "PROVEN", "WON", "LOST", "KIB", "DROPPED"]
    assert [row.split() for row in rows] == [[rules, "15", "1", "1", "0", "1", "0"] for rules in ("freestyle", "renju")]


async def test_sound_ones_hold_and_others_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = await filled(tmp_path, open_three(115))
    assert await asyncio.to_thread(tengen, db, "proofs", "verify", "5") == 0
    assert capsys.readouterr().out == "1 proofs hold\n"
    (tmp_path / "other").mkdir()
    db = await filled(tmp_path / "other", open_three(115), open_three(200, "caro"))
    assert await asyncio.to_thread(tengen, db, "proofs", "verify") == 1
    found, last = capsys.readouterr().out.splitlines()
    assert (found.partition(":")[0], last) == ("row 2", "1 of 2 proofs do not hold")


async def test_a_running_server_is_not_held_up_while_they_are_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = await filled(tmp_path, open_three(115), open_three(115, "renju"))
    with closing(sqlite3.connect(db)) as server, closing(sqlite3.connect(db)) as connection:

        def replay(row: Row) -> str | None:
            server.execute("PRAGMA user_version = 0")
            (busy, *_) = server.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return "held up" if busy else None

        server.execute("PRAGMA busy_timeout = 0")
        monkeypatch.setattr(operator, "find_fault", replay)
        assert operator.verify_proofs(connection, 5) == (2, [])


def test_a_damaged_row_is_at_fault() -> None:
    row = open_three(115)
    assert operator.find_fault(row) is None
    assert operator.find_fault(row._replace(won=False)) is not None
    assert operator.find_fault(row._replace(proof=b"")) is not None
