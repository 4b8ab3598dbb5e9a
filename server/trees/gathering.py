"""Uploads in chunks: gathered by their offsets, and resumed after a lost connection."""

from __future__ import annotations

import base64
import binascii
from collections import Counter
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from server.errors import Refused
from server.handlers import Client
from server.steady_time import Now

MOST_UPLOADS = 2
"""Most uploads of one player; a further one replaces the least recently used."""
MOST_BYTES = 64 << 20
"""Most bytes of all running uploads of a gathering together."""
KEPT_MS = 600_000
"""Time without activity after which an upload is dropped."""
CHUNK_COST = 0.25
"""Cost of a chunk in messages: a player can send 80 chunks a second, some 230 KB."""


class Announced(Protocol):
    """The command that begins an upload, and whose ``id`` names it."""

    @property
    def id(self) -> str:
        """Id of the command."""

    @property
    def bytes(self) -> int:
        """Length of the file."""


class Chunk(Protocol):
    """Bytes of a file from ``at`` on, in Base64."""

    @property
    def upload(self) -> str:
        """Id of the command that has begun the upload."""

    @property
    def at(self) -> int:
        """Offset of the bytes."""

    @property
    def data(self) -> str:
        """The bytes in Base64."""


Opened = TypeVar("Opened", bound=Announced)
Key = tuple[str, str]


@dataclass(eq=False)
class GatheredFile(Generic[Opened]):
    """The received part of one file."""

    opened: Opened
    player: str
    address: str
    touched_at: int
    data: bytearray = field(default_factory=bytearray)

    @property
    def key(self) -> Key:
        """The player and the command."""
        return self.player, self.opened.id


class Gathering(Generic[Opened]):
    """The uploads of all players, by player and command; ``now`` returns ms.

    Beyond `MOST_BYTES` the address with the most bytes loses its uploads.
    """

    def __init__(self, now: Now) -> None:
        self._now = now
        self._uploads: dict[Key, GatheredFile[Opened]] = {}
        self._bytes = 0

    @property
    def bytes(self) -> int:
        """Bytes of running uploads."""
        return self._bytes

    def has(self, player: str, id: str) -> bool:
        """Return whether an upload is running."""
        return (player, id) in self._uploads

    def open(self, client: Client, message: Opened) -> int:
        """Begin an upload, or resume it. Return the number of bytes received."""
        self._forget_stale()
        key = client.player, message.id
        upload = self._uploads.get(key)
        if upload is None or upload.opened != message:
            self.drop(key)
            own = [each for player, each in self._uploads if player == client.player]
            if len(own) >= MOST_UPLOADS:
                self.drop((client.player, min(own, key=lambda id: self._uploads[client.player, id].touched_at)))
            upload = self._uploads[key] = GatheredFile(message, client.player, client.address, self._now())
        return len(upload.data)

    def take(self, client: Client, chunk: Chunk) -> int:
        """Accept the next bytes, or repeated ones. Return the number of bytes received. Raises Refused."""
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
            self._bytes += len(data)
            if self._bytes > MOST_BYTES:
                self._make_room()
                self._find(client.player, chunk.upload)  # or this was one of them
        upload.touched_at = self._now()
        return len(upload.data)

    def finish(self, player: str, id: str) -> GatheredFile[Opened]:
        """Return a complete upload; raises Refused."""
        upload = self._find(player, id)
        if len(upload.data) != upload.opened.bytes:
            raise Refused(code="wrong_chunk", next=len(upload.data))
        upload.touched_at = self._now()
        return upload

    def drop(self, key: Key) -> None:
        """Drop an upload."""
        upload = self._uploads.pop(key, None)
        if upload is not None:
            self._bytes -= len(upload.data)

    def _find(self, player: str, id: str) -> GatheredFile[Opened]:
        upload = self._uploads.get((player, id))
        if upload is None:
            raise Refused(code="no_upload")
        return upload

    def _forget_stale(self) -> None:
        before = self._now() - KEPT_MS
        for key in [key for key, upload in self._uploads.items() if upload.touched_at < before]:
            self.drop(key)

    def _make_room(self) -> None:
        here: Counter[str] = Counter()
        for upload in self._uploads.values():
            here[upload.address] += len(upload.data)
        ((address, _),) = here.most_common(1)
        for key in [key for key, upload in self._uploads.items() if upload.address == address]:
            self.drop(key)
