"""The operator's commands about proven positions: how many there are, and whether they hold."""

import sqlite3
from collections.abc import Iterator

from bots.errors import BadProof
from bots.learning.proofs.proven_positions import Row
from bots.search.solver.proof_check import Unsound, check, check_lost
from gomoku.rulesets import ruleset
from server.operator.listing import format_table
from server.store.proofs import COLUMNS, read_row


def count_proofs(connection: sqlite3.Connection) -> str:
    """How many positions are proven, what they take, and how many were let go of, by rule set and size."""
    rows = connection.execute(
        """SELECT rules, size, proofs, (SELECT count(*) FROM proofs WHERE pool = pools.id AND won = 1), bytes, dropped
        FROM pools WHERE proofs > 0 OR dropped > 0 ORDER BY rules, size"""
    )
    head = ("RULES", "SIZE", "PROVEN", "WON", "LOST", "KIB", "DROPPED")
    return format_table(
        head, ((rules, size, n, won, n - won, -(-b // 1024), gone) for rules, size, n, won, b, gone in rows)
    )


def verify_proofs(connection: sqlite3.Connection, count: int) -> tuple[int, list[str]]:
    """Hold so many rows, taken by chance, to the checker, which knows the rules alone; how many that were, and a line
    for each that fails."""
    found, wrong = 0, []
    for id, row in _some(connection, count):
        found += 1
        why = find_fault(row)
        if why is not None:
            wrong.append(f"row {id}: {why}")
    return found, wrong


def find_fault(row: Row) -> str | None:
    """What is wrong with a row, if anything is."""
    try:
        hold = check if row.won else check_lost
        attacker = row.to_move if row.won else row.to_move.other
        hold(ruleset(row.rules), row.board(), attacker, row.proven().win)
    except (BadProof, Unsound, ValueError) as error:
        return str(error)
    return None


def _some(connection: sqlite3.Connection, count: int) -> Iterator[tuple[int, Row]]:
    # one by one: a query that is open while proofs are replayed keeps what a running server writes from being cleared
    # out of the file beside the database
    sql = f"SELECT {COLUMNS} FROM proofs JOIN pools ON pool = pools.id WHERE proofs.id = ?"
    for (id,) in connection.execute("SELECT id FROM proofs ORDER BY random() LIMIT ?", (count,)).fetchall():
        for columns in connection.execute(sql, (id,)).fetchall():  # none where it was let go of meanwhile
            yield id, read_row(columns)
