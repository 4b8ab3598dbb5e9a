"""Uploads of files of variations in chunks: each is read once, and its tree stored."""

from __future__ import annotations

from bots.files.reading import HEAD, ReadingOptions, guess_format
from server.errors import Refused
from server.handlers import Client, Handlers
from server.protocol.inbound import TreeChunk, TreeClose, TreeOpen
from server.protocol.outbound import Ack
from server.steady_time import Now
from server.store.database import Database
from server.store.trees import tree_rows
from server.trees import tree_file
from server.trees.gathering import CHUNK_COST, GatheredFile, Gathering
from server.trees.keeper import TreeKeeper, WantedTree


class TreeUploads:
    """Stores the trees of uploads through ``keeper``; ``now`` returns ms."""

    def __init__(self, store: Database, keeper: TreeKeeper, now: Now) -> None:
        self._store = store
        self._keeper = keeper
        self.gathering = Gathering[TreeOpen](now)

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of uploads."""
        handlers.add(TreeOpen, self.open)
        handlers.add(TreeChunk, self.chunk, cost=CHUNK_COST)
        handlers.add(TreeClose, self.close)

    async def open(self, client: Client, message: TreeOpen, at: int) -> None:
        """Begin an upload, or report its progress."""
        made = await tree_rows.find_of_command(self._store, client.player, message.id)
        if made is not None:
            client.say(Ack(message.id, tree=made))
            return
        client.say(Ack(message.id, next=self.gathering.open(client, message)))

    async def chunk(self, client: Client, message: TreeChunk, at: int) -> None:
        """Accept the next bytes, or repeated ones; raises Refused."""
        client.say(Ack(message.id, next=self.gathering.take(client, message)))

    async def close(self, client: Client, message: TreeClose, at: int) -> None:
        """Read and store the file, and answer with the result so far; raises Refused."""
        key = client.player, message.upload
        try:
            made = await self._keeper.answer(*key)
        except KeyError:
            await self._begin(self.gathering.finish(*key), message)
            made = await self._keeper.answer(*key)
        client.say(Ack(message.id, tree=made))

    async def _begin(self, upload: GatheredFile[TreeOpen], message: TreeClose) -> None:
        opened = upload.opened
        format = opened.format or guess_format(opened.name, bytes(upload.data[:HEAD]))
        if format == "rif" and not (opened.terms or message.terms):
            raise Refused(code="terms_needed")
        wanted = WantedTree(
            player=upload.player,
            command=opened.id,
            address=upload.address,
            title=clean_title(message.title or opened.title or opened.name),
            visibility=opened.visibility,
            rules=opened.rules,
            file=opened.name,
            cost=opened.bytes,
        )

        async def make(wanted: WantedTree) -> str:
            encoding = message.encoding or opened.encoding
            reading = ReadingOptions(encoding, opened.size, tree_file.MOST_NODES, message.any_game)
            arguments = bytes(upload.data), format, reading
            try:
                return await self._keeper.keep(wanted, tree_file.read, *arguments)
            finally:
                self.gathering.drop(upload.key)

        await self._keeper.begin(wanted, make)


def clean_title(text: str) -> str:
    """Return a title without control characters and with single blanks; raises Refused if nothing is left."""
    title = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:80]
    if not title:
        raise Refused(code="bad_name")
    return title
