"""Conditional moves of players in correspondence games: one row per plan, deleted when the game ends or is deleted."""

import msgspec

from gomoku.plan import AnswerPlan
from server.store.database import Database
from server.store.sql import BatchStage, BulkStatement, Value

DROP = BulkStatement(BatchStage.PLAYS_BY_CORRESPONDENCE, "DELETE FROM plans WHERE game = ? AND seat = ?")
KEEP = BulkStatement(
    BatchStage.PLAYS_BY_CORRESPONDENCE, "INSERT INTO plans (game, seat, ply, tree, updated_at) VALUES (?, ?, ?, ?, ?)"
)
ON_END = BulkStatement(BatchStage.ENDINGS, "DELETE FROM plans WHERE game = ?")

json = msgspec.json.Encoder()
plan = msgspec.json.Decoder(AnswerPlan)


def make_plan_row(serial: int, seat: int, kept: AnswerPlan, at: int) -> tuple[Value, ...]:
    """Build the parameters of `KEEP`."""
    return (serial, seat, kept.ply, json.encode(kept).decode(), at)


async def read_plans(db: Database, serial: int) -> list[AnswerPlan | None]:
    """Return the plans of both seats of a game, None for a seat without one."""
    found: list[AnswerPlan | None] = [None, None]
    for row in await db.fetch("SELECT seat, tree FROM plans WHERE game = ?", (serial,)):
        found[row["seat"]] = plan.decode(row["tree"])
    return found
