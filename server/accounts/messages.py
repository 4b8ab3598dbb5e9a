"""Handlers of messages about one's identity: name, devices, one-time codes, consent."""

from server.accounts.accounts import CODE_LENGTH, Accounts, bare_code, derive_code
from server.accounts.redeeming import Redeeming
from server.accounts.sessions import TRY_COST, Sessions
from server.handlers import Client, Handlers
from server.protocol import inbound
from server.protocol.outbound import Ack, Device, DeviceList, DevicesChanged
from server.store import answers

RENAME_SHARE = 3
"""Burst share: the name is sent to everybody at the player's tables, so that three renames at once are the limit."""


class AccountMessages:
    """Answers through ``accounts`` and ``redeeming``, and notifies the player's other connections through
    ``sessions``.
    """

    def __init__(self, accounts: Accounts, sessions: Sessions, redeeming: Redeeming) -> None:
        self._accounts = accounts
        self._redeeming = redeeming
        self._sessions = sessions

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of these messages."""
        handlers.add(inbound.Rename, self._rename, burst_share=RENAME_SHARE)
        handlers.add(inbound.Code, self._make_code, address_cost=TRY_COST)
        handlers.add(inbound.Redeem, self._redeem, address_cost=TRY_COST)
        handlers.add(inbound.Devices, self._list_devices)
        handlers.add(inbound.EndDevice, self._accounts.once(self._end_device))
        handlers.add(inbound.Consent, self._consent)

    async def _rename(self, client: Client, message: inbound.Rename, at: int) -> None:
        player = await self._accounts.rename(client.player, message.name)
        self._sessions.rename(player.id, player.name)
        client.say(Ack(message.id, name=player.name))

    async def _make_code(self, client: Client, message: inbound.Code, at: int) -> None:
        code = bare_code(derive_code(client.secret, CODE_LENGTH, message.id))
        code, expires_at = await self._accounts.make_code(client.player, client.device, code, client.address)
        client.say(Ack(message.id, code=code, expires_at=expires_at))

    async def _redeem(self, client: Client, message: inbound.Redeem, at: int) -> None:
        player, token, other = await self._redeeming.redeem(client, message.code, message.id, message.end_other)
        await self._sessions.sign_in(client, token, at)
        client.say(Ack(message.id))  # last: a client with the acknowledgement has the token, too
        if message.end_other:
            await self._sessions.dismiss(self._sessions.of_device(other), "signed_out")
        self._tell_devices_changed(player.id)

    async def _list_devices(self, client: Client, message: inbound.Devices, at: int) -> None:
        devices = []
        for device in await self._accounts.list_devices(client.player):
            here = bool(self._sessions.of_device(device.id))
            devices.append(
                Device(
                    id=device.id,
                    created_at=device.created_at,
                    used_at=at if here else device.last_used_at,
                    browser=device.browser,
                    system=device.system,
                    here=here,
                    this=device.id == client.device,
                )
            )
        client.say(DeviceList(message.id, devices))

    async def _end_device(self, client: Client, message: inbound.EndDevice, at: int) -> None:
        done = Ack(message.id)
        kept = answers.keep(client.player, done, at)
        await self._accounts.end_device(client.player, client.device, message.device, kept)
        client.say(done)
        await self._sessions.dismiss(self._sessions.of_device(message.device), "signed_out")
        self._tell_devices_changed(client.player)

    async def _consent(self, client: Client, message: inbound.Consent, at: int) -> None:
        await self._accounts.consent(client.player, message.named)
        client.say(Ack(message.id))

    def _tell_devices_changed(self, player: str) -> None:
        for client in self._sessions.anywhere(player):
            client.say(DevicesChanged())
