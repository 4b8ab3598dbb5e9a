"""The guard of sign-in: who guesses waits longer and longer, by name and address, and nobody is shut out for good.

Three things are counted: failures with one name from one address, with one name from anywhere, and from one address
with any name. The second keeps nobody waiting at an address from which that name was signed in to before: whoever
guesses at a name does not keep its player out. What is refused while one has to wait is not looked at at all, so that
a right password says nothing then, nor does a name that nobody has. Codes that say by themselves whose they are have a
count of their own, by address alone.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from server.errors import Refused
from server.store import sign_in_failures
from server.store.database import Database
from server.store.sign_in_failures import Failures

DAY_MS = 86_400_000
KNOWN_MS = 90 * DAY_MS
"""An address is remembered for so long after a name was signed in to from it."""
MOST_KEPT = 100_000
"""What is counted apart at most; what was touched longest ago goes first."""


@dataclass(frozen=True, slots=True)
class Patience:
    """So many failures are ``free``; then each doubles the wait, from a second to ``longest_ms``.

    After ``forget_ms`` without one they are forgotten.
    """

    free: int
    longest_ms: int
    forget_ms: int

    def wait_ms(self, failures: Failures, now: int) -> int:
        """How long it is until the next try."""
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
"""Accounts that were made from one address."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A try that is under way: what it counts for."""

    both: bytes
    name: bytes
    address: bytes


class Guard:
    """Counts the failures in ``db``; ``now`` is the time in ms. Between `begin` and its end nothing is awaited that
    others could begin a try in, so that guesses at the same time count like those one after the other."""

    def __init__(self, db: Database, now: Callable[[], int]) -> None:
        self._db = db
        self._now = now
        self._failures: dict[bytes, Failures] = {}

    async def start(self) -> None:
        """Read what was counted before a restart."""
        self._failures = await sign_in_failures.list_failures(self._db, self._now() - DAY_MS, self._now() - KNOWN_MS)

    def begin(self, look: str, address: str) -> Guess:
        """Count a try for what a name looks like from an address, as if it had failed; Refused("wait", seconds=n)."""
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
        """It has failed."""
        self._count(each.address, BY_ADDRESS, self._now())
        await self._keep(each.both, each.name, each.address)

    async def succeed(self, each: Guess) -> None:
        """It was right: what was counted for the name is forgotten; for the address it is not, or whoever has an
        account could begin anew by signing in to it."""
        now = self._now()
        self._put(each.both, Failures(0, now, known=True))
        self._put(each.name, Failures(0, now))
        await self._keep(each.both, each.name)

    def drop(self, each: Guess) -> None:
        """It was not looked at after all: nothing was learned from it."""
        for key in (each.both, each.name):
            found = self._get(key)
            found.count = max(0, found.count - 1)

    def begin_code(self, address: str) -> bytes:
        """Count a try of a code that says by itself whose it is; Refused("wait", seconds=n). It is ended by `fail_code`
        or `drop_code`."""
        key, now = _key("code", address), self._now()
        _require_none([BY_ADDRESS.wait_ms(self._get(key), now)])
        self._count(key, BY_ADDRESS, now)
        return key

    async def fail_code(self, key: bytes) -> None:
        """It was nobody's."""
        await self._keep(key)

    def drop_code(self, key: bytes) -> None:
        """It was right, or was not looked at after all."""
        found = self._get(key)
        found.count = max(0, found.count - 1)

    async def register(self, address: str) -> None:
        """Count an account that is made from an address; Refused("wait", seconds=n)."""
        key, now = _key("registered", address), self._now()
        _require_none([REGISTERED.wait_ms(self._get(key), now)])
        self._count(key, REGISTERED, now)
        await self._keep(key)

    def _is_known(self, both: Failures, now: int) -> bool:
        return both.known and now - both.at < KNOWN_MS

    def _get(self, key: bytes) -> Failures:
        return self._failures.get(key) or Failures(0, 0)

    def _count(self, key: bytes, patience: Patience, now: int) -> None:
        before = self._get(key)
        count = 0 if now - before.at >= patience.forget_ms else before.count
        self._put(key, Failures(count + 1, now, known=self._is_known(before, now)))

    def _put(self, key: bytes, failures: Failures) -> None:
        self._failures.pop(key, None)  # the last to be touched is the last
        self._failures[key] = failures
        if len(self._failures) > MOST_KEPT:
            for old in list(islice(self._failures, MOST_KEPT // 10)):
                del self._failures[old]

    async def _keep(self, *keys: bytes) -> None:
        await sign_in_failures.keep(self._db, [(key, found) for key in keys if (found := self._failures.get(key))])


def _require_none(waits: list[int]) -> None:
    wait = max(waits)
    if wait > 0:
        raise Refused(code="wait", seconds=-(-wait // 1000))


def _key(*what: str) -> bytes:
    """The hash of what is counted: addresses and names are not kept."""
    return hashlib.sha256("\0".join(what).encode(errors="surrogatepass")).digest()[:16]
