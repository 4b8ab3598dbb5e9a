"""Identities: a guest is a random token; anybody with the token is that player."""

import asyncio
import hashlib
import hmac
import secrets
import string
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from time import time
from typing import Any

from server.accounts.devices import device_name
from server.accounts.guest_names import Choose, make_guest_name
from server.accounts.look_alikes import make_look
from server.accounts.names import clean_name
from server.accounts.passwords import hash_codes
from server.answers import Asked, once
from server.errors import Refused, StoreError
from server.handlers import Client, Handle
from server.protocol.values import Language, OffenceName
from server.steady_time import Now
from server.store.database import Database
from server.store.people import players, second_factors
from server.store.people.accounts import StoredAccount
from server.store.records import StoredDevice, StoredPlayer
from server.store.sql import Conflict, Statement

CODE_MS = 600_000
CODE_LENGTH = 8
"""Length of codes for another device: 39 bits, with a slow hash, valid for minutes."""
PUPILS_LENGTH = 10
"""Length of a class's codes: 49 bits, with a slow hash, valid for weeks."""
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without 0 and O, 1, I and L, which are easily confused."""

MOST_DEVICES = second_factors.MOST
"""Most devices of one player; a code adds none beyond that."""

SEEN_MS = 3_600_000
"""Age at which the note of a player's last visit is written again."""

TRIES = 3
"""Most attempts of a rename, which fails when another rename of the player happens at the same time."""

Noting = Callable[[str, str], Statement]
HashCodes = Callable[[list[str], str], Awaitable[list[bytes]]]
"""Computes slow hashes of codes, for a client at an address."""

_BASE62 = string.digits + string.ascii_letters


def _now() -> int:
    return int(time() * 1000)


async def _hash_in_thread(codes: list[str], address: str) -> list[bytes]:
    return await asyncio.to_thread(hash_codes, codes)


class Accounts:
    """The players in ``store``. ``now`` returns the time in ms since 1970; ``hash_codes`` is slow; ``choose``
    chooses the names of guests.
    """

    def __init__(
        self,
        store: Database,
        now: Now = _now,
        hash_codes: HashCodes = _hash_in_thread,
        choose: Choose = secrets.randbelow,
    ) -> None:
        self._store = store
        self._now = now
        self._hash_codes = hash_codes
        self._choose = choose
        self._salt = ""

    async def make_guest(self, lang: Language, agent: str = "") -> tuple[StoredPlayer, str]:
        """Create a player named in the language ``lang``. Return them and their token, which is stored nowhere.

        ``agent`` is the device's user agent, here and below.
        """
        token = new_token()
        attempt = 0
        while True:
            player = StoredPlayer(new_id(), make_guest_name(lang, attempt, self._choose), self._now())
            free = players.demand_free_look(make_look(player.name))
            try:
                await players.insert(self._store, player, hash_secret(token), device_name(agent), free)
            except Conflict:
                attempt += 1  # somebody has this name
            else:
                return player, token

    async def find_by_token(self, token: str, agent: str | None = None) -> StoredPlayer | None:
        """Return the player of a token, None if unknown. Raises Refused("banned"), and Refused("signed_out") for an
        ended device.
        """
        known = await players.find_by_token(self._store, hash_secret(token))
        if known is None:
            return None
        let_in(known.player, self._now())
        if known.ended:
            raise Refused(code="signed_out")
        now = self._now()
        if now - known.noted_at > SEEN_MS:
            name = None if agent is None else device_name(agent)
            with suppress(StoreError):  # a full disk is no reason to turn a player away
                if not await players.note_seen(self._store, known.player.id, hash_secret(token), name, now):
                    return None
        return known.player

    async def list_devices(self, player_id: str) -> list[StoredDevice]:
        """List a player's devices, last used first."""
        return await second_factors.list_devices(self._store, player_id)

    async def end_device(self, player_id: str, by: str, device: str, *noted: Statement) -> None:
        """Sign a device out at the request of the device ``by``. Raises Refused("unknown_device"), also where another
        process has signed out ``by``.
        """
        try:
            await second_factors.end_device(self._store, player_id, by, device, self._now(), *noted)
        except Conflict:
            raise Refused(code="unknown_device") from None

    async def rename(
        self, player_id: str, name: str, note: Noting | None = None, needed: Sequence[Statement] = ()
    ) -> StoredPlayer:
        """Rename a player. Raises Refused: "bad_name", "mixed_scripts", "name_reserved", "name_taken", "no_player".

        ``note`` maps the old and the new name to a statement that is written in the same transaction. If one of
        ``needed`` fails, the name counts as taken.
        """
        for _ in range(TRIES):
            player = await players.find_player(self._store, player_id)
            if player is None or not await players.is_there(self._store, player_id):
                raise Refused(code="no_player")
            wanted = clean_name(name, player.name if player.account_at is None else "")
            noted = () if note is None else (note(player.name, wanted),)
            try:
                kept = await players.rename(
                    *(self._store, player_id, wanted, make_look(wanted), *noted),
                    needed=[players.demand_same(player), *needed],
                )
            except Conflict:
                kept = False
            by_now = await players.find_player(self._store, player_id)
            if kept and by_now is not None:
                return by_now
            if by_now is not None and (by_now.name, by_now.account_at) == (player.name, player.account_at):
                break  # else the player changed during the attempt
        raise Refused(code="name_taken")

    def once(self, call: Handle[Asked]) -> Callable[[Client, Asked, int], Awaitable[None]]:
        """Wrap ``call``: a repeated command gets the answer of the first (`server.answers`)."""
        return once(self._store, call)

    async def consent(self, player_id: str, named: bool) -> None:
        """Set whether a player's name may appear on what they have taught; raises Refused("no_player")."""
        try:
            await players.set_consent(self._store, player_id, named)
        except Conflict:
            raise Refused(code="no_player") from None

    async def make_code(
        self, player_id: str, device: str = "", code: str | None = None, address: str = ""
    ) -> tuple[str, int]:
        """Create a code that works once. Return it and its expiry (ms); the player's earlier code stops working.

        ``device`` is the requesting device; raises Refused("signed_out") if that was ended. A given ``code`` is stored
        as it is.
        """
        code, now = code or _random(CODE_ALPHABET, CODE_LENGTH), self._now()
        hash = await self._hash_code(code, address)
        try:
            until = await players.set_code(self._store, player_id, hash, now + CODE_MS, bytes.fromhex(device), now)
        except Conflict:
            raise Refused(code="signed_out") from None
        return code, until

    async def redeem(
        self, code: str, by: str, command: str, agent: str = "", end_other: bool = False, address: str = ""
    ) -> tuple[StoredPlayer, str, str]:
        """Add a device to the player behind a code, for the player ``by``. Return the player, the new token, and the id
        of the device that asked for the code.

        With ``end_other`` that device is signed out. Raises Refused("bad_code"), Refused("banned"),
        Refused("too_many_devices"). A code works for one command: repeating it, as after a lost answer, returns another
        token. For a teacher's code, the player's least recently used device makes room.
        """
        token, now = new_token(), self._now()
        if len(bare_code(code)) not in (CODE_LENGTH, PUPILS_LENGTH):
            raise Refused(code="bad_code")
        code_hash = await self._hash_code(code, address)
        player = await players.find_by_code(self._store, code_hash, by, command, now)
        if player is None:
            raise Refused(code="bad_code")
        let_in(player, now)
        name = device_name(agent)
        try:
            other = await players.redeem(
                self._store, player.id, code_hash, hash_secret(token), name, by, command, now, end_other
            )
        except Conflict:
            by_now = await players.find_by_code(self._store, code_hash, by, command, now)
            if by_now is None:
                raise Refused(code="bad_code") from None
            let_in(by_now, now)
            raise Refused(code="too_many_devices", limit=MOST_DEVICES) from None
        return player, token, other.hex()

    async def _hash_code(self, code: str, address: str) -> bytes:
        """Return the stored hash of a code for another device or of a class; its spelling is normalised first."""
        bare = bare_code(code)
        if len(bare) != PUPILS_LENGTH:
            self._salt = self._salt or await players.read_code_salt(self._store)
            bare = f"{self._salt} {bare}"  # these codes are few enough for a precomputed table, which the salt prevents
        (hash,) = await self._hash_codes([bare], address)
        return hash


