"""Identities: a guest is a random token; whoever shows the token is that player."""

import hashlib
import secrets
import string
from collections.abc import Callable
from contextlib import suppress
from time import time

from server.accounts.names import cleaned, guest_name
from server.errors import Refused, StoreError
from server.protocol.shapes import Language
from server.store import players
from server.store.rows import Player
from server.store.store import Store
from server.store.writer import Conflict

CODE_MS = 600_000
CODE_LENGTH = 8
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without 0 and O, 1, I and L, which are read for each other."""

SEEN_MS = 3_600_000
"""How old the note of a player's last visit gets before it is written again."""

_BASE62 = string.digits + string.ascii_letters


def _now() -> int:
    return int(time() * 1000)


class Accounts:
    """The players of ``store``. ``now`` is the time in milliseconds since 1970."""

    def __init__(self, store: Store, now: Callable[[], int] = _now) -> None:
        self._store = store
        self._now = now

    async def guest(self, lang: Language) -> tuple[Player, str]:
        """A new player, named in the language ``lang``, and the token, which is kept nowhere."""
        token = _new_token()
        digits = 4
        while True:
            player = Player(_random(_BASE62, 12), guest_name(lang, digits), self._now())
            try:
                await players.insert(self._store, player, _hash(token))
            except Conflict:
                digits += 1  # the short names are filling up
            else:
                return player, token

    async def by_token(self, token: str) -> Player | None:
        """Whose token it is. Refused("banned") for one who is kept out."""
        found = await players.by_token(self._store, _hash(token))
        if found is None:
            return None
        player, seen_at = found
        _let_in(player)
        now = self._now()
        if now - seen_at > SEEN_MS:
            with suppress(StoreError):  # a full disk is no reason to send a player away
                await players.seen(self._store, player.id, now)
        return player

    async def rename(self, player_id: str, name: str) -> Player:
        """Another name for a player. Refused("bad_name"), Refused("name_taken"), Refused("no_player")."""
        player = await players.by_id(self._store, player_id)
        if player is None or player.deleted_at is not None:
            raise Refused(code="no_player")
        try:
            await players.rename(self._store, player_id, cleaned(name, player.name))
        except Conflict as error:
            raise Refused(code="name_taken") from error
        renamed = await players.by_id(self._store, player_id)
        assert renamed is not None
        return renamed

    async def code(self, player_id: str) -> tuple[str, int]:
        """A code that works once, and until when. An earlier one works no longer."""
        code, now = _random(CODE_ALPHABET, CODE_LENGTH), self._now()
        await players.set_code(self._store, player_id, _hash(code), now + CODE_MS, now)
        return code, now + CODE_MS

    async def redeem(self, code: str, by: str, command: str) -> tuple[Player, str]:
        """The player behind a code, and a new token, for the player ``by``. Refused("bad_code"), Refused("banned").

        A code works for one command: the same again, whose answer may have been lost, brings another token.
        """
        token, now = _new_token(), self._now()
        code_hash = _hash("".join(code.replace("-", "").split()).upper())
        player = await players.by_code(self._store, code_hash, by, command, now)
        if player is None:
            raise Refused(code="bad_code")
        _let_in(player)
        if not await players.redeem(self._store, code_hash, _hash(token), by, command, now):
            raise Refused(code="bad_code")
        return player, token


def _let_in(player: Player) -> None:
    if player.banned_at is not None:
        raise Refused(code="banned")


def _new_token() -> str:
    return secrets.token_urlsafe(32)


def _random(alphabet: str, length: int) -> str:
    return "".join(secrets.choice(alphabet) for _ in range(length))


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode(errors="surrogatepass")).digest()
