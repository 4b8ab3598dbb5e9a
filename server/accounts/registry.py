"""The registry of accounts: creation, sign-in with a password or a code, changes and deletion."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from time import time

from msgspec import Struct
from msgspec.structs import replace

from server.accounts.accounts import hash_code, hash_secret, let_in, new_code, new_token
from server.accounts.devices import device_name
from server.accounts.guard import Guard, Guess
from server.accounts.hashing import Hashing
from server.accounts.look_alikes import make_look
from server.accounts.names import clean_name
from server.accounts.passwords import require_password
from server.accounts.second_factor import SecondFactor
from server.answers import Asked, Complete, once
from server.errors import Refused
from server.handlers import Client, Handle
from server.protocol.values import Registration
from server.steady_time import Now
from server.store import audit, joining, settings
from server.store.database import Database
from server.store.people import accounts, identities, players, second_factors
from server.store.people.accounts import NewAccount, NewDevice, StoredAccount
from server.store.records import StoredPlayer
from server.store.sql import Conflict, Statement

RECOVERY_CODES = 8
CODE_LENGTH = 16
"""Length of long-lived codes: 79 bits, which cannot be found from their hashes."""
DAY_MS = 86_400_000
RESET_MS = 3 * DAY_MS
INVITATION_MS = 30 * DAY_MS
OWNER_MS = DAY_MS


class SignedIn(Struct, frozen=True):
    """A player signed in on a device: the token, and codes that are shown once."""

    player: StoredPlayer
    token: str
    codes: list[str] = []


def _now() -> int:
    return int(time() * 1000)


class Registry:
    """The accounts in ``store``. ``now`` returns the time in ms; ``registration`` says who may create an account.

    Requests of a client count against its address. All raise Refused("wait") while that must wait.
    """

    def __init__(
        self,
        store: Database,
        hashing: Hashing,
        now: Now = _now,
        registration: Registration = "open",
        wall: Now | None = None,
    ) -> None:
        self._store = store
        self._hashing = hashing
        self._now = now
        self.registration: Registration = registration
        self.guard = Guard(store, now)
        self.second = SecondFactor(store, now, wall or now)
        self._lock = asyncio.Lock()
        """Serialises joins and deletions: games read before a write are still the guest's when it happens."""

    def once(
        self,
        call: Handle[Asked],
        complete: Complete[Asked] = lambda client, message, kept: kept,
    ) -> Callable[[Client, Asked, int], Awaitable[None]]:
        """Wrap ``call``: a repeated command gets the answer of the first (`server.answers`)."""
        return once(self._store, call, complete)

    async def keep_name(self, client: Client, name: str, password: str, invitation: str = "") -> SignedIn:
        """Turn a guest into an account: the same player, with this device only and a new token.

        Raises Refused: "has_account", "registration_closed", "bad_invitation", "bad_name", "mixed_scripts",
        "name_reserved", "name_taken", "weak_password".
        """
        await self._require_guest(client.player)
        clean = clean_name(name)
        require_password(password, clean)
        admitted = settings.demand_value("registration", "open", self.registration)
        invited = await self._require_invitation(client, invitation)
        if (await accounts.find_by_look(self._store, make_look(clean))) is not None:
            raise Refused(code="name_taken")
        await self.guard.register(client.address)
        hash = await self._hashing.make_hash(password, client.address)
        token, codes = new_token(), _new_codes()
        account = NewAccount(client.player, clean, make_look(clean), hash)
        device, hashes = _device(token, client), [hash_code(code) for code in codes]
        here = second_factors.demand_device(client.player, client.device)
        try:
            await accounts.insert(
                *(self._store, account, self._now()),
                device=device,
                codes=hashes,
                invitation=invited,
                first=[here, admitted],
            )
        except Conflict as error:
            await self._explain_no_account(client)
            if not await self._holds([admitted]):  # changed by another process
                raise Refused(code="registration_closed") from None
            if invited:
                await self._require_invitation(client, invitation)
            raise Refused(code="name_taken") from error
        return SignedIn(await self._player(client.player), token, codes)

    async def keep_vouched(self, client: Client, name: str, issuer: str, subject: str) -> SignedIn:
        """Turn a guest into an account for a provider's person, without a password or an invitation.

        Raises Refused: "has_account", "bad_name", "mixed_scripts", "name_reserved", "identity_taken", "name_taken".
        """
        await self._require_guest(client.player)
        clean = clean_name(name)
        await self._require_new(clean, issuer, subject)
        await self.guard.register(client.address)
        token, account = new_token(), NewAccount(client.player, clean, make_look(clean))
        identity = identities.insert(issuer, subject, client.player, self._now())
        device, here = _device(token, client), second_factors.demand_device(client.player, client.device)
        try:
            await accounts.insert(self._store, account, self._now(), device=device, more=[identity], first=[here])
        except Conflict as error:
            await self._explain_no_account(client)
            await self._require_new(clean, issuer, subject)  # two requests may have used one ticket at once
            raise Refused(code="name_taken") from error
        return SignedIn(await self._player(client.player), token)

    async def _explain_no_account(self, client: Client) -> None:
        """Raise Refused if a concurrent change prevents the client from creating an account for its player."""
        await self._require_guest(client.player)
        await self._player(client.player)  # deleted at this moment
        if client.device not in {each.id for each in await second_factors.list_devices(self._store, client.player)}:
            raise Refused(code="signed_out")

    async def sign_in(self, client: Client, name: str, password: str, totp: str = "") -> StoredAccount:
        """Return the account of a name and its password. Raises Refused("bad_sign_in") if either is wrong, without
        saying which; "totp_wanted", "bad_totp", "banned", "disabled".
        """
        look = make_look(name)
        attempt = self.guard.begin(look, client.address)
        account = await accounts.find_named(self._store, name, look)
        kept = None if account is None else account.password
        try:
            right, anew = await self._hashing.verify(kept, password, client.address)
        except Refused:
            self.guard.drop(attempt)
            raise
        if account is None or not right:
            await self.guard.fail(attempt)
            raise Refused(code="bad_sign_in")
        await self._require_second(account, totp, attempt)
        await self.guard.succeed(attempt)
        if anew is not None and kept is not None:
            if not await accounts.improve_hash(self._store, account.player, kept, anew):
                raise Refused(code="bad_sign_in")  # the password was changed meanwhile
            account = replace(account, password=anew)
        _require_open(account, self._now())
        return account

    async def open_device(self, client: Client, account: StoredAccount, needed: Sequence[Statement] = ()) -> SignedIn:
        """Create a device of an account for a client that has proven to be its player. The client's former device is
        ended, unless it is a guest's.

        Raises Refused if that proof no longer holds, as the account is closed, has another password or second factor,
        or a ``needed`` condition fails: "bad_sign_in", "banned", "disabled", "no_account".
        """
        token, now = new_token(), self._now()
        try:
            await self._store.execute(
                accounts.demand_open(account, now),
                *needed,
                accounts.leave_device(client.player, client.device, now),
                *accounts.list_device_changes(account.player, _device(token, client), now),
            )
        except Conflict:
            raise await self._explain_no_device(account) from None
        return SignedIn(await self._player(account.player), token)

    async def _explain_no_device(self, account: StoredAccount) -> Refused:
        await self.require_open(account.player)
        return Refused(code="bad_sign_in")

    async def require_joinable(self, guest: str, account: str) -> bool:
        """Return whether a player is a guest who may be joined to an account; raises Refused("plays_itself") if the two
        play each other.
        """
        player = await players.find_player(self._store, guest)
        if guest == account or player is None or player.account_at is not None or player.deleted_at is not None:
            return False
        if await joining.plays_itself(self._store, guest, account):
            raise Refused(code="plays_itself")
        return True

    async def join(
        self,
        guest: str,
        account: str,
        client: Client | None = None,
        proven: StoredAccount | None = None,
        needed: Sequence[Statement] = (),
    ) -> SignedIn:
        """Move everything of a guest to an account, and give ``client``, if there is one, a device of the account. What
        the client has ``proven`` and all ``needed`` conditions must still hold. Raises Refused as `open_device` does,
        and "has_account".
        """
        token, device = new_token(), None
        if client is not None:
            device = _device(token, client)
        if proven is not None:
            needed = [accounts.demand_open(proven, self._now()), *needed]
        try:
            async with self._lock:
                await joining.join(
                    *(self._store, guest, account, self._now(), device), [accounts.demand_guest(guest), *needed]
                )
        except Conflict:
            await self._player(account)  # deleted at this moment
            await self._require_guest(guest)  # turned into an account on another device at this moment
            await self.require_joinable(guest, account)  # sat down against the account at this moment
            if proven is not None:
                raise await self._explain_no_device(proven) from None
            raise
        return SignedIn(await self._player(account), token)

    async def list_late(self, account: str) -> list[str]:
        """List guests that were joined to an account and have concurrently begun something."""
        return await joining.list_aliases(self._store, account)

    async def join_late(self, guest: str, account: str) -> None:
        """Move what such a guest has begun to the account, too."""
        async with self._lock:
            try:
                await joining.join(self._store, guest, account, self._now())
            except Conflict:
                await self._player(account)  # deleted at this moment
                raise

    async def recover(self, client: Client, name: str, code: str, password: str, totp: str = "") -> SignedIn:
        """Set a new password by a code, and make the client the account's only device. Raises Refused: "bad_recovery",
        "totp_wanted", "bad_totp".
        """
        look = make_look(name)
        attempt = self.guard.begin(look, client.address)
        account = await accounts.find_named(self._store, name, look)
        hash = hash_code(code)
        found = await accounts.find_code(self._store, hash, self._now())
        if account is None or found is None or found.player != account.player:
            await self.guard.fail(attempt)
            raise Refused(code="bad_recovery")
        _require_open(account, self._now())
        try:
            require_password(password, account.name)
        except Refused:
            self.guard.drop(attempt)
            raise
        await self._require_second(account, totp, attempt, hash)
        self.guard.drop(attempt)
        kept, token, now = await self._hashing.make_hash(password, client.address), new_token(), self._now()
        try:
            await self._store.execute(
                accounts.demand_open(account, now, same=False),
                accounts.demand_code(hash, [found.kind], account.player, now),
                accounts.drop_code(hash),
                *accounts.list_password_changes(account.player, kept, now, spare=b""),
                identities.remove_all(account.player),  # an intruder may have linked an identity
                *accounts.list_device_changes(account.player, _device(token, client), now),
            )
        except Conflict:
            await self.require_open(account.player)
            raise Refused(code="bad_recovery") from None
        return SignedIn(await self._player(account.player), token)

    async def change_password(self, client: Client, old: str, new: str, *noted: Statement) -> None:
        """Change the password, together with ``noted``; all other devices are ended. Raises Refused("bad_password") for
        a wrong old one.
        """
        account = await self.require_password(client, old)
        require_password(new, account.name)
        kept = await self._hashing.make_hash(new, client.address)
        spare = bytes.fromhex(client.device)
        changes = accounts.list_password_changes(client.player, kept, self._now(), spare=spare)
        await self.change(client, account, *changes, *noted)

    async def change(self, client: Client, account: StoredAccount, *changes: Statement) -> None:
        """Make changes that the client's password has authorised, while it is still the password and the device is not
        ended. Raises Refused("bad_password"), Refused("signed_out").
        """
        async with self.explaining(client, account):
            await self._store.execute(*self.list_needs(client, account), *changes)

    def list_needs(self, client: Client, account: StoredAccount) -> list[Statement]:
        """List the conditions that must still hold after the password of a client's account was checked."""
        return [
            accounts.demand_password(client.player, account.password),
            second_factors.demand_device(client.player, client.device),
        ]

    @asynccontextmanager
    async def explaining(self, client: Client, account: StoredAccount) -> AsyncIterator[None]:
        """Turn a Conflict of the block into Refused if one of these conditions fails."""
        try:
            yield
        except Conflict:
            by_now = await accounts.find_account(self._store, client.player)
            if by_now is None or by_now.password != account.password:
                raise Refused(code="bad_password") from None
            if client.device not in {each.id for each in await second_factors.list_devices(self._store, client.player)}:
                raise Refused(code="signed_out") from None
            raise

    async def make_recovery_codes(
        self, client: Client, password: str, totp: str = "", codes: Sequence[str] = (), *noted: Statement
    ) -> Sequence[str]:
        """Store new recovery codes, or the given ones; the former ones stop working. The second factor is required, as
        a recovery code can replace it.
        """
        account = await self.require_password(client, password, totp)
        codes = codes or _new_codes()
        changes = accounts.list_recovery_code_changes(client.player, map(hash_code, codes), self._now())
        await self.change(client, account, *changes, *noted)
        return codes

    async def claim_owner(self, client: Client, code: str, *noted: Statement) -> None:
        """Make the client's account the owner's, by a code of the command line, together with ``noted``. Raises
        Refused("bad_code").
        """
        account = await self.require_account(client.player)
        attempt = self.guard.begin(f"owner {client.address}", client.address)
        hash, now = hash_code(code), self._now()
        act = audit.insert(account.player, None, "claim_owner", account.player, {}, now)
        needed = [
            accounts.demand_code(hash, ["owner"], None, now),
            second_factors.demand_device(client.player, client.device),
        ]
        try:
            await accounts.set_role(self._store, account.player, "owner", hash, needed=needed, noted=[act, *noted])
        except Conflict:
            await self.guard.fail(attempt)
            raise Refused(code="bad_code") from None
        self.guard.drop(attempt)

    async def require_deletion(self, client: Client, password: str) -> list[Statement]:
        """Raise Refused unless a player may be deleted: an account needs its password; a guest, and a provider's person
        without a password, need nothing. Return the conditions that must hold at the deletion.
        """
        account = await accounts.find_account(self._store, client.player)
        if account is None:
            return [accounts.demand_guest(client.player), second_factors.demand_device(client.player, client.device)]
        if account.password is not None or not await identities.has_any(self._store, client.player):
            account = await self.require_password(client, password)
        return self.list_needs(client, account)

    async def delete(self, player: str, besides: Collection[str] = (), *, needed: Sequence[Statement] = ()) -> None:
        """Delete a player; the games stay with an empty seat. Raises Conflict while the player plays a rated game other
        than ``besides``, and Refused("bad_password") if a ``needed`` condition fails.
        """
        async with self._lock:
            try:
                await players.delete(self._store, player, self._now(), needed=needed, besides=besides)
            except Conflict:
                if await self._holds(needed):
                    raise
                raise Refused(code="bad_password") from None

    async def _holds(self, needed: Sequence[Statement]) -> bool:
        try:
            await self._store.execute(*needed)
        except Conflict:
            return False
        return True

    async def _require_second(self, account: StoredAccount, totp: str, attempt: Guess, spent: bytes = b"") -> None:
        """Raise Refused if the second factor is missing or wrong; a wrong one counts like a wrong password."""
        try:
            await self.second.require(account.player, totp, spent)
        except Refused as refused:
            if refused.code == "bad_totp":
                await self.guard.fail(attempt)
            else:
                self.guard.drop(attempt)
            raise

    async def require_password(self, client: Client, password: str, totp: str | None = None) -> StoredAccount:
        """Return the client's account after a check of its password, and of its second factor if that is given. Raises
        Refused: "no_account", "bad_password", "totp_wanted", "bad_totp".
        """
        account = await self.require_account(client.player)
        attempt = self.guard.begin(account.look, client.address)
        try:
            right, _ = await self._hashing.verify(account.password, password, client.address)
        except Refused:
            self.guard.drop(attempt)
            raise
        if not right:
            await self.guard.fail(attempt)
            raise Refused(code="bad_password")
        if totp is not None:
            await self._require_second(account, totp, attempt)
        await self.guard.succeed(attempt)
        return account

    async def require_account(self, player: str) -> StoredAccount:
        """Return the account of a player; raises Refused("no_account")."""
        account = await accounts.find_account(self._store, player)
        if account is None:
            raise Refused(code="no_account")
        return account

    async def require_open(self, player: str) -> StoredAccount:
        """Return an account that may sign in; raises Refused("no_account"), Refused("banned"), Refused("disabled")."""
        account = await self.require_account(player)
        _require_open(account, self._now())
        return account

    async def require_vouched(self, client: Client, player: str, totp: str) -> StoredAccount:
        """Return the account of a provider's person. Raises Refused: "totp_wanted", "bad_totp", and as
        `require_open`.
        """
        account = await self.require_open(player)
        if await self.second.is_on(player):  # otherwise guesses at the password must not delay this sign-in
            attempt = self.guard.begin(account.look, client.address)
            await self._require_second(account, totp, attempt)
            self.guard.drop(attempt)
        return account

    async def link(self, client: Client, issuer: str, subject: str, *noted: Statement) -> None:
        """Link the client's account with a provider's person. Raises Refused: "no_password", "identity_taken",
        "has_identity".
        """
        account = await self.require_open(client.player)
        if account.password is None:
            raise Refused(code="no_password")
        try:
            await self.change(
                *(client, account, identities.demand_none(client.player, issuer)),
                identities.insert(issuer, subject, client.player, self._now()),
                *noted,
            )
        except Conflict:
            known = await identities.find_player(self._store, issuer, subject)
            raise Refused(code="identity_taken" if known not in (None, client.player) else "has_identity") from None

    async def unlink(self, client: Client, issuer: str, password: str, totp: str, *noted: Statement) -> None:
        """Remove that link, by the password. Raises Refused: "no_password", "bad_password", "no_identity"."""
        account = await self.require_own(client, password, totp)
        linked = await identities.list_identities(self._store, client.player)
        if all(each.issuer != issuer for each in linked):
            raise Refused(code="no_identity")
        await self.change(client, account, identities.remove(client.player, issuer), *noted)

    async def require_own(self, client: Client, password: str, totp: str) -> StoredAccount:
        """Return the client's account by its password and second factor. Raises Refused: "no_account", "no_password",
        and as `require_password`.
        """
        if (await self.require_account(client.player)).password is None:
            raise Refused(code="no_password")
        return await self.require_password(client, password, totp)

    async def _require_guest(self, player: str) -> None:
        if await accounts.find_account(self._store, player) is not None:
            raise Refused(code="has_account")

    async def _require_new(self, name: str, issuer: str, subject: str) -> None:
        """Raise Refused if a provider's person already has an account, or if an account has the name."""
        if (await identities.find_player(self._store, issuer, subject)) is not None:
            raise Refused(code="identity_taken")
        if (await accounts.find_by_look(self._store, make_look(name))) is not None:
            raise Refused(code="name_taken")

    async def _require_invitation(self, client: Client, code: str) -> bytes:
        """Return the hash of an invitation; empty if none is needed. Raises Refused."""
        if self.registration == "closed":
            raise Refused(code="registration_closed")
        if self.registration == "open":
            return b""
        attempt = self.guard.begin(f"invitation {client.address}", client.address)
        found = await accounts.find_code(self._store, hash_code(code), self._now())
        if found is None or found.kind != "invitation":
            await self.guard.fail(attempt)
            raise Refused(code="bad_invitation")
        self.guard.drop(attempt)
        return hash_code(code)

    async def _player(self, id: str) -> StoredPlayer:
        player = await players.find_player(self._store, id)
        if player is None or player.deleted_at is not None:
            raise Refused(code="deleted")
        let_in(player, self._now())
        return player


def _require_open(account: StoredAccount, now: int) -> None:
    let_in(account, now)
    if account.disabled_at is not None:
        raise Refused(code="disabled")


def _device(token: str, client: Client) -> NewDevice:
    return NewDevice(hash_secret(token), device_name(client.agent))


def _new_codes() -> list[str]:
    return [new_code(CODE_LENGTH) for _ in range(RECOVERY_CODES)]
