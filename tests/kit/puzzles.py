"""Puzzles of the tree in a store under test, and the moves that solve them."""

from bots.puzzles import proof_text
from server.puzzles import supply
from server.puzzles.attempts import ask_about
from server.puzzles.by_proof import judge_by_proof
from server.puzzles.question import AttemptVerdict, Question
from server.store.database import Database
from server.store.knowledge import puzzles, supplied_puzzles
from tests.kit.client import Client, Message


async def supply_some(store: Database, count: int = 30) -> None:
    """Store the first puzzles of the tree."""
    await store.execute(*supplied_puzzles.keep(supply.read(0, count), "v", count, 1))


async def list_solving(store: Database, id: int) -> list[int]:
    """Return the moves that solve a puzzle of the tree, against the replies that hold out longest."""
    found = await puzzles.find_puzzle(store, id, None)
    assert found is not None
    return solve(ask_about(found))


def solve(question: Question) -> list[int]:
    """Return the moves that solve a puzzle with a proof."""
    if question.kind == "defence":
        return list(question.answers[:1])
    win, moves = proof_text.load(question.proof, question.size), list[int]()
    while True:
        moves.append(win.move)
        verdict = judge_by_proof(question, moves)
        assert isinstance(verdict, AttemptVerdict)
        if verdict.done:
            return moves
        assert verdict.reply is not None
        win = dict(win.answers)[verdict.reply]


async def try_moves(client: Client, puzzle: int, moves: list[int], command: str, run: str | None = None) -> Message:
    """Send an attempt; return its answer."""
    await client.send(t="try", id=command, puzzle=puzzle, moves=moves, **({} if run is None else {"run": run}))
    return await client.wait(lambda message: message.get("id") == command)
