"""The guard of sign-in: repeated failures make a client wait longer and longer, by name and address, but never for
good.

Three counters rise with each failure: for the name at the address, for the name anywhere, and for the address with any
name. The second does not delay an address from which the name has signed in before, so that guessing a name cannot lock
its player out. During a wait tries are refused unseen, so that neither a right password nor an unknown name makes a
difference. Codes that identify their player have a counter of their own, by address alone.

The store adds up the failures of all processes, and each process follows the store. A try that another process has not
evaluated yet is unknown here, so that guesses at the same instant are free once in each process.
"""

import asyncio
import hashlib
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from server.errors import Refused, StoreError
from server.steady_time import Now
from server.store.database import Database
from server.store.people import second_factors
from server.store.people.second_factors import Failure, Failures

log = logging.getLogger("tengen")

DAY_MS = 86_400_000
KNOWN_MS = 90 * DAY_MS
"""How long an address is remembered after a name has signed in from it."""
MOST_KEPT = 100_000
"""Most counters; the least recently used are dropped first."""
LATEST_MS = 60_000
"""Age up to which counters are read again: the clocks of processes differ by less."""
FOLLOW_S = 0.2
"""Pause between two looks at what other processes have counted."""
RETRY_S = 5.0


@dataclass(frozen=True, slots=True)
class Patience:
    """``free`` failures cost nothing; each further one doubles the wait, from a second to ``longest_ms``. Failures are
    forgotten ``forget_ms`` after the last.
    """

    free: int
    longest_ms: int
    forget_ms: int

    def wait_ms(self, failures: Failures, now: int) -> int:
        """Return the ms until the next try."""
        over = failures.count - self.free
        if over < 0 or now - failures.at >= self.forget_ms:
            return 0
        wait = min(self.longest_ms, 1000 << min(over, 20))
        return max(0, failures.at + wait - now)


BY_BOTH = Patience(5, 900_000, DAY_MS)
BY_NAME = Patience(30, 30_000, DAY_MS)
BY_ADDRESS = Patience(60, 60_000, 3_600_000)
"""A school shares one, and thirty children mistype."""
REGISTERED = Patience(60, 600_000, DAY_MS)
"""For accounts created from one address."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A try in progress: the keys of its counters."""

    both: bytes
    name: bytes
    address: bytes


