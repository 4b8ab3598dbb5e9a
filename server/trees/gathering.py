"""Uploads in chunks: gathered by their offsets, and resumed after a lost connection."""

from __future__ import annotations

import base64
import binascii
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from server.errors import Refused
from server.handlers import Client, Handlers
from server.protocol.inbound import UploadChunk, UploadOpen
from server.protocol.outbound import Ack
from server.protocol.values import UploadKind
from server.steady_time import Now

MOST_UPLOADS = 2
"""Most uploads of one kind of one player; a further one replaces the least recently used."""
MOST_BYTES = 64 << 20
"""Most bytes of all running uploads of one kind together."""
FILE_BYTES: Mapping[UploadKind, int] = {"games": 262_144, "tree": 8_388_608, "patterns": 4_194_304}
"""Most bytes of one file."""
KEPT_MS = 600_000
"""Time without activity after which an upload is dropped."""
CHUNK_COST = 0.25
"""Cost of a chunk in messages: a player can send 80 chunks a second, some 230 KB."""

Key = tuple[str, str]
Admit = Callable[[Client, UploadOpen], Awaitable[Ack | None]]
"""Returns the acknowledgement of an upload that is stored already; None to gather it. Raises Refused."""


@dataclass(eq=False)
class GatheredFile:
    """The received part of one file."""

    opened: UploadOpen
    player: str
    address: str
    touched_at: int
    data: bytearray = field(default_factory=bytearray)

    @property
    def key(self) -> Key:
        """The player and the command."""
        return self.player, self.opened.id


class Gathering:
    """The uploads of all players, by player and command; ``now`` returns ms.

    Each kind of file has its own limits. Beyond `MOST_BYTES` the address with the most bytes of the kind loses its
    uploads of it.
    """

    def __init__(self, now: Now) -> None:
        self._now = now
        self._admit: dict[UploadKind, Admit] = {}
        self._uploads: dict[Key, GatheredFile] = {}
        self.bytes = Counter[UploadKind]()
        """Bytes of running uploads."""

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of uploads."""
        handlers.add(UploadOpen, self.open)
        handlers.add(UploadChunk, self.take, cost=CHUNK_COST)

    def admit(self, kind: UploadKind, admit: Admit) -> None:
        """Gather files of this kind where ``admit`` lets them begin."""
        self._admit[kind] = admit

    async def open(self, client: Client, message: UploadOpen, at: int) -> None:
        """Begin an upload, or report its progress; raises Refused."""
        most = FILE_BYTES[message.kind]
        if message.bytes > most:
            raise Refused(code="bad_message", why=f"bytes is above {most}")
        ack = await self._admit[message.kind](client, message)
        client.say(ack or Ack(message.id, next=self._begin(client, message)))

    async def take(self, client: Client, chunk: UploadChunk, at: int) -> None:
        """Accept the next bytes, or repeated ones; raises Refused."""
        upload = self._find(client.player, chunk.upload)
        try:
            data = base64.b64decode(chunk.data, validate=True)
        except binascii.Error:
            raise Refused(code="bad_message", why="data is not Base64") from None
        there = len(upload.data)
        if upload.data[chunk.at : chunk.at + len(data)] != data:
            if chunk.at != there or there + len(data) > upload.opened.bytes:
                raise Refused(code="wrong_chunk", next=there)
            upload.data += data
            self.bytes[upload.opened.kind] += len(data)
            if self.bytes[upload.opened.kind] > MOST_BYTES:
                self._make_room(upload.opened.kind)
                self._find(client.player, chunk.upload)  # or this was one of them
        upload.touched_at = self._now()
        client.say(Ack(chunk.id, next=len(upload.data)))

    def finish(self, player: str, id: str, *kinds: UploadKind) -> GatheredFile:
        """Return a complete upload of one of these kinds; raises Refused."""
        upload = self._find(player, id)
        if upload.opened.kind not in kinds:
            raise Refused(code="no_upload")
        if len(upload.data) != upload.opened.bytes:
            raise Refused(code="wrong_chunk", next=len(upload.data))
        upload.touched_at = self._now()
        return upload

    def drop(self, key: Key) -> None:
        """Drop an upload."""
        upload = self._uploads.pop(key, None)
        if upload is not None:
            self.bytes[upload.opened.kind] -= len(upload.data)

    def _begin(self, client: Client, message: UploadOpen) -> int:
        """Return the number of bytes received, 0 for a new upload."""
        self._forget_stale()
        key = client.player, message.id
        upload = self._uploads.get(key)
        if upload is None or upload.opened != message:
            self.drop(key)
            own = [each for each in self._of_kind(message.kind) if each.player == client.player]
            if len(own) >= MOST_UPLOADS:
                self.drop(min(own, key=lambda each: each.touched_at).key)
            upload = self._uploads[key] = GatheredFile(message, client.player, client.address, self._now())
        return len(upload.data)

    def _of_kind(self, kind: UploadKind) -> list[GatheredFile]:
        return [upload for upload in self._uploads.values() if upload.opened.kind == kind]

    def _find(self, player: str, id: str) -> GatheredFile:
        upload = self._uploads.get((player, id))
        if upload is None:
            raise Refused(code="no_upload")
        return upload

    def _forget_stale(self) -> None:
        before = self._now() - KEPT_MS
        for key in [key for key, upload in self._uploads.items() if upload.touched_at < before]:
            self.drop(key)

    def _make_room(self, kind: UploadKind) -> None:
        here: Counter[str] = Counter()
        for upload in self._of_kind(kind):
            here[upload.address] += len(upload.data)
        ((address, _),) = here.most_common(1)
        for upload in self._of_kind(kind):
            if upload.address == address:
                self.drop(upload.key)
