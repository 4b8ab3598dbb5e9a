"""Handler of the acts that staff shares with the command line: what is done, and noted, is the same."""

import asyncio
from collections.abc import Callable
from functools import partial

from server.accounts.accounts import derive_code, hash_code, hash_secret, new_token
from server.accounts.registry import CODE_LENGTH
from server.background import Background
from server.errors import Refused
from server.handlers import Client, Handlers
from server.moderation.powers import GAMES_ACTS, PLAYERS_ACTS, Powers
from server.operator.changes import REBUILDS, Live, perform
from server.operator.moderation import TARGETS, find_tree_owner
from server.protocol.inbound import DoAct
from server.protocol.outbound import Ack
from server.protocol.values import ActName
from server.store import accounts, audit, game_lists, players
from server.store.database import Database
from server.store.notices import Notice
from server.store.sql import Conflict, Statement

WITH_CODE: frozenset[ActName] = frozenset({"account_create", "account_reset", "account_invite"})
ROLES = ("owner", "moderator", "teacher", "bot", "none")
_CODES = {
    "no_room": "unknown_room",
    "no_game": "unknown_game",
    "no_account": "no_player",
    "no_pattern": "unknown_pattern",
    "no_weights": "unknown_weights",
}
"""Codes of the command line, and what clients know of the same."""


class ActMessages:
    """Does what staff asks for, in the running server ``live``, for those whom ``powers`` lets. Where something is
    rebuilt, ``rebuilding`` is held."""

    def __init__(
        self,
        store: Database,
        live: Live,
        powers: Powers,
        now: Callable[[], int],
        *,
        rebuilding: asyncio.Lock,
    ) -> None:
        self._store = store
        self._live = live
        self._powers = powers
        self._now = now
        self._rebuilding = rebuilding
        self._background = Background()

    def register(self, handlers: Handlers) -> None:
        """Have `act` come here."""
        self._powers.guard(handlers, DoAct, self._act)

    async def close(self) -> None:
        """Go on with nothing that is being rebuilt."""
        await self._background.close()

    async def _act(self, client: Client, message: DoAct, at: int) -> None:
        secret, hashed = _make_secret(client, message)
        if await audit.has_command(self._store, client.player, message.id):
            client.say(Ack(message.id, code=await self._find_secret(secret, hashed)))
            return
        self._powers.require_act(client.player, message.act, message.target)
        if message.act in GAMES_ACTS:
            seated = await game_lists.read_players(self._store, message.target)
            if not all(self._powers.may_judge(client.player, each) for each in seated):
                raise Refused(code="not_staff")
        note = audit.insert(
            *(client.player, message.id, message.act, await self._find_target(message), _tell(message), self._now())
        )
        try:
            await self._do(message, hashed, note)
        except (Conflict, Refused) as error:
            if not await audit.has_command(self._store, client.player, message.id):
                if isinstance(error, Refused):
                    raise Refused(code=_CODES.get(error.code, error.code)) from None
                raise
            secret = await self._find_secret(secret, hashed)  # the same command on another connection was faster
        client.say(Ack(message.id, code=secret))

    async def _find_secret(self, secret: str | None, hashed: str) -> str | None:
        """The code of a command that was done before, while it works."""
        found = await accounts.find_code(self._store, bytes.fromhex(hashed), self._now())
        return None if found is None else secret

    async def _find_target(self, message: DoAct) -> str | None:
        """The player whom it is done to, or to whose tree; Refused("no_player")."""
        if message.act not in PLAYERS_ACTS:
            return await find_tree_owner(self._store, message.act, message.target)
        found = await players.find_player(self._store, message.target)
        if found is None or found.deleted_at is not None:
            raise Refused(code="no_player")
        return found.id

    async def _do(self, message: DoAct, hashed: str, note: Statement) -> None:
        if message.act == "account_role" and message.argument not in ROLES:
            raise Refused(code="bad_message", why="there is no such role")
        notice = Notice(0, message.act, message.target, hashed or message.argument)
        work = partial(perform, self._store, notice, self._live, _tell_nobody, [note])
        if message.act not in REBUILDS:
            await work()
            return
        if self._rebuilding.locked():
            raise Refused(code="rebuild_running")
        await self._rebuilding.acquire()

        async def rebuild() -> None:
            await work()

        self._background.spawn(rebuild()).add_done_callback(lambda _: self._rebuilding.release())


def _make_secret(client: Client, message: DoAct) -> tuple[str | None, str]:
    """The code or the token that an act gives, and what is kept of it, in hexadecimal digits; None and nothing.

    A code is the same for the same command, whose answer may have been lost: it is made of a secret of the device.
    """
    if message.act == "account_token":
        token = new_token()  # works for good, and is told once
        return token, hash_secret(token).hex()
    if message.act in WITH_CODE:
        code = derive_code(client.secret, CODE_LENGTH, message.id)
        return code, hash_code(code).hex()
    return None, ""


async def _tell_nobody(_: str) -> None:
    """Nobody waits to hear how far it is."""


def _tell(message: DoAct) -> dict[str, str]:
    """What the log says of an act beside who did it, and to whom."""
    data = {"note": message.note}
    if message.act == "account_role":
        data["argument"] = message.argument
    if message.act not in PLAYERS_ACTS and message.target:
        data[TARGETS.get(message.act.partition("_")[0], "room")] = message.target
    return data
