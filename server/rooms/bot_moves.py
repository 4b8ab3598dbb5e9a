"""Moves of seated bots: chosen off the event loop, retried after a crash, judged and stored like any other move."""

import asyncio
import logging

from bots.engine import Choice
from bots.errors import BotError, IllegalAnswer
from bots.executor import Executor
from bots.learning.players import published
from bots.levels import level as level_of
from gomoku.time_control import Absolute, ByoYomi, Canadian, Fischer, SeatTime, TimeControl
from server.background import Background
from server.errors import Refused, StoreError
from server.protocol.inbound import Resign
from server.rooms import judge, reasons
from server.rooms.admission import RoomsByAddress
from server.rooms.bot_openings import OpeningAction, choose_action, judge_action
from server.rooms.table import Overtaken, Table
from server.rooms.tables import Tables
from server.signals import LearnerMoved, Signals
from server.steady_time import Now
from server.store.database import Database

log = logging.getLogger("tengen.rooms")

TRIES = 3
RETRY_S = 1.0


class BotMoves:
    """Lets bots think and plays the moves that they choose.

    ``now`` returns the time in ms, ``pause_ms`` is the shortest time that an answer takes, and ``bot_games`` knows the
    addresses of people. Emits `LearnerMoved`.
    """

    def __init__(
        self,
        tables: Tables,
        store: Database,
        executor: Executor,
        background: Background,
        now: Now,
        *,
        pause_ms: int,
        bot_games: RoomsByAddress,
        signals: Signals,
    ) -> None:
        self._tables = tables
        self._store = store
        self._executor = executor
        self._background = background
        self._now = now
        self._pause_ms = pause_ms
        self._bot_games = bot_games
        self._signals = signals

    def follow(self, table: Table) -> None:
        """Start the search if a bot is to move, else stop it; release the bot after the end of the game."""
        room = table.room
        seat = room.seat_to_act
        if seat is None or not room.is_bot(seat):
            self._stop(table)
        elif table.thinking is None:
            table.thinking = self._background.spawn(self._think(table))
        if room.result is not None and table.bot is not None:
            self._background.spawn(self.dismiss(table))

    async def dismiss(self, table: Table) -> None:
        """Stop the bot of a room and release its resources."""
        self._stop(table)
        if table.bot is not None:
            bot, table.bot = table.bot, None
            await bot.close()

    def _stop(self, table: Table) -> None:
        """Cancel the bot's search."""
        table.ahead = None
        if table.thinking is not None:
            table.thinking.cancel()
            table.thinking = None

    async def _think(self, table: Table) -> None:
        """Let the bot to move choose, and play its choice unless the position has changed meanwhile.

        Nobody wins or loses by a broken bot: if it cannot go on, the game is aborted. An external program that answers
        with an illegal move resigns by it.
        """
        room = table.room
        moves, acts = tuple(room.game.moves), len(room.opening.actions)
        began = self._now()
        choice: Choice | OpeningAction | IllegalAnswer | None = None
        try:
            await self._be_ready(table)
            choice = await self._choose(table, moves)
            await asyncio.sleep(self._pause_s(table, began))
        except IllegalAnswer as error:
            log.warning("room %s: the bot loses: %s", room.id, error)
            choice = error
        except BotError:
            log.exception("room %s: the bot cannot go on, the game is aborted", room.id)
        # a bot has nobody to tell of a full disk: retry until the store accepts its move
        while True:
            if await self._answer(room.id, moves, acts, choice):
                return
            await asyncio.sleep(RETRY_S)

    async def _be_ready(self, table: Table) -> None:
        """Wait for a person, and for the kernels if a restart has left the engine without them; nobody's clock is
        charged.
        """
        room = table.room
        assert room.bot is not None
        ready = self._executor.ready(level_of(room.bot.level))
        if ready and table.audience.company.is_set():
            return
        since = self._now()
        await table.audience.company.wait()
        if not ready:
            await self._executor.warm()
        async with self._tables.hold(room.id):
            if room.timed:
                try:
                    await table.settle(lambda: judge.resume(room, self._now(), since))
                except StoreError as error:
                    log.warning("room %s: the bot is charged its wait: %s", room.id, error)

    async def _choose(self, table: Table, moves: tuple[int, ...]) -> Choice | OpeningAction:
        """Return the bot's choice, or its action in an opening. Retry after a crash; wait while the queue is full."""
        room = table.room
        assert room.bot is not None
        level = level_of(room.bot.level)
        failures = 0
        while True:
            if table.bot is None:
                weights = published.weights_of(room.bot.weights)
                table.bot = self._executor.seat(level, room.created.rules, room.created.size, room.bot.seed, weights)
            asker = table.make_asker(self._bot_games.address(room.id))
            try:
                if room.opening.turn is not None:
                    return await choose_action(self._executor, room, table.bot, lambda: self._spare_ms(table), asker)
                choice = await table.bot.choose(
                    moves,
                    spare_ms=lambda: self._spare_ms(table),
                    asker=asker,
                    told=table.tell_queue,
                )
                if level.studies:
                    self._signals.emit(LearnerMoved())
                return choice
            except IllegalAnswer:
                raise
            except BotError as error:
                if error.code != "bots_busy":
                    failures += 1
                    log.warning("room %s: the bot failed (%d of %d): %s", room.id, failures, TRIES, error)
                if failures == TRIES:
                    raise
                await asyncio.sleep(RETRY_S)

    async def _answer(
        self, id: str, moves: tuple[int, ...], acts: int, choice: Choice | OpeningAction | IllegalAnswer | None
    ) -> bool:
        """Play a choice that was made after ``moves`` and ``acts`` opening actions, if it is still due. Return False if
        the store cannot write it.
        """
        async with self._tables.hold(id) as table:
            room = table.room
            while True:
                seat = room.seat_to_act
                if seat is None or not room.is_bot(seat):
                    return True
                if tuple(room.game.moves) != moves or len(room.opening.actions) != acts:
                    return True
                try:
                    await self._play(table, seat, choice)
                except Overtaken:
                    continue
                except StoreError as error:
                    log.warning("room %s: the bot's move waits for the store: %s", id, error)
                    return False
                return True

    async def _play(self, table: Table, seat: int, choice: Choice | OpeningAction | IllegalAnswer | None) -> None:
        room, at = table.room, self._now()
        events = judge.close(room, at)
        if isinstance(choice, IllegalAnswer):
            events = judge.decide(room, seat, Resign("illegal", room.id), at)
        elif isinstance(choice, OpeningAction):
            try:
                events = judge_action(room, seat, choice.action, at)
            except Refused:
                log.exception("room %s: the bot decided %r, the game is aborted", room.id, choice.action)
        elif choice is not None:
            why = await reasons.tell(self._store, room, choice)
            try:
                events = judge.move(room, seat, room.game.ply, choice.point, at, 0, why, choice.forced is not None)
            except Refused:
                log.exception("room %s: the bot chose %d, the game is aborted", room.id, choice.point)
        await table.commit(events)
        table.thinking = None  # what follows must not cancel this task, which is about to end
        table.publish(events)

    def _time(self, table: Table) -> SeatTime:
        """Return the time on the clock of the side to move."""
        seat = table.room.seat_to_act
        return SeatTime() if seat is None else table.room.clock.time_at(seat, self._now())

    def _spare_ms(self, table: Table) -> int | None:
        """Return how many ms the bot to move may use for this move; None without a clock."""
        time = self._time(table)
        return None if time.left_ms is None else spare_ms(table.room.clock.control, time.left_ms, time.reserve or 0)

    def _pause_s(self, table: Table, began: int) -> float:
        """Return the rest of the pause that makes an answer visible, in seconds; shorter when the clock is short."""
        left = self._time(table).left_ms
        pause = self._pause_ms if left is None else min(self._pause_ms, left // 20)
        return max(0, began + pause - self._now()) / 1000


def spare_ms(control: TimeControl, left_ms: int, reserve: int = 0) -> int:
    """Return how many ms of ``left_ms`` one move may take without risk of a flag: a share of the main time and most of
    what the control gives back.
    """
    match control:
        case Fischer(increment_ms=increment):
            return min(left_ms // 2, left_ms // 20 + increment * 4 // 5)
        case Absolute():
            return left_ms // 20
        case ByoYomi(period_ms=period, periods=periods):
            main = left_ms - period * periods
            return main // 20 + period * 4 // 5 if main > 0 else ((left_ms - 1) % period + 1) * 4 // 5
        case Canadian(period_ms=period, stones=stones):
            main = left_ms - period
            return main // 20 + period // stones * 4 // 5 if main > 0 else left_ms // (reserve or stones) * 4 // 5
        case _:
            return left_ms * 4 // 5
