"""Handler of acts of staff by the page; the command line performs the same."""

import asyncio
from functools import partial

from server.accounts.accounts import derive_code, hash_code, hash_secret, new_token
from server.accounts.registry import CODE_LENGTH
from server.background import Background
from server.errors import Refused
from server.handlers import Client, Handlers
from server.moderation.act import Live, StaffAct
from server.moderation.powers import Powers
from server.operator.changes import collect_acts, find_tree_owner, perform
from server.protocol.inbound import DoAct
from server.protocol.outbound import Ack
from server.steady_time import Now
from server.store import audit
from server.store.database import Database
from server.store.games import game_lists
from server.store.people import accounts, players
from server.store.people.notices import Notice
from server.store.sql import Conflict, Statement


class ActMessages:
    """Performs acts in the running server ``live``, for staff that ``powers`` allows. Holds ``rebuilding`` during a
    rebuild."""

    def __init__(
        self,
        store: Database,
        live: Live,
        powers: Powers,
        now: Now,
        *,
        rebuilding: asyncio.Lock,
    ) -> None:
        self._store = store
        self._live = live
        self._powers = powers
        self._now = now
        self._rebuilding = rebuilding
        self._background = Background()
        self._acts = collect_acts()

    def register(self, handlers: Handlers) -> None:
        """Handle `act`."""
        self._powers.guard(handlers, DoAct, self._act)

    async def close(self) -> None:
        """Cancel a rebuild that is running."""
        await self._background.close()

    async def _act(self, client: Client, message: DoAct, at: int) -> None:
        act = self._acts[message.act]
        secret, hashed = _make_secret(client, act, message.id)
        if await audit.has_command(self._store, client.player, message.id):
            client.say(Ack(message.id, code=await self._find_secret(secret, hashed)))
            return
        self._powers.require_act(client.player, act, message.target)
        if act.decides_game:
            seated = await game_lists.read_players(self._store, message.target)
            if not all(self._powers.may_judge(client.player, each) for each in seated):
                raise Refused(code="not_staff")
        upon = await self._find_player(act, message.target)
        data = _describe(act, message)
        note = audit.insert(client.player, message.id, act.name, upon, data, self._now(), roles=act.roles)
        try:
            await self._do(act, message, hashed, note)
        except (Conflict, Refused) as error:
            if not await audit.has_command(self._store, client.player, message.id):
                if isinstance(error, Refused):
                    raise Refused(code=error.code) from None  # the sentence is the command line's
                await self._powers.require_act_still(client.player, act, message.target)
                raise
            secret = await self._find_secret(secret, hashed)  # the same command on another connection was faster
        client.say(Ack(message.id, code=secret))

    async def _find_secret(self, secret: str | None, hashed: str) -> str | None:
        """Return the code of a command that was done before, while it works."""
        found = await accounts.find_code(self._store, bytes.fromhex(hashed), self._now())
        return None if found is None else secret

    async def _find_player(self, act: StaffAct, target: str) -> str | None:
        """Return the player whom an act concerns: its target, or the owner of the tree. Refused("no_player")."""
        if not act.upon_player:
            return await find_tree_owner(self._store, act, target)
        found = await players.find_player(self._store, target)
        if found is None or found.deleted_at is not None:
            raise Refused(code="no_player")
        return found.id

    async def _do(self, act: StaffAct, message: DoAct, hashed: str, note: Statement) -> None:
        if act.argument is not None and act.argument.choices and message.argument not in act.argument.choices:
            raise Refused(code="bad_message")
        notice = Notice(0, act.name, message.target, hashed or message.argument)
        work = partial(perform, self._store, notice, self._live, _tell_nobody, [note])
        if not act.rebuilds:
            await work()
            return
        if self._rebuilding.locked():
            raise Refused(code="rebuild_running")
        await self._rebuilding.acquire()

        async def rebuild() -> None:
            await work()

        self._background.spawn(rebuild()).add_done_callback(lambda _: self._rebuilding.release())


def _make_secret(client: Client, act: StaffAct, command: str) -> tuple[str | None, str]:
    """Make the code or token that an act answers. Return it and its hash in hexadecimal digits; None and "" for others.

    A code is derived from a secret of the device, so that a repeated command has the same one: the answer may have been
    lost.
    """
    if act.answers == "token":
        token = new_token()  # works for good, and is told once
        return token, hash_secret(token).hex()
    if act.answers == "code":
        code = derive_code(client.secret, CODE_LENGTH, command)
        return code, hash_code(code).hex()
    return None, ""


async def _tell_nobody(_: str) -> None:
    """Drop the progress: the page shows none."""


def _describe(act: StaffAct, message: DoAct) -> dict[str, str]:
    """Return what the log says of an act beside who did it, and to whom."""
    return {"note": message.note} | act.describe("" if act.upon_player else message.target, message.argument)