def device_of(token: str) -> str:
    """Return the id of the device with this token."""
    return second_factors.make_id(hash_secret(token))


def let_in(player: StoredPlayer | StoredAccount, now: int) -> None:
    """Raise Refused("banned") for a banned player."""
    if player.banned_at is None or (player.banned_until is not None and player.banned_until <= now):
        return
    raise Refused(code="banned", **tell_ban(player.banned_until, player.banned_for))


def tell_ban(until: int | None, why: OffenceName | None) -> dict[str, Any]:
    """Return the details of a ban for its player: the reason, if given, and the end, if there is one."""
    return {name: value for name, value in (("until", until), ("why", why)) if value is not None}


def new_id() -> str:
    """Return a new random id for a player."""
    return _random(_BASE62, 12)


def new_token() -> str:
    """Return a new secret token, which identifies a player."""
    return secrets.token_urlsafe(32)


def new_code(length: int) -> str:
    """Return a random code in groups of four, as people read and type it."""
    text = _random(CODE_ALPHABET, length)
    return "-".join(text[i : i + 4] for i in range(0, length, 4))


def derive_code(secret: bytes, length: int, *what: str) -> str:
    """Derive a code from a secret: the same arguments give the same code."""
    digest = hmac.digest(secret, "\0".join(what).encode(errors="surrogatepass"), "sha256")
    number, text = int.from_bytes(digest, "big"), ""
    for _ in range(length):
        number, index = divmod(number, len(CODE_ALPHABET))
        text += CODE_ALPHABET[index]
    return "-".join(text[i : i + 4] for i in range(0, length, 4))


def derive_secret(token: str) -> bytes:
    """Derive a device's secret from its token; it is stored nowhere. Codes derived from it can be sent again after a
    lost answer.
    """
    return hmac.digest(token.encode(errors="surrogatepass"), b"codes", "sha256")


def bare_code(code: str) -> str:
    """Normalise a typed code."""
    return "".join(code.replace("-", "").split()).upper()


def hash_code(code: str) -> bytes:
    """Return the stored hash of a long code; its spelling is normalised first."""
    return hash_secret(bare_code(code))


def _random(alphabet: str, length: int) -> str:
    return "".join(secrets.choice(alphabet) for _ in range(length))


def hash_secret(secret: str) -> bytes:
    """Return the stored hash of a token or a long code: these are random, so that a fast hash is safe."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).digest()
