"""ChangeNews of changes by other servers that share the database, told within their transactions."""

import asyncio
import logging
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from server.errors import StoreError
from server.store.changes import OnChange, Subscriptions, TableChange, Verb
from server.store.postgres.connection import FAILURES, Connect, PostgresConnection

log = logging.getLogger(__name__)

CHANNEL = "tengen_changes"
PAUSE_S = 0.1
"""Least seconds between two calls for the changes of others."""
MOST_BYTES = 7_000
"""PostgreSQL takes 8,000 a message; "*" stands for more."""
LEAST_WAIT_S = 0.2
MOST_WAIT_S = 5.0

_VERBS: dict[str, Verb] = {"i": "insert", "u": "update", "d": "delete"}


class ChangeNews:
    """Tells other servers what this one changes, and calls the subscribers of ``subscriptions`` for their changes.

    The sender says what changes, and not a trigger: it is known by text and column, costs nothing where nobody waits,
    and a move, for which nobody does, sends nothing: commits that notify wait for one another.
    """

    def __init__(
        self,
        connect: Connect,
        subscriptions: Subscriptions,
    ) -> None:
        self.name = secrets.token_hex(6)
        """Tells this server's own messages."""
        self._connect = connect
        self._subscriptions = subscriptions
        self._due: set[OnChange] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._called_at = 0.0
        self._lost = asyncio.Event()
        self._session: PostgresConnection | None = None
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to listen. Raises an error of `FAILURES` if the database does not answer."""
        await self._listen()
        self._task = asyncio.create_task(self._run(), name="store news")

    async def close(self) -> None:
        """Stop listening."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        if self._session is not None:
            await self._session.close()

    def announce(self, statements: Sequence[str]) -> str:
        """Return the SQL that tells other servers of the changes of statements; "" if nobody waits for any."""
        found = {change for sql in statements for change in self._subscriptions.find_watched(sql)}
        if not found:
            return ""
        text = " ".join(sorted(f"{each.verb[0]}:{each.table}.{each.column}" for each in found))
        return f"SELECT pg_notify('{CHANNEL}', '{self.name} {text if len(text) <= MOST_BYTES else '*'}')"

    async def _listen(self) -> None:
        session = await self._connect()
        self._lost.clear()
        session.connection.add_termination_listener(lambda _: self._lost.set())
        await session.connection.add_listener(CHANNEL, self._hear)
        self._session = session

    async def _run(self) -> None:
        while True:
            await self._lost.wait()
            wait = LEAST_WAIT_S
            while True:
                try:
                    await self._listen()
                    break
                except (StoreError, *FAILURES) as error:
                    log.debug("changes of other servers are not heard: %s", error)
                await asyncio.sleep(wait)
                wait = min(2 * wait, MOST_WAIT_S)
            self._call_later(self._subscriptions.list_calls())  # nobody knows what has changed meanwhile

    def _hear(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        name, _, text = str(payload).partition(" ")
        if name == self.name:
            return
        if text == "*":
            self._call_later(self._subscriptions.list_calls())
        else:
            self._call_later(self._subscriptions.find_calls_of(_read(text)))

    def _call_later(self, calls: Iterable[OnChange]) -> None:
        self._due.update(calls)
        if self._due and self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, self._called_at + PAUSE_S - loop.time()), self._call)

    def _call(self) -> None:
        self._timer = None
        self._called_at = asyncio.get_running_loop().time()
        calls, self._due = self._due, set()
        for call in calls:
            call()


def _read(text: str) -> set[TableChange]:
    found = set()
    for each in text.split():
        with suppress(KeyError):  # a newer server's
            table, _, column = each[2:].partition(".")
            found.add(TableChange(_VERBS[each[0]], table, column))
    return found
