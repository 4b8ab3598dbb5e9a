"""Identities: a guest is a random token; whoever shows the token is that player."""

import hashlib
import secrets
import string
from collections.abc import Callable
from contextlib import suppress
from time import time
from typing import Any

from server.accounts.devices import device_name
from server.accounts.look_alikes import make_look
from server.accounts.names import clean_name, make_guest_name
from server.errors import Refused, StoreError
from server.protocol.values import Language, OffenceName
from server.store import accounts as stored
from server.store import devices, players
from server.store.accounts import StoredAccount
from server.store.database import Database
from server.store.records import StoredDevice, StoredPlayer
from server.store.sql import Conflict, Statement

CODE_MS = 600_000
CODE_LENGTH = 8
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without 0 and O, 1, I and L, which are read for each other."""

MOST_DEVICES = devices.MOST
"""Of one player; a code brings it to no more."""

SEEN_MS = 3_600_000
"""How old the note of a player's last visit gets before it is written again."""

Noting = Callable[[str, str], Statement]

_BASE62 = string.digits + string.ascii_letters


def _now() -> int:
    return int(time() * 1000)


class Accounts:
    """The players of ``store``. ``now`` is the time in milliseconds since 1970."""

    def __init__(self, store: Database, now: Callable[[], int] = _now) -> None:
        self._store = store
        self._now = now

    async def make_guest(self, lang: Language, agent: str = "") -> tuple[StoredPlayer, str]:
        """A new player, named in the language ``lang``, and the token, which is kept nowhere.

        ``agent`` is what the device says of itself, here and below.
        """
        token = new_token()
        digits = 4
        while True:
            player = StoredPlayer(new_id(), make_guest_name(lang, digits), self._now())
            try:
                await players.insert(self._store, player, hash_secret(token), device_name(agent))
            except Conflict:
                digits += 1  # the short names are filling up
            else:
                return player, token

    async def find_by_token(self, token: str, agent: str | None = None) -> StoredPlayer | None:
        """Whose token it is. Refused("banned") for one who is kept out, Refused("signed_out") for an ended device."""
        known = await players.find_by_token(self._store, hash_secret(token))
        if known is None:
            return None
        let_in(known.player, self._now())
        if known.ended:
            raise Refused(code="signed_out")
        now = self._now()
        if now - known.noted_at > SEEN_MS:
            name = None if agent is None else device_name(agent)
            with suppress(StoreError):  # a full disk is no reason to send a player away
                if not await players.note_seen(self._store, known.player.id, hash_secret(token), name, now):
                    return None
        return known.player

    async def list_devices(self, player_id: str) -> list[StoredDevice]:
        """A player's devices, the last used first."""
        return await devices.list_devices(self._store, player_id)

    async def end_device(self, player_id: str, device: str) -> None:
        """Let a device be the player no longer. Refused("unknown_device")."""
        if not await devices.end_device(self._store, player_id, device, self._now()):
            raise Refused(code="unknown_device")

    async def rename(self, player_id: str, name: str, note: Noting | None = None) -> StoredPlayer:
        """Another name for a player. Refused: "bad_name", "mixed_scripts", "name_reserved", "name_taken",
        "no_player".

        ``note`` makes of the name before and the name after what is kept with it.
        """
        player = await players.find_player(self._store, player_id)
        if player is None or player.deleted_at is not None:
            raise Refused(code="no_player")
        try:
            wanted = clean_name(name, player.name if player.account_at is None else "")
            noted = () if note is None else (note(player.name, wanted),)
            if not await players.rename(self._store, player_id, wanted, make_look(wanted), *noted):
                raise Refused(code="name_taken")
        except Conflict as error:
            raise Refused(code="name_taken") from error
        renamed = await players.find_player(self._store, player_id)
        assert renamed is not None
        return renamed

    async def consent(self, player_id: str, named: bool) -> None:
        """Whether what a player has taught may carry the name, from now on."""
        await players.set_consent(self._store, player_id, named)

    async def make_code(self, player_id: str, device: str = "") -> tuple[str, int]:
        """A code that works once, and until when; ``device`` asks for it. An earlier one works no longer."""
        code, now = _random(CODE_ALPHABET, CODE_LENGTH), self._now()
        await players.set_code(self._store, player_id, hash_secret(code), now + CODE_MS, bytes.fromhex(device), now)
        return code, now + CODE_MS

    async def redeem(
        self,
        code: str,
        by: str,
        command: str,
        agent: str = "",
        end_other: bool = False,
        slow_hash: bytes | None = None,
    ) -> tuple[StoredPlayer, str, str]:
        """The player behind a code, a new token, for the player ``by``, and the device that asked for the code.

        With ``end_other`` that device is ended. Refused("bad_code"), Refused("banned"), Refused("too_many_devices").
        A code works for one command: the same again, whose answer may have been lost, brings another token.

        ``slow_hash`` is that of a teacher's code; the device that was used longest ago makes room for what it brings.
        """
        token, now = new_token(), self._now()
        code_hash = hash_code(code) if slow_hash is None else slow_hash
        player = await players.find_by_code(self._store, code_hash, by, command, now)
        if player is None:
            raise Refused(code="bad_code")
        let_in(player, now)
        # whoever has one code has one turn: nobody else can add a device meanwhile
        if slow_hash is not None:
            await self._store.execute(stored.end_devices(player.id, now, keep=MOST_DEVICES - 1))
        elif len(await self.list_devices(player.id)) >= MOST_DEVICES + end_other:
            raise Refused(code="too_many_devices", limit=MOST_DEVICES)
        name = device_name(agent)
        other = await players.redeem(
            self._store, player.id, code_hash, hash_secret(token), name, by, command, now, end_other
        )
        if other is None:
            raise Refused(code="bad_code")
        return player, token, other.hex()


def device_of(token: str) -> str:
    """What the device that has this token is called by."""
    return devices.make_id(hash_secret(token))


def let_in(player: StoredPlayer | StoredAccount, now: int) -> None:
    """Raise Refused("banned") for one who is kept out."""
    if player.banned_at is None or (player.banned_until is not None and player.banned_until <= now):
        return
    raise Refused(code="banned", **tell_ban(player.banned_until, player.banned_for))


def tell_ban(until: int | None, why: OffenceName | None) -> dict[str, Any]:
    """What who is kept out is told: why, where that was said, and until when, where it ends by itself."""
    return {name: value for name, value in (("until", until), ("why", why)) if value is not None}


def new_id() -> str:
    """What a player is called by from now on, whatever the name."""
    return _random(_BASE62, 12)


def new_token() -> str:
    """What proves a player from now on."""
    return secrets.token_urlsafe(32)


def new_code(length: int) -> str:
    """A code as people read and type it, in groups of four."""
    text = _random(CODE_ALPHABET, length)
    return "-".join(text[i : i + 4] for i in range(0, length, 4))


def bare_code(code: str) -> str:
    """A code, however it was typed."""
    return "".join(code.replace("-", "").split()).upper()


def hash_code(code: str) -> bytes:
    """What is kept of a code, however it was typed."""
    return hash_secret(bare_code(code))


def _random(alphabet: str, length: int) -> str:
    return "".join(secrets.choice(alphabet) for _ in range(length))


def hash_secret(secret: str) -> bytes:
    """What is kept of a token or a code: they are long and random, so that nobody finds them by trying."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).digest()
