"""Removal of guests who have been away for long and have nothing to return to, and of aborted games."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from time import perf_counter

from server.errors import StoreError
from server.steady_time import Now
from server.store import answers
from server.store.database import Database
from server.store.games import library
from server.store.people import leftovers, one_time_values, players, remarks, reports
from server.store.people.leftovers import SweepCursor
from server.store.trees import tree_rows

log = logging.getLogger("tengen")

DAY_MS = 86_400_000
FORGOTTEN_MS = 30 * DAY_MS
"""Time since the last visit after which a guest without a game is removed."""
ABORTED_MS = 7 * DAY_MS
"""Time after its end at which a game that was aborted before the second move is removed."""

ANSWERED_MS = 7 * DAY_MS
"""Time for which the answer to a command is stored, in case it is sent again."""

SWEEP_S = 3_600.0
SHARE = 0.05
"""Largest share of the store's time that a sweep takes."""
SHORTEST_S = 0.05


class Cleaning:
    """Periodic removal of old rows.

    ``online`` returns the connected players, ``now`` the time in ms; ``shown`` says whether a game, by its id, may
    still be on somebody's screen. Remarks are removed after ``talk_days``, with 0 never.
    """

    def __init__(
        self,
        store: Database,
        online: Callable[[], Iterable[str]],
        now: Now,
        shown: Callable[[str], bool] = lambda _: False,
        *,
        talk_days: int = 0,
    ) -> None:
        self._store = store
        self._online = online
        self._now = now
        self._shown = shown
        self._talk_ms = talk_days * DAY_MS

    async def work(self) -> None:
        """Sweep now and every hour, until cancelled."""
        while True:
            try:
                games = await self.sweep_games()
                removed = await self.sweep()
                said = await self.sweep_talk()
                await self._forget(answers.forget_before, self._now() - ANSWERED_MS)
                await one_time_values.forget(self._store, self._now())
                await players.end_bans(self._store, self._now())
            except StoreError as error:
                log.warning("guests are not removed: %s", error)
            else:
                if games:
                    log.info("%d games were removed, aborted before their second move a week ago or more", games)
                if said:
                    log.info("%d remarks and settled reports were removed, which are too old to be kept", said)
                if removed:
                    log.info("%d guests were removed, not seen for 30 days and without a game", removed)
            await asyncio.sleep(SWEEP_S)

    async def sweep(self) -> int:
        """Remove the guests who have been away for long. Return their number.

        The sweep uses small transactions, with pauses that leave the store to the players.
        """
        now = self._now()
        # a visit of weeks was noted at its start only
        await leftovers.note_here(self._store, list(self._online()), now, now - DAY_MS)
        before, removed = now - FORGOTTEN_MS, 0
        place: SweepCursor | None = SweepCursor()
        while place is not None:
            began = perf_counter()
            ids, place = await leftovers.list_forgettable(self._store, before, place)
            if ids:
                await self._remove_trees(ids, before)
                removed += await leftovers.forget(self._store, ids, before)
            took = perf_counter() - began
            await asyncio.sleep(max(SHORTEST_S, took / SHARE) if ids else took / SHARE)
        return removed

    async def _remove_trees(self, owners: list[str], before: int) -> None:
        """Remove the trees of guests, some blocks in each transaction."""
        if await tree_rows.leave_of(self._store, owners, before):
            going = True
            while going:
                began = perf_counter()
                going = await tree_rows.remove_some(self._store)
                await asyncio.sleep((perf_counter() - began) / SHARE)

    async def sweep_games(self) -> int:
        """Remove aborted games. Return their number."""
        before, removed = self._now() - ABORTED_MS, 0
        walk = await leftovers.begin_walk(self._store)
        while not walk.over:
            began = perf_counter()
            ids = await leftovers.list_aborted(self._store, before, walk)
            await asyncio.sleep((perf_counter() - began) / SHARE)
            for id in ids:
                if not self._shown(id):
                    began = perf_counter()
                    removed += await library.delete_game(self._store, id)
                    await asyncio.sleep((perf_counter() - began) / SHARE)
        return removed

    async def sweep_talk(self) -> int:
        """Remove old remarks and reports that were settled long ago. Return the number of rows."""
        before = self._now() - self._talk_ms
        forgets = (remarks.forget_before, reports.forget_before) if self._talk_ms else ()
        return sum([await self._forget(forget, before) for forget in forgets])

    async def _forget(self, forget: Callable[[Database, int], Awaitable[int]], before: int) -> int:
        """Remove the rows before an instant, some in each transaction. Return their number."""
        removed, going = 0, True
        while going:
            began = perf_counter()
            number = await forget(self._store, before)
            removed += number
            going = number > 0
            await asyncio.sleep((perf_counter() - began) / SHARE)
        return removed
