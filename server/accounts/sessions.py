"""Sessions of players: clients by player and by device; greeting, sign-in and dismissal."""

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import Any

from server.accounts.accounts import Accounts, derive_secret, device_of
from server.accounts.far_clients import FarClients
from server.errors import Refused
from server.handlers import Client
from server.protocol.inbound import Hello
from server.protocol.outbound import AccountInfo, Bye, Renamed, Welcome
from server.protocol.values import PROTOCOL, Who
from server.signals import ClientJoined, ClientLeft, PlayerGreeted, PlayerRenamed, Signals
from server.store.records import StoredPlayer

GUEST_COST = 20
"""Cost of a new guest to its address, in messages: each is a row in the store."""
TRY_COST = 10
"""Cost of a password or a code to its address, in messages: each is hashed or looked up, and recorded."""


class Sessions:
    """Clients by player and by device; with `PlayerGreeted` features fill in their parts of the welcome.

    ``far`` has the clients in other processes, None if there are none.
    """

    def __init__(self, accounts: Accounts, signals: Signals, far: FarClients | None = None) -> None:
        self._accounts = accounts
        self._signals = signals
        self._far = far
        signals.on(PlayerRenamed, lambda renamed: self._rename(renamed.player, renamed.name))
        self._of_player: dict[str, set[Client]] = {}
        self._of_device: dict[str, set[Client]] = {}
        """Includes clients that are still being greeted, so that they are dismissed, too, if their device is ended."""
        self._dismissals = 0
        """Rises with each dismissal: a concurrent look-up of a token is then repeated."""

    @property
    def online(self) -> int:
        """Number of people with a connection, in any process."""
        return len(self._of_player) if self._far is None else len(self._of_player.keys() | self._far.players)

    @property
    def players(self) -> list[str]:
        """Ids of the people who are online, in any process."""
        return list(self._of_player if self._far is None else dict.fromkeys([*self._of_player, *self._far.players]))

    def address_of(self, player: str) -> str | None:
        """Return the address from which a player is connected; None if they are not."""
        return next((client.address for client in self.anywhere(player)), None)

    def name_of(self, player: str) -> str:
        """Return the name of a connected player, "" for others."""
        return next((client.name for client in self.anywhere(player)), "")

    @property
    def clients(self) -> list[Client]:
        """All greeted clients of this process."""
        return [client for those in self._of_player.values() for client in those]

    def of_player(self, player: str) -> Collection[Client]:
        """Return a player's clients in this process: for what every process tells its own."""
        return self._of_player.get(player, ())

    def anywhere(self, player: str) -> Collection[Client]:
        """Return a player's clients in all processes: for what one process tells."""
        near = self.of_player(player)
        return near if self._far is None else [*near, *self._far.of_player(player)]

    def of_device(self, device: str) -> Collection[Client]:
        """Return a device's clients in all processes."""
        near = self._of_device.get(device, ())
        return near if self._far is None else [*near, *self._far.of_device(device)]

    async def greet(self, client: Client, hello: Hello, at: int, charge: Callable[[int], None]) -> None:
        """Greet a client: a known token brings its player back, anything else creates a guest, which ``charge(cost)``
        may refuse.
        """
        if hello.protocol != PROTOCOL:
            raise Refused(code="stale_protocol")
        client.page = hello.page
        player = token = None
        if hello.token is not None:
            self._use(client, hello.token)
            player = await self._find(hello.token, client.agent)
        if player is None:
            charge(GUEST_COST)
            player, token = await self._accounts.make_guest(hello.lang, client.agent)
            self._use(client, token)
        self._join(client, player, token, at)

    async def sign_in(self, client: Client, token: str, at: int) -> StoredPlayer:
        """Turn a client into the player of a new token. Raises Refused("signed_out") or Refused("banned") if the token
        was ended meanwhile.
        """
        player = await self._find(token, None)
        if player is None:
            raise Refused(code="signed_out")
        self.become(client, player, token, at)
        return player

    def become(self, client: Client, player: StoredPlayer, token: str, at: int) -> None:
        """Turn a client into another player, with a new token."""
        self._part(client, at)
        self._use(client, token)
        self._join(client, player, token, at)

    async def _find(self, token: str, agent: str | None) -> StoredPlayer | None:
        """Return the player of a token. The look-up is repeated after a concurrent dismissal, which does not reach a
        client that is not greeted yet.
        """
        while True:
            dismissals = self._dismissals
            player = await self._accounts.find_by_token(token, agent)
            if dismissals == self._dismissals:
                return player

    def close(self, client: Client, at: int) -> None:
        """Remove a connection that has closed."""
        self._part(client, at)
        self._use(client, "")

    def rename(self, player: str, name: str) -> None:
        """Tell everybody a player's name, by `PlayerRenamed`."""
        self._signals.emit(PlayerRenamed(player, name))

    def _rename(self, player: str, name: str) -> None:
        """Update a player's name on their own clients; one without a name is deleted, and has none."""
        for client in self.of_player(player) if name else ():
            client.name = name
            client.say(Renamed(Who(player, name)))
            self._tell_came(client)

    async def dismiss(self, clients: Iterable[Client], code: str, detail: dict[str, str | int] | None = None) -> None:
        """Send `Bye` to clients and close their connections; call it after the reason is stored."""
        self._dismissals += 1
        leaving = list(clients)
        for client in leaving:
            client.say(Bye(code, detail or {}))
        await asyncio.gather(*(client.close(1008, code) for client in leaving))

    def _join(self, client: Client, player: StoredPlayer, token: str | None, at: int) -> None:
        client.player, client.name = player.id, player.name
        self._of_player.setdefault(player.id, set()).add(client)
        client.say(self._welcome(player, token, at))
        self._signals.emit(ClientJoined(client, at))
        self._tell_came(client)

    def _tell_came(self, client: Client) -> None:
        if self._far is not None:
            self._far.tell_came(client)

    def _welcome(self, player: StoredPlayer, token: str | None, at: int) -> Welcome:
        account = None
        if player.account_at is not None:
            account = AccountInfo(
                *(player.account_at, player.role, player.codes),
                *(bool(player.has_password), bool(player.is_vouched), bool(player.has_totp)),
            )
        named = None if player.named is None else bool(player.named)
        fields: dict[str, Any] = {"build": "", "rooms": [], "now": at}
        self._signals.emit(PlayerGreeted(player, fields))
        who = Who(player.id, player.name)
        return Welcome(protocol=PROTOCOL, player=who, token=token, named=named, account=account, **fields)

    def _part(self, client: Client, at: int) -> None:
        _discard(self._of_player, client.player, client)
        self._signals.emit(ClientLeft(client, at))
        if self._far is not None:
            self._far.tell_went(client)

    def _use(self, client: Client, token: str) -> None:
        """Assign the client to the device of this token, or to none for an empty one."""
        _discard(self._of_device, client.device, client)
        client.device, client.secret = (device_of(token), derive_secret(token)) if token else ("", b"")
        if token:
            self._of_device.setdefault(client.device, set()).add(client)


def _discard(clients: dict[str, set[Client]], key: str, client: Client) -> None:
    those = clients.get(key)
    if those is not None:
        those.discard(client)
        if not those:
            del clients[key]
