"""Commands about proven positions: count them, verify them."""

from collections.abc import Iterator

from bots.errors import BadProof
from bots.learning.proofs.proven_positions import Row
from bots.search.solver.proof_check import Unsound, check, check_lost
from gomoku.rulesets import ruleset
from server.operator.listing import format_table
from server.store.knowledge.proofs import COLUMNS, read_row
from server.store.reading import Reading


def count_proofs(connection: Reading) -> str:
    """Return proven positions, their size and the dropped ones as a table, by rule set and board size."""
    rows = connection.execute(
        """SELECT rules, size, proofs, (SELECT count(*) FROM proofs WHERE pool = pools.id AND won = 1), bytes, dropped
        FROM pools WHERE proofs > 0 OR dropped > 0 ORDER BY rules, size"""
    )
    head = ("RULES", "SIZE", "PROVEN", "WON", "LOST", "KIB", "DROPPED")
    return format_table(
        head, ((rules, size, n, won, n - won, -(-b // 1024), gone) for rules, size, n, won, b, gone in rows)
    )


def verify_proofs(connection: Reading, count: int) -> tuple[int, list[str]]:
    """Replay ``count`` random proofs in the checker, which knows only the rules. Return how many were replayed, and a
    line for each that fails."""
    found, wrong = 0, []
    for id, row in _some(connection, count):
        found += 1
        why = find_fault(row)
        if why is not None:
            wrong.append(f"row {id}: {why}")
    return found, wrong


def find_fault(row: Row) -> str | None:
    """Return the fault of a row, or None."""
    try:
        hold = check if row.won else check_lost
        attacker = row.to_move if row.won else row.to_move.other
        hold(ruleset(row.rules), row.board(), attacker, row.proven().win)
    except (BadProof, Unsound, ValueError) as error:
        return str(error)
    return None


def _some(connection: Reading, count: int) -> Iterator[tuple[int, Row]]:
    # one by one: a query left open while proofs are replayed would keep a running server's log from being checkpointed
    sql = f"SELECT {COLUMNS} FROM proofs JOIN pools ON pool = pools.id WHERE proofs.id = ?"
    for (id,) in connection.execute("SELECT id FROM proofs ORDER BY random() LIMIT ?", (count,)).fetchall():
        for columns in connection.execute(sql, (id,)).fetchall():  # none if it was dropped meanwhile
            yield id, read_row(columns)
