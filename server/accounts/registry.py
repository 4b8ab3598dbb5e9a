"""The registry of accounts: names are kept, signed in to with a password or a code, looked after and given up."""

import asyncio
from collections.abc import Callable, Collection
from time import time

from msgspec import Struct

from server.accounts.accounts import hash_code, hash_secret, let_in, new_code, new_token
from server.accounts.devices import device_name
from server.accounts.guard import Guard, Guess
from server.accounts.hashing import Hashing
from server.accounts.look_alikes import make_look
from server.accounts.names import clean_name
from server.accounts.passwords import require_password
from server.accounts.second_factor import SecondFactor
from server.errors import Refused
from server.handlers import Client
from server.protocol.values import Registration
from server.store import accounts, audit, identities, joining, players
from server.store.accounts import NewAccount, NewDevice, StoredAccount
from server.store.database import Database
from server.store.records import StoredPlayer
from server.store.sql import Conflict

RECOVERY_CODES = 8
CODE_LENGTH = 16
"""Of codes that last: 79 bits, which nobody finds from their hashes."""
DAY_MS = 86_400_000
RESET_MS = 3 * DAY_MS
INVITATION_MS = 30 * DAY_MS
OWNER_MS = DAY_MS


class SignedIn(Struct, frozen=True):
    """A player on a device: its token, and codes that are shown now and never again."""

    player: StoredPlayer
    token: str
    codes: list[str] = []


def _now() -> int:
    return int(time() * 1000)