class Guard:
    """Counts failures in ``db``; ``now`` returns the time in ms. A try counts from `begin` on without awaiting, so that
    concurrent guesses count like consecutive ones.
    """

    def __init__(self, db: Database, now: Now) -> None:
        self._db = db
        self._now = now
        self._failures: dict[bytes, Failures] = {}
        self._going: dict[bytes, int] = {}
        """Tries in progress here: the counters in memory have them, those in the store do not."""
        self._read_at = 0

    async def start(self) -> None:
        """Load the counters from before a restart."""
        self._failures = await second_factors.list_failures(self._db, self._now() - DAY_MS, self._now() - KNOWN_MS)
        self._read_at = self._now()

    async def follow(self) -> None:
        """Take over what other processes on the store have counted, until cancelled."""
        changed = asyncio.Event()
        changed.set()  # for what was counted since the start
        self._db.on_change(changed.set, second_factors.COUNTED)
        while True:
            await changed.wait()
            changed.clear()
            try:
                await self.read_anew()
            except StoreError as error:
                log.warning("what other processes know of failed sign-ins waits: %s", error)
                changed.set()
                await asyncio.sleep(RETRY_S)
            await asyncio.sleep(FOLLOW_S)

    async def read_anew(self) -> None:
        """Read the counters that have changed in the store since the last call."""
        now = self._now()
        found = await second_factors.list_failures_since(self._db, self._read_at - LATEST_MS)
        self._read_at = now
        for key, kept in found.items():
            before = self._get(key)
            if now - before.at > LATEST_MS:  # whoever tried has been cut off
                self._going.pop(key, None)
            going = self._going.get(key, 0)
            at = max(kept.at, before.at) if going else kept.at
            self._put(key, Failures(kept.count + going, at, kept.known))

    def begin(self, look: str, address: str) -> Guess:
        """Count a try for the look of a name from an address, as if it had failed; raises Refused("wait",
        seconds=n).
        """
        now = self._now()
        each = Guess(_key("both", look, address), _key("name", look), _key("address", address))
        both = self._get(each.both)
        waits = [BY_BOTH.wait_ms(both, now), BY_ADDRESS.wait_ms(self._get(each.address), now)]
        if not self._is_known(both, now):
            waits.append(BY_NAME.wait_ms(self._get(each.name), now))
        _require_none(waits)
        self._count(each.both, BY_BOTH, now)
        self._count(each.name, BY_NAME, now)
        return each

    async def fail(self, each: Guess) -> None:
        """Record that a try has failed."""
        self._count(each.address, BY_ADDRESS, self._now())
        await self._add((each.both, BY_BOTH), (each.name, BY_NAME), (each.address, BY_ADDRESS))

    async def succeed(self, each: Guess) -> None:
        """Record that a try has succeeded. The counter of the name is reset; that of the address is not, or an
        account's owner could reset it by signing in.
        """
        now = self._now()
        for key, reset in ((each.both, Failures(0, now, known=True)), (each.name, Failures(0, now))):
            self._put(key, reset)
        try:
            found = [(key, self._get(key)) for key in (each.both, each.name)]
            await second_factors.keep_failures(self._db, found)
        finally:
            self._end(each.both, each.name)

    def drop(self, each: Guess) -> None:
        """Take back a try that was not evaluated: it revealed nothing."""
        self._take_back(each.both, each.name)

    def begin_code(self, address: str) -> bytes:
        """Count a try of a code that identifies its player; raises Refused("wait", seconds=n). `fail_code` or
        `drop_code` ends it.
        """
        key, now = _key("code", address), self._now()
        _require_none([BY_ADDRESS.wait_ms(self._get(key), now)])
        self._count(key, BY_ADDRESS, now)
        return key

    async def fail_code(self, key: bytes) -> None:
        """Record that a code was unknown."""
        await self._add((key, BY_ADDRESS))

    def drop_code(self, key: bytes) -> None:
        """Take back a try whose code was right or was not evaluated."""
        self._take_back(key)

    async def register(self, address: str) -> None:
        """Count an account created from an address; raises Refused("wait", seconds=n)."""
        key, now = _key("registered", address), self._now()
        _require_none([REGISTERED.wait_ms(self._get(key), now)])
        self._count(key, REGISTERED, now)
        await self._add((key, REGISTERED))

    def _is_known(self, both: Failures, now: int) -> bool:
        return both.known and now - both.at < KNOWN_MS

    def _get(self, key: bytes) -> Failures:
        return self._failures.get(key) or Failures(0, 0)

    def _count(self, key: bytes, patience: Patience, now: int) -> None:
        before = self._get(key)
        count = 0 if now - before.at >= patience.forget_ms else before.count
        self._put(key, Failures(count + 1, now, known=self._is_known(before, now)))
        self._going[key] = self._going.get(key, 0) + 1

    def _take_back(self, *keys: bytes) -> None:
        for key in keys:
            found = self._get(key)
            found.count = max(0, found.count - 1)
        self._end(*keys)

    def _end(self, *keys: bytes) -> None:
        """Note that tries are no longer in progress."""
        for key in keys:
            left = self._going.pop(key, 0) - 1
            if left > 0:
                self._going[key] = left

    def _put(self, key: bytes, failures: Failures) -> None:
        self._failures.pop(key, None)  # the most recently used key comes last
        self._failures[key] = failures
        if len(self._failures) > MOST_KEPT:
            for old in list(islice(self._failures, MOST_KEPT // 10)):
                del self._failures[old]
                self._going.pop(old, None)

    async def _add(self, *counted: tuple[bytes, Patience]) -> None:
        """Add tries that have failed to those in the store."""
        try:
            await second_factors.add_failures(self._db, list(self._list_failed(counted)))
        finally:
            self._end(*(key for key, _ in counted))

    def _list_failed(self, counted: Iterable[tuple[bytes, Patience]]) -> Iterable[Failure]:
        for key, patience in counted:
            at = self._get(key).at or self._now()  # else it is no longer held in memory
            yield Failure(key, at, patience.forget_ms, KNOWN_MS)


def _require_none(waits: list[int]) -> None:
    wait = max(waits)
    if wait > 0:
        raise Refused(code="wait", seconds=-(-wait // 1000))


def _key(*what: str) -> bytes:
    """Return the hash of a counter's key: addresses and names are not stored."""
    return hashlib.sha256("\0".join(what).encode(errors="surrogatepass")).digest()[:16]
