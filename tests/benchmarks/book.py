"""Cost of a bot's book of its games: ``python -m tests.benchmarks.book [--games N] [--json]``.

Made-up games of 30 moves that begin alike and part, as games of people who come back do, two of five lost, with choices
at every position of those. In a store and out of it again: what rows take on disk, the book in memory, what a thread's
processor takes to make it anew for one more game, and microseconds of a look-up and of a whole answer at a move.
"""

import argparse
import asyncio
import json
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import process_time, thread_time
from typing import Any
from unittest.mock import patch

from bots.engine import Choice
from bots.learning.players import published
from bots.learning.players.advisor import AdviceRequest
from bots.learning.players.alternatives import VERSION
from bots.learning.players.book import Book, BookGame, Choices, steps
from bots.learning.players.experience import Experience
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from server.learning.bookkeeping import read_games
from server.learning.books import Books
from server.store.knowledge import experience
from server.store.store import Store
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player

SIZE, PLIES, LEVEL = 15, 30, 10
POOL = ("freestyle", SIZE)


@contextmanager
def stepping() -> Iterator[list[float]]:
    """Milliseconds of processor that each step of the loop takes."""
    steps: list[float] = []
    run = asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        began = thread_time()
        run(handle)
        steps.append((thread_time() - began) * 1000)

    with patch.object(asyncio.Handle, "_run", timed):
        yield steps


def made_up(count: int, seed: int = 1) -> list[tuple[int, ...]]:
    """Games whose moves are drawn so that a few openings are played again and again, and hardly a game to its end."""
    chance, found = random.Random(seed), []
    for _ in range(count):
        moves, taken = [112], {112}
        while len(moves) < PLIES:
            near = min(7, 1 + len(moves) // 2)
            point = (7 + chance.randint(-near, near)) * SIZE + 7 + chance.randint(-near, near)
            if len(moves) < 6 and chance.random() < 0.8:
                point = 112 + (16, 1, 14, 2, 30)[len(moves) - 1]
            if point not in taken:
                moves.append(point)
                taken.add(point)
        found.append(tuple(moves))
    return found


def game_of(number: int, moves: tuple[int, ...]) -> BookGame:
    """A game against one of 200 people."""
    return BookGame(number, steps(SIZE, moves, Color.WHITE), (0.0, 1.0, 0.5, 0.0, 1.0)[number % 5], f"{number % 200}")


def choices_of(games: list[BookGame]) -> dict[int, Choices]:
    """Four moves at each position of the games that were lost."""
    return {
        step.key: tuple(((step.move + n) % SIZE**2, 0.5 - n / 50) for n in range(4))
        for game in games
        if game.score == 0
        for step in game.steps
    }


async def stored(folder: Path, games: int, book: dict[int, Choices]) -> dict[str, Any]:
    """Measure the disk space of some of the games and choices, and the loop's longest step while they are loaded."""
    some = min(games, 300)
    store = await Store.open(folder / "book.db")
    try:
        ada = await add_player(store, "ada", "Ada")
        for n, moves in enumerate(made_up(some)):
            await against_bot(store, f"{n:012}", ada, points=moves, level=LEVEL, winner=("black", "white")[n % 2])
        before = await _bytes(store)
        while waiting := await experience.list_unread(store):
            await read_games(store, waiting)
        after = await _bytes(store)
        await store.execute(*experience.keep_choices(1, POOL, VERSION, book))
        with_choices = await _bytes(store)
        began = process_time()
        with stepping() as steps_ms:
            await Books(store).publish()
        took = process_time() - began
        published._experiences.clear()
    finally:
        await store.close()
    return {
        "disk_bytes_a_game": round((after - before) / some),
        "disk_bytes_a_position_with_choices": round((with_choices - after) / max(1, len(book))),
        "taken_over_cpu_s": round(took, 2),
        "step_ms_longest": round(max(steps_ms), 1),
    }


async def _bytes(store: Store) -> int:
    (row,) = await store.fetch("SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size")
    return int(row["bytes"])


def measure(games: int) -> tuple[dict[str, Any], dict[int, Choices]]:
    """Measure a book's memory. Return the figures and its choices."""
    moves = made_up(games)
    played = [game_of(n, each) for n, each in enumerate(moves)]
    choices = choices_of(played)
    book = Book().with_more(played).with_choices(choices)
    began = thread_time()
    book = book.with_more([game_of(games, moves[0])])
    anew = thread_time() - began
    taught, chance = Experience({SIZE: book}, 1), random.Random(2)
    looked, answered = [], []
    for _ in range(2000):
        line, ply = chance.choice(moves), chance.randrange(1, PLIES, 2)
        game = Game(ruleset("freestyle"), SIZE)
        for point in line[:ply]:
            game.push(point)
        request = AdviceRequest(game, Choice(line[ply], 0), 1, lambda _: True, lambda _: None)
        began = thread_time()
        taught.advise(request)
        answered.append(thread_time() - began)
        key = steps(SIZE, line[: ply + 1], Color.WHITE)[-1].key
        began = thread_time()
        book.at(key)
        looked.append(thread_time() - began)
    return {
        "games": games,
        "positions": book.positions,
        "memory_mb": round(book.nbytes / 2**20, 1),
        "one_game_more_ms": round(anew * 1000, 1),
        "look_up_us": round(median(looked) * 1e6, 1),
        "answer_us": round(median(answered) * 1e6, 1),
        "answer_us_p99": round(sorted(answered)[len(answered) * 99 // 100] * 1e6, 1),
    }, choices


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.book", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, metavar="N")
    parser.add_argument("--json", action="store_true", help="as JSON")
    given = parser.parse_args()
    found, choices = measure(given.games)
    with tempfile.TemporaryDirectory() as folder:
        found |= asyncio.run(stored(Path(folder), given.games, dict(list(choices.items())[:5000])))
    print(json.dumps(found) if given.json else "\n".join(f"{name:36}{value}" for name, value in found.items()))


if __name__ == "__main__":
    main()