class Registry:
    """The accounts of ``store``. ``now`` is the time in ms; ``registration`` says who may keep a name.

    What a client asks for is counted against its address. All raise Refused("wait") while that has to wait.
    """

    def __init__(
        self, store: Database, hashing: Hashing, now: Callable[[], int] = _now, registration: Registration = "open"
    ) -> None:
        self._store = store
        self._hashing = hashing
        self._now = now
        self.registration: Registration = registration
        self.guard = Guard(store, now)
        self.second = SecondFactor(store, now)
        self._lock = asyncio.Lock()
        """One change of who is who at a time: what was looked up still holds when it is written."""

    async def keep_name(self, client: Client, name: str, password: str, invitation: str = "") -> SignedIn:
        """Make a guest an account: the same player, with this device alone, by a new token.

        Refused: "has_account", "registration_closed", "bad_invitation", "bad_name", "mixed_scripts", "name_reserved",
        "name_taken", "weak_password".
        """
        await self._require_guest(client.player)
        clean = clean_name(name)
        require_password(password, clean)
        invited = await self._require_invitation(client, invitation)
        if (await accounts.find_by_look(self._store, make_look(clean))) is not None:
            raise Refused(code="name_taken")
        await self.guard.register(client.address)
        hash = await self._hashing.make_hash(password, client.address)
        token, codes = new_token(), _new_codes()
        account = NewAccount(client.player, clean, make_look(clean), hash)
        device, hashes = _device(token, client), [hash_code(code) for code in codes]
        async with self._lock:
            await self._require_guest(client.player)
            await self._require_invitation(client, invitation)
            try:
                await accounts.insert(
                    *(self._store, account, self._now()), device=device, codes=hashes, invitation=invited
                )
            except Conflict as error:
                await self._player(client.player)  # deleted at this very moment
                raise Refused(code="name_taken") from error
            return SignedIn(await self._player(client.player), token, codes)

    async def keep_vouched(self, client: Client, name: str, issuer: str, subject: str) -> SignedIn:
        """The same for who is vouched for by a provider, as its person, without a password or an invitation.

        Refused: "has_account", "bad_name", "mixed_scripts", "name_reserved", "identity_taken", "name_taken".
        """
        await self._require_guest(client.player)
        clean = clean_name(name)
        await self._require_new(clean, issuer, subject)
        await self.guard.register(client.address)
        token, account = new_token(), NewAccount(client.player, clean, make_look(clean))
        identity = identities.insert(issuer, subject, client.player, self._now())
        async with self._lock:
            await self._require_guest(client.player)
            await self._require_new(clean, issuer, subject)  # with one ticket two may have come at once
            try:
                await accounts.insert(self._store, account, self._now(), device=_device(token, client), more=[identity])
            except Conflict as error:
                await self._player(client.player)  # deleted at this very moment
                raise Refused(code="name_taken") from error
            return SignedIn(await self._player(client.player), token)

    async def sign_in(self, client: Client, name: str, password: str, totp: str = "") -> StoredAccount:
        """The account of a name and its password. Refused("bad_sign_in") where either is wrong, and nothing says which;
        "totp_wanted", "bad_totp", "banned", "disabled"."""
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
            await accounts.improve_hash(self._store, account.player, kept, anew)
        _require_open(account, self._now())
        return account

    async def open_device(self, client: Client, account: StoredAccount) -> SignedIn:
        """A device of an account's for a client. What it was before is ended, but for a guest."""
        token = new_token()
        changes = accounts.list_device_changes(account.player, _device(token, client), self._now())
        before = await players.find_player(self._store, client.player)
        if before is not None and before.account_at is not None:
            changes.insert(0, accounts.end_device(before.id, client.device, self._now()))
        await self._store.execute(*changes)
        return SignedIn(await self._player(account.player), token)

    async def require_joinable(self, guest: str, account: str) -> bool:
        """Whether a player is a guest who may be joined to an account; Refused("plays_itself") where they play."""
        player = await players.find_player(self._store, guest)
        if guest == account or player is None or player.account_at is not None or player.deleted_at is not None:
            return False
        if await joining.plays_itself(self._store, guest, account):
            raise Refused(code="plays_itself")
        return True

    async def join(self, guest: str, account: str, client: Client | None = None) -> SignedIn:
        """Make what a guest has the account's, where there is a ``client`` with a device of the account's for it."""
        token = new_token()
        async with self._lock:
            if not await self.require_joinable(guest, account):
                raise Refused(code="has_account")  # made on another device at this very moment
            await self._join(guest, account, None if client is None else _device(token, client))
        return SignedIn(await self._player(account), token)

    async def list_late(self, account: str) -> list[str]:
        """Guests that were joined to an account, and have begun something at that very moment."""
        return await joining.list_aliases(self._store, account)

    async def join_late(self, guest: str, account: str) -> None:
        """Bring that to the account, too."""
        async with self._lock:
            await self._join(guest, account)

    async def _join(self, guest: str, account: str, device: NewDevice | None = None) -> None:
        try:
            await joining.join(self._store, guest, account, self._now(), device)
        except Conflict:
            await self._player(account)  # deleted at this very moment
            raise

    async def recover(self, client: Client, name: str, code: str, password: str, totp: str = "") -> SignedIn:
        """Give an account another password by a code, and the client its only device. Refused: "bad_recovery",
        "totp_wanted", "bad_totp"."""
        look = make_look(name)
        attempt = self.guard.begin(look, client.address)
        account = await accounts.find_named(self._store, name, look)
        hash = hash_code(code)
        async with self._lock:
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
            kept, token = await self._hashing.make_hash(password, client.address), new_token()
            await self._store.execute(
                accounts.drop_code(hash),
                *accounts.list_password_changes(account.player, kept, self._now(), spare=b""),
                identities.remove_all(account.player),  # who had got in may have linked one of his own
                *accounts.list_device_changes(account.player, _device(token, client), self._now()),
            )
        return SignedIn(await self._player(account.player), token)

    async def change_password(self, client: Client, old: str, new: str) -> None:
        """Another password; all other devices are ended. Refused("bad_password") for a wrong old one."""
        account = await self.require_password(client, old)
        require_password(new, account.name)
        kept = await self._hashing.make_hash(new, client.address)
        spare = bytes.fromhex(client.device)
        await self._store.execute(*accounts.list_password_changes(client.player, kept, self._now(), spare=spare))

    async def make_recovery_codes(self, client: Client, password: str, totp: str = "") -> list[str]:
        """New recovery codes; those of before work no longer. Each stands in for the second factor, which is asked for:
        else the password alone would get around it."""
        await self.require_password(client, password, totp)
        codes = _new_codes()
        await accounts.set_recovery_codes(self._store, client.player, map(hash_code, codes), self._now())
        return codes

    async def claim_owner(self, client: Client, code: str) -> None:
        """Make the client's account the owner's, by a code of the command line, and note it. Refused("bad_code")."""
        account = await self.require_account(client.player)
        attempt = self.guard.begin(f"owner {client.address}", client.address)
        async with self._lock:
            found = await accounts.find_code(self._store, hash_code(code), self._now())
            if found is None or found.kind != "owner":
                await self.guard.fail(attempt)
                raise Refused(code="bad_code")
            self.guard.drop(attempt)
            noted = audit.insert(account.player, None, "claim_owner", account.player, {}, self._now())
            await accounts.set_role(self._store, account.player, "owner", hash_code(code), noted=[noted])

    async def require_deletion(self, client: Client, password: str) -> None:
        """Raise Refused unless a player may be deleted: an account by its password; a guest at once, and so who is
        vouched for by a provider and has none."""
        account = await accounts.find_account(self._store, client.player)
        if account is None or (account.password is None and await identities.has_any(self._store, client.player)):
            return
        await self.require_password(client, password)

    async def delete(self, player: str, besides: Collection[str] = ()) -> None:
        """Forget a player; the games stay, with nobody in that seat. Conflict while the player plays a rated game, but
        for those ``besides``."""
        async with self._lock:
            await players.delete(self._store, player, self._now(), besides=besides)

    async def _require_second(self, account: StoredAccount, totp: str, attempt: Guess, spent: bytes = b"") -> None:
        """Raise Refused where the second factor is missing or wrong; a wrong one counts like a wrong password."""
        try:
            await self.second.require(account.player, totp, spent)
        except Refused as refused:
            if refused.code == "bad_totp":
                await self.guard.fail(attempt)
            else:
                self.guard.drop(attempt)
            raise

    async def require_password(self, client: Client, password: str, totp: str | None = None) -> StoredAccount:
        """The client's account, by its password, and by its second factor where that is given. Refused: "no_account",
        "bad_password", "totp_wanted", "bad_totp"."""
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
        """The account of a player; Refused("no_account")."""
        account = await accounts.find_account(self._store, player)
        if account is None:
            raise Refused(code="no_account")
        return account

    async def require_open(self, player: str) -> StoredAccount:
        """An account that may be signed in to; Refused("no_account"), Refused("banned"), Refused("disabled")."""
        account = await self.require_account(player)
        _require_open(account, self._now())
        return account

    async def require_vouched(self, client: Client, player: str, totp: str) -> StoredAccount:
        """The account that a provider's person signs in to. Refused: "totp_wanted", "bad_totp", and as above."""
        account = await self.require_open(player)
        if await self.second.is_on(player):  # else nobody's guesses at the password make this one wait
            attempt = self.guard.begin(account.look, client.address)
            await self._require_second(account, totp, attempt)
            self.guard.drop(attempt)
        return account

    async def link(self, player: str, issuer: str, subject: str) -> None:
        """Have an account signed in to by a provider's person. Refused: "identity_taken", "has_identity"."""
        async with self._lock:
            account = await self.require_open(player)
            if account.password is None:
                raise Refused(code="no_password")
            known = await identities.find_player(self._store, issuer, subject)
            if known not in (None, player):
                raise Refused(code="identity_taken")
            if any(row["issuer"] == issuer for row in await identities.list_identities(self._store, player)):
                raise Refused(code="has_identity")
            await self._store.execute(identities.insert(issuer, subject, player, self._now()))

    async def unlink(self, client: Client, issuer: str, password: str, totp: str) -> None:
        """Undo that, by the password. Refused: "no_password", "bad_password", "no_identity"."""
        await self.require_own(client, password, totp)
        async with self._lock:
            linked = await identities.list_identities(self._store, client.player)
            if all(row["issuer"] != issuer for row in linked):
                raise Refused(code="no_identity")
            await self._store.execute(identities.remove(client.player, issuer))

    async def require_own(self, client: Client, password: str, totp: str) -> StoredAccount:
        """The client's account, by its password and its second factor. Refused: "no_account", "no_password", ..."""
        if (await self.require_account(client.player)).password is None:
            raise Refused(code="no_password")
        return await self.require_password(client, password, totp)

    async def _require_guest(self, player: str) -> None:
        if await accounts.find_account(self._store, player) is not None:
            raise Refused(code="has_account")

    async def _require_new(self, name: str, issuer: str, subject: str) -> None:
        """Raise Refused where a provider's person has an account, or where a name is that of one."""
        if (await identities.find_player(self._store, issuer, subject)) is not None:
            raise Refused(code="identity_taken")
        if (await accounts.find_by_look(self._store, make_look(name))) is not None:
            raise Refused(code="name_taken")

    async def _require_invitation(self, client: Client, code: str) -> bytes:
        """The hash of a code that lets somebody have an account; empty where none is needed."""
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
