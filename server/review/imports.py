"""Files of games that come up in chunks: gathered, read, checked whole, and kept only if all of it is good."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from msgspec.json import Encoder

from bots.errors import BotError
from server.errors import Refused, refusal
from server.protocol.inbound import ImportChunk, ImportClose, ImportOpen
from server.protocol.outbound import Ack
from server.review.analyst import Follower
from server.review.reading import Read, Rejected
from server.store import imports
from server.store.ids import new_id
from server.store.imports import ImportedGame
from server.store.store import Store

encode = Encoder().encode

MOST_NAME = 80
MOST_IMPORTS = 1000
"""Games out of files that one player may keep."""
READ = "server.review.reading:read"


@dataclass
class Upload:
    """What has come of one file; ``bytes`` of it in UTF-8."""

    opened: ImportOpen
    chunks: list[str] = field(default_factory=list)
    bytes: int = 0


class Imports:
    """The uploads of all connections, one of each.

    ``run`` calls a function by its place in a process for background work, as `bots.executor.Executor.run` does;
    ``now`` gives the time in ms.
    """

    def __init__(self, store: Store, run: Callable[..., Awaitable[Any]], now: Callable[[], int]) -> None:
        self._store = store
        self._run = run
        self._now = now
        self._uploads: dict[Follower, Upload] = {}

    async def open(self, sender: Follower, command: ImportOpen) -> None:
        """Begin an upload in place of the connection's last one."""
        made = await self._store.room_of_command(sender.player, command.id)
        if made is None:
            if await imports.count(self._store, sender.player) >= MOST_IMPORTS:
                raise Refused(code="too_many_imports", limit=MOST_IMPORTS)
            self._uploads[sender] = Upload(command)
        sender.send(encode(Ack(command.id, made)))

    async def chunk(self, sender: Follower, command: ImportChunk) -> None:
        """Take the next chunk, or the last one again; raises Refused."""
        upload = self._upload(sender, command.upload)
        again = command.n == len(upload.chunks) - 1 and command.text == upload.chunks[-1]
        if not again:
            size = upload.bytes + len(command.text.encode())
            if command.n != len(upload.chunks) or size > upload.opened.bytes:
                raise Refused(code="wrong_chunk", next=len(upload.chunks))
            upload.chunks.append(command.text)
            upload.bytes = size
        sender.send(encode(Ack(command.id)))

    async def close(self, sender: Follower, command: ImportClose) -> None:
        """Keep the game if it is one; raises Refused, and then nothing is kept."""
        made = await self._store.room_of_command(sender.player, command.upload)
        if made is None:
            upload = self._upload(sender, command.upload)
            if upload.bytes != upload.opened.bytes:
                raise Refused(code="wrong_chunk", next=len(upload.chunks))
            found = await self._read(upload)
            self._uploads.pop(sender, None)
            if isinstance(found, Rejected):
                raise Refused("", code=found.code, **found.detail)
            made = await imports.insert(self._store, _game(upload.opened, found, sender.player, self._now()))
        sender.send(encode(Ack(command.id, made)))

    def forget(self, sender: Follower) -> None:
        """The connection is gone, and with it what it has not completed."""
        self._uploads.pop(sender, None)

    async def _read(self, upload: Upload) -> Read | Rejected:
        """Raises Refused, and the upload stays, where nobody has time to read it."""
        opened = upload.opened
        try:
            found: Read | Rejected = await self._run(
                READ, opened.format, "".join(upload.chunks), opened.rules, awaited=True
            )
        except BotError as error:
            raise refusal(error, f"import of {opened.bytes} bytes of {opened.format}") from None
        return found

    def _upload(self, sender: Follower, id: str) -> Upload:
        upload = self._uploads.get(sender)
        if upload is None or upload.opened.id != id:
            raise Refused(code="no_upload")
        return upload


def _game(opened: ImportOpen, found: Read, owner: str, now: int) -> ImportedGame:
    record = found.record
    return ImportedGame(
        id=new_id(),
        owner=owner,
        command=opened.id,
        file=opened.name,
        visibility=opened.visibility,
        rules=found.rules,  # type: ignore[arg-type]  # a name of `gomoku.rulesets`
        size=record.size,  # type: ignore[arg-type]  # one of the rule set's
        black=record.black[:MOST_NAME],
        white=record.white[:MOST_NAME],
        moves=record.moves,
        think_ms=record.think_ms,
        winner=found.winner,
        reason=found.reason,
        line=found.line,
        played_at=_played_at(record.date, now),
        at=now,
    )


def _played_at(date: str | None, now: int) -> int:
    if date is None:
        return now
    return int(datetime.strptime(date, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
