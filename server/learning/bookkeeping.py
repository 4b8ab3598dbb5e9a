"""Reads finished games into the bots' book, and searches alternatives to the bots' moves there.

A game counts if play decided it, from the first stone: by a five, a full board, a forbidden move, or a resignation in a
position that is proven lost. A flag, an abandoned game, a deliberate slip, a given position and a game from a file say
nothing about a move. Private games count, too; nothing here reveals them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from bots.errors import BotError, ExecutorFull, Stopped, UnknownLevel
from bots.executor import Executor
from bots.learning.players.book import Choices, Step, steps
from bots.learning.players.parts import Parts
from bots.learning.study.findings import Study
from bots.levels import level
from gomoku.board import Color
from server.errors import StoreError
from server.learning import learning_process
from server.learning.first_stones import count_laid
from server.protocol.api import GameHistory
from server.store.database import Database
from server.store.games import library
from server.store.integrity import Damaged
from server.store.knowledge import experience, studies
from server.store.sql import Statement

log = logging.getLogger("tengen.learning")

LOOK = learning_process.look
RETRY_S = 5.0


PROVEN = 10_000
"""Value that a study gives to a proven win of black."""


class Bookkeeping:
    """Updates the book from finished games; calls ``kept`` after each addition."""

    def __init__(self, store: Database, executor: Executor, kept: Callable[[], None]) -> None:
        self._store = store
        self._executor = executor
        self._kept = kept
        self._unread = asyncio.Event()
        store.on_change(self._unread.set, experience.UNREAD)
        self._come = asyncio.Event()
        """Set when games may lack choices."""

    async def work(self) -> None:
        """Read waiting games and search choices until cancelled."""
        looking = asyncio.create_task(self._looking())
        try:
            while True:
                self._unread.clear()
                try:
                    await self._read()
                except StoreError as error:
                    log.warning("the bots' book waits: %s", error)
                    await asyncio.sleep(RETRY_S)
                else:
                    await self._unread.wait()
        finally:
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)

    async def _read(self) -> None:
        """Read the waiting games."""
        while games := await experience.list_unread(self._store):
            if await read_games(self._store, games):
                self._kept()
                self._come.set()

    async def _looking(self) -> None:
        """Search choices in the games that were read, latest first; does nothing without kernels."""
        try:
            await self._executor.warm()
            version = await asyncio.to_thread(_version)
            await self._store.execute(experience.look_anew(version))
        except BotError as error:  # the missing kernels were already logged
            log.info("no alternatives are looked for: %s", error)
            return
        except StoreError as error:
            log.warning("no alternatives are looked for: %s", error)
            return
        while True:
            self._come.clear()
            try:
                if not await self._look(version):
                    await self._come.wait()
            except Stopped:
                return
            except (StoreError, ExecutorFull) as error:
                log.warning("alternatives wait: %s", error)
                await asyncio.sleep(RETRY_S)

    async def _look(self, version: str) -> bool:
        """Search the missing choices at the bot's moves of one game. Return False if no game is left."""
        game = await experience.find_unlooked(self._store)
        if game is None:
            return False
        serial, id = game
        found: dict[int, Choices] = {}
        pool = ("", 0)
        try:
            history = await library.find_game(self._store, id)
            if history is not None and history.game.result is not None:
                pool = history.game.rules, history.game.size
                known = await experience.list_known_keys(self._store, serial, version)
                moves, bot = [move.point for move in history.moves], color_of(history).name.lower()
                winner = history.game.result.winner
                found = await self._executor.run(LOOK, *pool, moves, bot, winner, known, awaited=True)
        except Damaged:
            pass  # already logged by the store
        except (Stopped, ExecutorFull):
            raise
        except BotError as error:
            log.warning("no alternatives are looked for in game %s: %s", id, error)
        await self._store.execute(*experience.keep_choices(serial, pool, version, found))
        if found:
            self._kept()
        return True


def _version() -> str:
    from bots.learning.players.alternatives import VERSION  # noqa: PLC0415 - it imports numba

    return VERSION


async def read_games(store: Database, games: Iterable[tuple[int, str]]) -> list[GameHistory]:
    """Store the bot's moves of finished games, given by number and id. Return the games that count."""
    statements, counting = list[Statement](), list[GameHistory]()
    for serial, id in games:
        try:
            history = await library.find_game(store, id)
        except Damaged:
            history = None  # already logged by the store
        stored = await studies.find_study(store, serial) if history is not None and _is_resigned(history) else None
        study = None if stored is None else stored.study
        found = None if history is None else await asyncio.to_thread(find_steps, history, study)
        statements += experience.keep_steps(serial, found)
        if history is not None and found is not None:
            counting.append(history)
    if statements:
        await store.execute(*statements)
    return counting


def find_steps(history: GameHistory, study: Study | None) -> tuple[Step, ...] | None:
    """Return the bot's own moves of a game; None if it does not count."""
    game, result = history.game, history.game.result
    bots = [who.level for who in (game.black, game.white) if who.level is not None]
    if result is None or len(bots) != 1 or not learns(bots[0]) or game.start or game.imported is not None:
        return None
    if any(move.why is not None and move.why.get("kind") == "slip" for move in history.moves):
        return None
    proven = study is not None and _is_proven(study, result.winner)
    if result.reason not in ("five", "full_board", "forbidden") and not (_is_resigned(history) and proven):
        return None
    # the stones of an opening were not the bot's choice of the best move
    return steps(game.size, [move.point for move in history.moves], color_of(history), count_laid(history))


def _is_resigned(history: GameHistory) -> bool:
    return history.game.result is not None and history.game.result.reason == "resigned"


def _is_proven(study: Study, winner: str | None) -> bool:
    """Return whether a study has proven the last position won for the winner."""
    value = study.moves[-1].eval if study.moves else None
    return value is not None and value == (PROVEN if winner == "black" else -PROVEN)


def learns(number: int | None) -> bool:
    """Return whether the bot of a level has a book of its games; a bot that slips on purpose has none."""
    try:
        found = None if number is None else level(number)
    except UnknownLevel:  # a program that is no longer offered
        return False
    return found is not None and Parts.EXPERIENCE in found.parts and not found.slip


def color_of(history: GameHistory) -> Color:
    """Return the bot's colour."""
    return Color.BLACK if history.game.black.level is not None else Color.WHITE
