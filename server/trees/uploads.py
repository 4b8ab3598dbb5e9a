"""Files of variations that come up in chunks: gathered by their offsets, gone on with after a lost connection, read."""

from __future__ import annotations

import base64
import binascii
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from server.errors import Refused
from server.files.formats import ReadingOptions
from server.handlers import Client, Handlers
from server.protocol.inbound import TreeChunk, TreeClose, TreeOpen
from server.protocol.outbound import Ack
from server.store import trees
from server.store.database import Database
from server.trees import tree_file
from server.trees.keeper import TreeKeeper, WantedTree

MOST_UPLOADS = 2
"""Of one player; another one takes the place of the one that was not gone on with for longest."""
MOST_BYTES = 64 << 20
"""Of all uploads that are under way, together."""
KEPT_MS = 600_000
"""What nobody goes on with is forgotten after this."""
CHUNK_COST = 0.25
"""Of a message: a player can send 80 chunks a second, some 230 KB."""


@dataclass(eq=False)
class TreeUpload:
    """What has come of one file."""

    opened: TreeOpen
    player: str
    address: str
    touched_at: int
    data: bytearray = field(default_factory=bytearray)


class TreeUploads:
    """The uploads of all players, by player and command; ``now`` is in ms.

    Beyond `MOST_BYTES` the address that has the most of them loses what it has.
    """

    def __init__(self, store: Database, keeper: TreeKeeper, now: Callable[[], int]) -> None:
        self._store = store
        self._keeper = keeper
        self._now = now
        self._uploads: dict[tuple[str, str], TreeUpload] = {}
        self._bytes = 0

    @property
    def bytes(self) -> int:
        """Of what is under way."""
        return self._bytes

    def register(self, handlers: Handlers) -> None:
        """Have the messages of uploads come here."""
        handlers.add(TreeOpen, self.open)
        handlers.add(TreeChunk, self.chunk, cost=CHUNK_COST)
        handlers.add(TreeClose, self.close)

    async def open(self, client: Client, message: TreeOpen, at: int) -> None:
        """Begin an upload, or say how far it has come."""
        made = await trees.find_of_command(self._store, client.player, message.id)
        if made is not None:
            client.say(Ack(message.id, tree=made))
            return
        self._forget_stale()
        key = client.player, message.id
        upload = self._uploads.get(key)
        if upload is None or upload.opened != message:
            self._drop(key)
            own = [each for player, each in self._uploads if player == client.player]
            if len(own) >= MOST_UPLOADS:
                self._drop((client.player, min(own, key=lambda id: self._uploads[client.player, id].touched_at)))
            upload = self._uploads[key] = TreeUpload(message, client.player, client.address, self._now())
        client.say(Ack(message.id, next=len(upload.data)))

    async def chunk(self, client: Client, message: TreeChunk, at: int) -> None:
        """Take the next bytes, or those again that have come; raises Refused."""
        upload = self._find(client.player, message.upload)
        try:
            data = base64.b64decode(message.data, validate=True)
        except binascii.Error:
            raise Refused(code="bad_message", why="data is not Base64") from None
        there = len(upload.data)
        if upload.data[message.at : message.at + len(data)] != data:
            if message.at != there or there + len(data) > upload.opened.bytes:
                raise Refused(code="wrong_chunk", next=there)
            upload.data += data
            self._bytes += len(data)
            if self._bytes > MOST_BYTES:
                self._make_room()
                self._find(client.player, message.upload)  # or this was one of them
        upload.touched_at = self._now()
        client.say(Ack(message.id, next=len(upload.data)))

    async def close(self, client: Client, message: TreeClose, at: int) -> None:
        """Have the file read and kept, and say what has become of it; raises Refused."""
        key = client.player, message.upload
        try:
            made = await self._keeper.answer(*key)
        except KeyError:
            await self._begin(self._find(*key))
            made = await self._keeper.answer(*key)
        client.say(Ack(message.id, tree=made))

    async def _begin(self, upload: TreeUpload) -> None:
        opened = upload.opened
        if len(upload.data) != opened.bytes:
            raise Refused(code="wrong_chunk", next=len(upload.data))
        upload.touched_at = self._now()
        format = opened.format or tree_file.guess_format(opened.name, bytes(upload.data[: tree_file.HEAD]))
        if format == "rif" and not opened.terms:
            raise Refused(code="terms_needed")
        wanted = WantedTree(
            player=upload.player,
            command=opened.id,
            address=upload.address,
            title=clean_title(opened.title or opened.name),
            visibility=opened.visibility,
            rules=opened.rules,
            file=opened.name,
            cost=opened.bytes,
        )

        async def make(wanted: WantedTree) -> str:
            reading = ReadingOptions(opened.encoding, opened.size, tree_file.MOST_NODES)
            arguments = bytes(upload.data), format, reading
            try:
                return await self._keeper.keep(wanted, tree_file.read, *arguments)
            finally:
                self._drop((upload.player, opened.id))

        await self._keeper.begin(wanted, make)

    def _find(self, player: str, id: str) -> TreeUpload:
        upload = self._uploads.get((player, id))
        if upload is None:
            raise Refused(code="no_upload")
        return upload

    def _drop(self, key: tuple[str, str]) -> None:
        upload = self._uploads.pop(key, None)
        if upload is not None:
            self._bytes -= len(upload.data)

    def _forget_stale(self) -> None:
        before = self._now() - KEPT_MS
        for key in [key for key, upload in self._uploads.items() if upload.touched_at < before]:
            self._drop(key)

    def _make_room(self) -> None:
        here: Counter[str] = Counter()
        for upload in self._uploads.values():
            here[upload.address] += len(upload.data)
        ((address, _),) = here.most_common(1)
        for key in [key for key, upload in self._uploads.items() if upload.address == address]:
            self._drop(key)


def clean_title(text: str) -> str:
    """A title without control characters, its blanks one; raises Refused where nothing is left."""
    title = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:80]
    if not title:
        raise Refused(code="bad_name")
    return title
