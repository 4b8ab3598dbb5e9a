"""Redeeming of codes that say by themselves whose they are: one's own for another device, and those of a class."""

from server.accounts.accounts import Accounts, bare_code
from server.accounts.guard import Guard
from server.accounts.hashing import Hashing
from server.errors import Refused
from server.handlers import Client
from server.store.records import StoredPlayer

PUPILS_LENGTH = 10
"""Of a class's codes: 49 bits, with a slow hash. Those for another device are shorter, and work for minutes."""


class Redeeming:
    """Makes clients who others are, by codes; guesses wait by their address."""

    def __init__(self, accounts: Accounts, hashing: Hashing, guard: Guard) -> None:
        self._accounts = accounts
        self._hashing = hashing
        self._guard = guard

    async def redeem(self, client: Client, code: str, command: str, end_other: bool) -> tuple[StoredPlayer, str, str]:
        """The player behind a code, a new token, and the device that asked for the code, if any.

        Refused as `Accounts.redeem`, and "wait".
        """
        attempt, slow, bare = self._guard.begin_code(client.address), None, bare_code(code)
        try:
            if len(bare) == PUPILS_LENGTH:
                (slow,) = await self._hashing.hash_codes([bare], client.address)
            found = await self._accounts.redeem(code, client.player, command, client.agent, end_other, slow)
        except Refused as refused:
            if refused.code == "bad_code":
                await self._guard.fail_code(attempt)
            else:
                self._guard.drop_code(attempt)
            raise
        self._guard.drop_code(attempt)
        return found
