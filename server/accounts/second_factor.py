"""The second factor of staff: a code of an authenticator, or a recovery code in its place."""

from collections.abc import Sequence

from server.accounts.accounts import bare_code, hash_code
from server.accounts.totp import DIGITS, find_step, make_secret, show_secret
from server.errors import Refused
from server.steady_time import Now
from server.store.database import Database
from server.store.people import second_factors
from server.store.sql import Statement


class SecondFactor:
    """Second factors in ``store``; ``now`` returns the time in ms, ``wall`` the wall-clock time of authenticators in
    ms.
    """

    def __init__(self, store: Database, now: Now, wall: Now) -> None:
        self._store = store
        self._now = now
        self._wall = wall

    async def is_on(self, player: str) -> bool:
        """Return whether sign-ins require codes."""
        return await second_factors.find_secret(self._store, player, confirmed=True) is not None

    async def require(self, player: str, given: str, spent: bytes = b"") -> None:
        """Raise Refused("totp_wanted") if a code is required and missing, Refused("bad_totp") for a wrong one.

        A code works once. ``spent`` is the hash of a recovery code that is used for something else at the same time.
        """
        secret = await second_factors.find_secret(self._store, player, confirmed=True)
        if secret is None:
            return
        code = bare_code(given)
        if not code:
            raise Refused(code="totp_wanted")
        if len(code) == DIGITS:
            step = find_step(secret, code, self._wall() // 1000)
            right = step is not None and await second_factors.use_step(self._store, player, secret, step)
        else:
            hash = hash_code(code)
            right = hash != spent and await second_factors.use_recovery_code(self._store, player, hash)
        if not right:
            raise Refused(code="bad_totp")

    async def begin(self, player: str, secret: bytes | None = None, needed: Sequence[Statement] = ()) -> str:
        """Store a new secret, or the given one, and return it for typing into an authenticator. Codes are required only
        after `confirm`.

        Raises Refused("has_totp"); Conflict if a ``needed`` condition fails.
        """
        secret = secret or make_secret()
        if not await second_factors.begin(self._store, player, secret, self._now(), needed):
            raise Refused(code="has_totp")
        return show_secret(secret)

    async def confirm(self, player: str, given: str, needed: Sequence[Statement] = ()) -> None:
        """Require codes from now on; raises Refused("bad_totp") for a wrong code, Conflict if a ``needed`` condition
        fails.
        """
        secret = await second_factors.find_secret(self._store, player, confirmed=False)
        step = None if secret is None else find_step(secret, bare_code(given), self._wall() // 1000)
        if secret is None or step is None:
            raise Refused(code="bad_totp")
        if not await second_factors.confirm(self._store, player, secret, step, self._now(), needed):
            raise Refused(code="bad_totp")

    async def end(self, player: str, needed: Sequence[Statement] = ()) -> None:
        """Stop requiring codes. Raises Conflict if a ``needed`` condition fails."""
        await self._store.execute(*needed, second_factors.remove(player))
