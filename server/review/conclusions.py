"""Conclusions: what is kept beside the study of a game, in the transaction that keeps it."""

from bots.learning.study.findings import Study
from server.learning import teaching
from server.protocol.api import GameHistory
from server.store import experience, puzzles
from server.store.database import Database
from server.store.jobs import Job
from server.store.sql import Statement


async def list_conclusions(store: Database, job: Job, history: GameHistory, study: Study, now: int) -> list[Statement]:
    """Patterns where the game teaches, puzzles, and what a resigned game counts for once its end is proven."""
    game, moves = history.game, [move.point for move in history.moves]
    nodes = study.nodes // study.effort  # what a player waits for is judged with few
    composed = game.start and game.from_game is None  # whoever gave the position would set others puzzles
    found = () if composed else study.puzzles
    asked = puzzles.insert(job.serial, game.rules, game.size, moves, nodes, found, now)
    withdrawn = puzzles.withdraw_unanswered(job.serial, study.moves)
    again = experience.read_again(job.serial, study)
    return [*await teaching.list_statements(store, job, history, study, now), withdrawn, *asked, *again]
