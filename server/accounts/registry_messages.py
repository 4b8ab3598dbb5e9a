"""Handlers of messages about accounts: creation, sign-in and sign-out, passwords and codes, deletion."""

from collections.abc import Collection, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Protocol

from msgspec.structs import replace

from server.accounts.accounts import Accounts, derive_code
from server.accounts.leaving import delete_leaving
from server.accounts.registry import CODE_LENGTH, RECOVERY_CODES, Registry, SignedIn
from server.accounts.sessions import GUEST_COST, TRY_COST, Sessions
from server.handlers import Client, Handlers
from server.protocol import inbound
from server.protocol.outbound import Ack, DevicesChanged
from server.protocol.values import Who
from server.signals import PlayersChanged, Signals
from server.store import answers
from server.store.people.accounts import StoredAccount
from server.store.sql import Statement


class Seats(Protocol):
    """The rooms, as far as their players are concerned."""

    def reseat(self, player: str, who: Who) -> AbstractAsyncContextManager[None]:
        """Freeze a player's rooms during the block; afterwards ``who`` has the seats."""

    async def give_up(self, player: str) -> Collection[str]:
        """Resign a player's rated games. Return the ids of those that cannot be ended."""


class RegistryMessages:
    """Answers through ``registry``; ``sessions`` greets a client that becomes another player.

    Settles `PlayersChanged` after joins, deletions and changes of role.
    """

    def __init__(
        self,
        registry: Registry,
        accounts: Accounts,
        sessions: Sessions,
        seats: Seats,
        signals: Signals,
    ) -> None:
        self._registry = registry
        self._signals = signals
        self._accounts = accounts
        self._sessions = sessions
        self._seats = seats

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of these messages."""
        handlers.add(inbound.KeepName, self._keep_name, address_cost=TRY_COST)
        handlers.add(inbound.SignIn, self._sign_in, address_cost=TRY_COST)
        handlers.add(inbound.Recover, self._recover, address_cost=TRY_COST)
        handlers.add(inbound.SignOut, self._sign_out, address_cost=GUEST_COST)
        handlers.add(inbound.ChangePassword, self._registry.once(self._change_password), address_cost=TRY_COST)
        handlers.add(
            inbound.MakeRecoveryCodes,
            self._registry.once(
                self._make_recovery_codes,
                lambda client, message, kept: replace(kept, codes=_make_recovery_codes(client, message)),
            ),
            address_cost=TRY_COST,
        )
        handlers.add(inbound.ClaimOwner, self._registry.once(self._claim_owner), address_cost=TRY_COST)
        handlers.add(inbound.DeletePlayer, self._delete, address_cost=TRY_COST)

    async def _keep_name(self, client: Client, message: inbound.KeepName, at: int) -> None:
        kept = await self._registry.keep_name(client, message.name, message.password, message.invitation)
        await self.show_kept(client, kept, message.id, at)

    async def show_kept(self, client: Client, kept: SignedIn, command: str, at: int) -> None:
        """Greet a client whose guest has become an account, and sign out the guest's other devices."""
        await self._sessions.sign_in(client, kept.token, at)
        client.say(Ack(command, name=kept.player.name, codes=kept.codes))
        self._sessions.rename(kept.player.id, kept.player.name)
        await self._sessions.dismiss(self._others(client), "signed_out")

    async def _sign_in(self, client: Client, message: inbound.SignIn, at: int) -> None:
        account = await self._registry.sign_in(client, message.name, message.password, message.totp)
        await self.enter(client, account, message.join, message.id, at)

    async def enter(
        self,
        client: Client,
        account: StoredAccount,
        join: bool,
        command: str,
        at: int,
        needed: Sequence[Statement] = (),
    ) -> None:
        """Sign a client in to an account that it has proven to own, while that proof and all ``needed`` conditions
        hold; with ``join`` the guest's possessions move to the account.
        """
        guest = client.player
        await self._join_late(account.player, account.name)
        if join and await self._registry.require_joinable(guest, account.player):
            async with self._seats.reseat(guest, Who(account.player, account.name)):
                signed = await self._registry.join(guest, account.player, client, account, needed)
                await self._signals.settle(PlayersChanged((guest, account.player)))
            await self._greet(client, signed, command, at)
            await self._sessions.dismiss(self._sessions.anywhere(guest), "signed_out")
        else:
            await self._greet(client, await self._registry.open_device(client, account, needed), command, at)
        await self._join_late(account.player, account.name)
        self._tell_devices_changed(account.player)

    async def _recover(self, client: Client, message: inbound.Recover, at: int) -> None:
        guest = client.player
        signed = await self._registry.recover(client, message.name, message.code, message.password, message.totp)
        account = signed.player
        joins = message.join and await self._registry.require_joinable(guest, account.id)
        if joins:
            async with self._seats.reseat(guest, Who(account.id, account.name)):
                await self._registry.join(guest, account.id)
                await self._signals.settle(PlayersChanged((guest, account.id)))
        await self._greet(client, signed, message.id, at)
        guests = self._sessions.anywhere(guest) if joins else ()
        await self._sessions.dismiss([*self._others(client), *guests], "signed_out")
        await self._join_late(account.id, account.name)

    async def _sign_out(self, client: Client, message: inbound.SignOut, at: int) -> None:
        await self._registry.require_account(client.player)
        player, device = client.player, client.device
        await self._accounts.end_device(player, device, device)
        guest, token = await self._accounts.make_guest(message.lang, client.agent)
        await self._greet(client, SignedIn(guest, token), message.id, at)
        await self._sessions.dismiss(self._sessions.of_device(device), "signed_out")
        self._tell_devices_changed(player)

    async def _change_password(self, client: Client, message: inbound.ChangePassword, at: int) -> None:
        done = Ack(message.id)
        await self._registry.change_password(client, message.old, message.new, answers.keep(client.player, done, at))
        client.say(done)
        device = client.device
        others = [each for each in self._others(client) if each.device != device]
        await self._sessions.dismiss(others, "signed_out")
        self._tell_devices_changed(client.player)

    async def _make_recovery_codes(self, client: Client, message: inbound.MakeRecoveryCodes, at: int) -> None:
        codes, done = _make_recovery_codes(client, message), Ack(message.id)
        await self._registry.make_recovery_codes(
            client, message.password, message.totp, codes, answers.keep(client.player, done, at)
        )
        client.say(Ack(message.id, codes=codes))

    async def _claim_owner(self, client: Client, message: inbound.ClaimOwner, at: int) -> None:
        done = Ack(message.id)
        await self._registry.claim_owner(client, message.code, answers.keep(client.player, done, at))
        await self._signals.settle(PlayersChanged((client.player,)))
        client.say(done)

    async def _delete(self, client: Client, message: inbound.DeletePlayer, at: int) -> None:
        needed, player = await self._registry.require_deletion(client, message.password), client.player
        await delete_leaving(
            partial(self._seats.give_up, player), partial(self._registry.delete, player, needed=needed)
        )
        await self._signals.settle(PlayersChanged((player,)))
        client.say(Ack(message.id))
        await self._sessions.dismiss(self._sessions.anywhere(player), "deleted")
        self._sessions.rename(player, "")

    async def _greet(self, client: Client, signed: SignedIn, command: str, at: int) -> None:
        player = await self._sessions.sign_in(client, signed.token, at)
        client.say(Ack(command, name=player.name))  # last: a client with the acknowledgement has the token, too

    async def _join_late(self, account: str, name: str) -> None:
        for guest in await self._registry.list_late(account):
            async with self._seats.reseat(guest, Who(account, name)):
                await self._registry.join_late(guest, account)
                await self._signals.settle(PlayersChanged((guest, account)))

    def _others(self, client: Client) -> Collection[Client]:
        return [each for each in self._sessions.anywhere(client.player) if each is not client]

    def _tell_devices_changed(self, player: str) -> None:
        for client in self._sessions.anywhere(player):
            client.say(DevicesChanged())


def _make_recovery_codes(client: Client, message: inbound.MakeRecoveryCodes) -> list[str]:
    return [derive_code(client.secret, CODE_LENGTH, message.id, str(n)) for n in range(RECOVERY_CODES)]
