"""Redemption of codes that identify their player: one's own for another device, and those of a class."""

from server.accounts.accounts import Accounts
from server.accounts.guard import Guard
from server.errors import Refused
from server.handlers import Client
from server.store.records import StoredPlayer


class Redeeming:
    """Turns clients into the players behind codes; guesses wait by address."""

    def __init__(self, accounts: Accounts, guard: Guard) -> None:
        self._accounts = accounts
        self._guard = guard

    async def redeem(self, client: Client, code: str, command: str, end_other: bool) -> tuple[StoredPlayer, str, str]:
        """Redeem a code. Return its player, a new token, and the device that asked for the code, if any.

        Raises Refused as `Accounts.redeem` does, and "wait".
        """
        attempt = self._guard.begin_code(client.address)
        try:
            found = await self._accounts.redeem(code, client.player, command, client.agent, end_other, client.address)
        except Refused as refused:
            if refused.code == "bad_code":
                await self._guard.fail_code(attempt)
            else:
                self._guard.drop_code(attempt)
            raise
        self._guard.drop_code(attempt)
        return found
