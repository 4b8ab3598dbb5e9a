"""Uploads of the owner: patterns for the bots, trees for players."""

import asyncio
from collections.abc import Sequence

from bots.errors import BotError
from bots.executor import Execute
from bots.workers.fair_queue import Asker
from server.errors import Refused, to_refusal
from server.handlers import Client, Handlers
from server.moderation.act import Live
from server.moderation.powers import Powers
from server.moderation.roles import OWNER
from server.protocol.inbound import PatternsClose, UploadOpen, UploadTree
from server.protocol.outbound import Ack, ImportedPatterns
from server.staff import learned_process
from server.staff.learned_process import PatternsRejected
from server.steady_time import Now
from server.store import audit
from server.store.database import Database
from server.store.knowledge import patterns
from server.store.people import players
from server.store.sql import Conflict, Statement
from server.store.trees import tree_rows
from server.store.trees.tree_rows import NewTree
from server.trees import keeper as keeping
from server.trees.gathering import GatheredFile, Gathering, Key
from server.trees.keeper import TreeKeeper
from server.trees.uploads import TreeUploads

AT_ONCE = 100
"""Patterns per transaction, so that a move waits only milliseconds for it."""
ASKED_AT_ONCE = 1_000
"""Patterns per query for known ones."""

Proven = tuple[str, str, str]
"""The rules, key and body of a pattern."""


class StaffUploads:
    """Takes files of ``gathering`` from staff that ``powers`` allows, and logs each. ``run`` calls a function in a
    process, as `bots.executor.Executor.run` does; ``live`` publishes patterns, ``trees`` and ``keeper`` store trees;
    ``now`` is in ms."""

    def __init__(
        self,
        store: Database,
        run: Execute,
        live: Live,
        keeper: TreeKeeper,
        trees: TreeUploads,
        gathering: Gathering,
        powers: Powers,
        now: Now,
    ) -> None:
        self._store = store
        self._run = run
        self._live = live
        self._keeper = keeper
        self._trees = trees
        self._gathering = gathering
        self._powers = powers
        self._now = now
        self._jobs: dict[Key, asyncio.Task[None]] = {}
        """Files of patterns under proof, or refused and not yet asked about."""
        gathering.admit("patterns", self._admit_patterns)

    def register(self, handlers: Handlers) -> None:
        """Register the handlers."""
        self._powers.guard(handlers, UploadTree, self._make_tree)
        self._powers.guard(handlers, PatternsClose, self._close)

    async def close(self) -> None:
        """Cancel running uploads."""
        jobs = list(self._jobs.values())
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)

    async def _admit_patterns(self, client: Client, message: UploadOpen) -> Ack | None:
        done = await self._find_patterns(self._powers.require_files(client.player), message.id)
        return None if done is None else Ack(message.id, patterns=done)

    async def _close(self, client: Client, message: PatternsClose, at: int) -> None:
        key = client.player, message.upload
        if key not in self._jobs:
            done = await self._find_patterns(*key)
            if done is not None:
                client.say(Ack(message.id, patterns=done))
                return
            self._prove_patterns(self._gathering.finish(*key, "patterns"), message.note)
        client.say(Ack(message.id, patterns=await self._answer_patterns(key)))

    # --- trees ----------------------------------------------------------------------------------------------------

    async def _make_tree(self, client: Client, message: UploadTree, at: int) -> None:
        key = client.player, message.upload
        made = await tree_rows.find_of_command(self._store, message.owner, message.upload)
        if made is not None:
            client.say(Ack(message.id, tree=made))
            return
        try:
            made = await self._keeper.answer(*key)
        except KeyError:
            player = await players.find_player(self._store, message.owner)
            if player is None or player.deleted_at is not None:
                raise Refused(code="no_player") from None
            upload = self._gathering.finish(*key, "tree")

            def note(tree: NewTree) -> Statement:
                data = {"tree": tree.id, "file": upload.opened.name, "note": message.note}
                return audit.insert(*(*key, "tree_import", message.owner, data, tree.at), roles=OWNER)

            await self._trees.begin(upload, message, message.owner, note=note)
            made = await self._keeper.answer(*key)
        client.say(Ack(message.id, tree=made))

    # --- patterns -------------------------------------------------------------------------------------------------

    def _prove_patterns(self, upload: GatheredFile, note: str) -> None:
        for key, job in list(self._jobs.items()):
            if key == upload.key:
                return  # another connection was faster
            if not job.done():
                raise Refused(code="tree_busy")
            del self._jobs[key]  # nobody asked again
        self._jobs[upload.key] = job = asyncio.create_task(self._bring(upload, note))
        job.add_done_callback(lambda job: job.cancelled() or job.exception())

    async def _answer_patterns(self, key: Key) -> ImportedPatterns | None:
        """Wait a moment for a file of patterns; None if it takes longer. Refused, once, if the file was."""
        job = self._jobs[key]
        await asyncio.wait([job], timeout=keeping.ANSWER_S)
        if not job.done():
            return None
        self._jobs.pop(key, None)
        job.result()
        return await self._find_patterns(*key)

    async def _bring(self, upload: GatheredFile, note: str) -> None:
        opened = upload.opened
        asker = Asker(upload.address, upload.player)
        try:
            found: list[Proven] | PatternsRejected = await self._run(
                learned_process.prove, bytes(upload.data), large=True, asker=asker
            )
        except BotError as error:
            raise to_refusal(error, f"proving of {opened.bytes} bytes of patterns") from None
        finally:
            self._gathering.drop(upload.key)
        if isinstance(found, PatternsRejected):
            raise Refused("", code=found.code, **found.detail)
        await self._keep_patterns(upload.player, opened, note, found)

    async def _keep_patterns(self, player: str, opened: UploadOpen, note: str, found: Sequence[Proven]) -> None:
        keys = list({key for _, key, _ in found})
        new = len(keys)
        for begin in range(0, len(keys), ASKED_AT_ONCE):
            new -= await patterns.count_known(self._store, keys[begin : begin + ASKED_AT_ONCE])
        data = {"file": opened.name, "read": len(found), "new": new, "note": note}
        now = self._now()
        noted = audit.insert(player, opened.id, "patterns_import", None, data, now, roles=OWNER)
        try:
            await self._store.execute(noted, *(patterns.add_imported(*each, now) for each in found[:AT_ONCE]))
        except Conflict:
            if await audit.has_command(self._store, player, opened.id):
                return  # another connection was faster
            raise
        for begin in range(AT_ONCE, len(found), AT_ONCE):
            await self._store.execute(*(patterns.add_imported(*each, now) for each in found[begin : begin + AT_ONCE]))
        self._live.patterns_changed()

    async def _find_patterns(self, player: str, command: str) -> ImportedPatterns | None:
        """Return the result of a command from its line in the log, or None."""
        read, new = [await audit.find_detail(self._store, player, command, name) for name in ("read", "new")]
        return None if read is None or new is None else ImportedPatterns(int(read), int(new))
