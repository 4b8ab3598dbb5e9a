"""Conclusions: what is stored beside a game's study, in the same transaction."""

from bots.learning.study.findings import Study
from server.learning import teaching
from server.protocol.api import GameHistory
from server.store import experience, puzzles
from server.store.database import Database
from server.store.jobs import Job
from server.store.sql import Statement


async def list_conclusions(store: Database, job: Job, history: GameHistory, study: Study, now: int) -> list[Statement]:
    """List the statements for patterns if the game teaches, for puzzles, and for a resigned game whose end is now
    proven.
    """
    game, moves = history.game, [move.point for move in history.moves]
    nodes = study.nodes // study.effort  # a player's attempt is judged with few
    composed = game.start and game.from_game is None  # else the author of the position would set puzzles for others
    found = () if composed else study.puzzles
    asked = puzzles.insert(job.serial, game.rules, game.size, moves, nodes, found, now)
    withdrawn = puzzles.withdraw_unanswered(job.serial, study.moves)
    again = experience.read_again(job.serial, study)
    return [*await teaching.list_statements(store, job, history, study, now), withdrawn, *asked, *again]
