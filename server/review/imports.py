"""Files of games that come up in chunks: gathered, read, checked whole, and kept only if all of it is good."""

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from msgspec.json import Encoder

from bots.errors import BotError
from bots.workers.fair_queue import Asker
from server.errors import Refused, to_refusal
from server.handlers import Handlers
from server.protocol.inbound import ImportChunk, ImportClose, ImportOpen
from server.protocol.outbound import Ack
from server.review import game_files
from server.review.analysis_followers import AnalysisFollower
from server.review.game_files import FileRejected, GameFile
from server.signals import ClientLeft, Signals
from server.store import imported_games, room_log
from server.store.database import Database
from server.store.imported_games import ImportedGame
from server.store.records import new_id

encode = Encoder().encode

MOST_NAME = 80
MOST_IMPORTS = 1000
"""Games out of files that one player may keep."""
MOST_BYTES = 32 << 20
"""Of all uploads that are under way, together."""
KEPT_SHARE = 6
"""Each one is a game in the store: six at once are all that a player has."""
READ = game_files.read


@dataclass
class Upload:
    """What has come of one file, in UTF-8: so many ``chunks``, and the last of them."""

    opened: ImportOpen
    address: str
    text: bytearray = field(default_factory=bytearray)
    chunks: int = 0
    last: bytes = b""


class Imports:
    """The uploads of all connections, one of each, and of no more than `MOST_BYTES`: beyond that the address that has
    the most of them loses what it has.

    ``run`` calls a function by its place in a process for background work, as `bots.executor.Executor.run` does;
    ``now`` gives the time in ms.
    """

    def __init__(self, store: Database, run: Callable[..., Awaitable[Any]], now: Callable[[], int]) -> None:
        self._store = store
        self._run = run
        self._now = now
        self._uploads: dict[AnalysisFollower, Upload] = {}
        self._bytes = 0

    def register(self, handlers: Handlers) -> None:
        """Have the messages of uploads come here."""
        handlers.add(ImportOpen, lambda client, message, at: self.open(client, message))
        handlers.add(ImportChunk, lambda client, message, at: self.chunk(client, message))
        handlers.add(ImportClose, lambda client, message, at: self.close(client, message), burst_share=KEPT_SHARE)

    def subscribe(self, signals: Signals) -> None:
        """Forget clients that leave."""
        signals.on(ClientLeft, lambda left: self.forget(left.client))

    async def open(self, sender: AnalysisFollower, command: ImportOpen) -> None:
        """Begin an upload in place of the connection's last one."""
        made = await room_log.find_room_of_command(self._store, sender.player, command.id)
        if made is None:
            if await imported_games.count(self._store, sender.player) >= MOST_IMPORTS:
                raise Refused(code="too_many_imports", limit=MOST_IMPORTS)
            self.forget(sender)
            self._uploads[sender] = Upload(command, sender.address)
        sender.send(encode(Ack(command.id, made)))

    async def chunk(self, sender: AnalysisFollower, command: ImportChunk) -> None:
        """Take the next chunk, or the last one again; raises Refused."""
        upload, text = self._upload(sender, command.upload), command.text.encode()
        again = command.n == upload.chunks - 1 and text == upload.last
        if not again:
            if command.n != upload.chunks or len(upload.text) + len(text) > upload.opened.bytes:
                raise Refused(code="wrong_chunk", next=upload.chunks)
            upload.text += text
            upload.chunks += 1
            upload.last = text
            self._bytes += len(text)
            if self._bytes > MOST_BYTES:
                self._make_room()
                self._upload(sender, command.upload)  # or this was one of them
        sender.send(encode(Ack(command.id)))

    async def close(self, sender: AnalysisFollower, command: ImportClose) -> None:
        """Keep the game if it is one; raises Refused, and then nothing is kept."""
        made = await room_log.find_room_of_command(self._store, sender.player, command.upload)
        if made is None:
            upload = self._upload(sender, command.upload)
            if len(upload.text) != upload.opened.bytes:
                raise Refused(code="wrong_chunk", next=upload.chunks)
            found = await self._read(upload, Asker(sender.address, sender.player))
            self.forget(sender)
            if isinstance(found, FileRejected):
                raise Refused("", code=found.code, **found.detail)
            made = await imported_games.insert(self._store, _game(upload.opened, found, sender.player, self._now()))
        sender.send(encode(Ack(command.id, made)))

    def forget(self, sender: AnalysisFollower) -> None:
        """The connection is gone, and with it what it has not completed."""
        upload = self._uploads.pop(sender, None)
        if upload is not None:
            self._bytes -= len(upload.text)

    def _make_room(self) -> None:
        here: Counter[str] = Counter()
        for upload in self._uploads.values():
            here[upload.address] += len(upload.text)
        ((address, _),) = here.most_common(1)
        for sender in [sender for sender, upload in self._uploads.items() if upload.address == address]:
            self.forget(sender)

    async def _read(self, upload: Upload, asker: Asker) -> GameFile | FileRejected:
        """Raises Refused, and the upload stays, where nobody has time to read it."""
        opened = upload.opened
        try:
            found: GameFile | FileRejected = await self._run(
                READ, opened.format, upload.text.decode(), opened.rules, awaited=True, asker=asker
            )
        except BotError as error:
            raise to_refusal(error, f"import of {opened.bytes} bytes of {opened.format}") from None
        return found

    def _upload(self, sender: AnalysisFollower, id: str) -> Upload:
        upload = self._uploads.get(sender)
        if upload is None or upload.opened.id != id:
            raise Refused(code="no_upload")
        return upload


def _game(opened: ImportOpen, found: GameFile, owner: str, now: int) -> ImportedGame:
    record = found.record
    return ImportedGame(
        id=new_id(),
        owner=owner,
        command=opened.id,
        file=opened.name,
        visibility=opened.visibility,
        rules=found.rules,  # type: ignore[arg-type]  # a name of `gomoku.rulesets`
        size=record.size,
        black=record.black[:MOST_NAME],
        white=record.white[:MOST_NAME],
        moves=record.moves,
        think_ms=record.think_ms,
        winner=found.winner,
        reason=found.reason,
        line=found.line,
        played_at=_date_ms(record.date, now),
        at=now,
    )


def _date_ms(date: str | None, now: int) -> int:
    if date is None:
        return now
    return int(datetime.strptime(date, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
