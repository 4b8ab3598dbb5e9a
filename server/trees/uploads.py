"""Uploads of files of variations: each is read once, and its tree stored."""

from __future__ import annotations

from bots.files.reading import HEAD, ReadingOptions, guess_format
from server.errors import Refused
from server.handlers import Client, Handlers
from server.protocol.inbound import TreeClose, UploadOpen, UploadTree
from server.protocol.outbound import Ack
from server.protocol.values import Rules
from server.store.database import Database
from server.store.games import library
from server.store.trees import tree_rows
from server.trees import tree_file
from server.trees.gathering import GatheredFile, Gathering
from server.trees.keeper import MakeNote, TreeKeeper, WantedTree
from server.trees.source_game import find_source_game


class TreeUploads:
    """Stores the trees of the uploads in ``gathering`` through ``keeper``."""

    def __init__(self, store: Database, keeper: TreeKeeper, gathering: Gathering) -> None:
        self._store = store
        self._keeper = keeper
        self._gathering = gathering
        gathering.admit("tree", self._find_made)

    def register(self, handlers: Handlers) -> None:
        """Register the handler that ends an upload."""
        handlers.add(TreeClose, self.close)

    async def close(self, client: Client, message: TreeClose, at: int) -> None:
        """Read and store the file, and answer with the result so far; raises Refused."""
        key = client.player, message.upload
        try:
            made = await self._keeper.answer(*key)
        except KeyError:
            await self.begin(self._gathering.finish(*key, "tree"), message, client.player, message.rules)
            made = await self._keeper.answer(*key)
        client.say(Ack(message.id, tree=made))

    async def begin(
        self,
        upload: GatheredFile,
        message: TreeClose | UploadTree,
        owner: str,
        rules: Rules | None = None,
        note: MakeNote | None = None,
    ) -> None:
        """Begin to read a file whose tree is to be ``owner``'s, perhaps not the sender's; raises Refused."""
        opened = upload.opened
        format = message.format or guess_format(opened.name, bytes(upload.data[:HEAD]))
        if format == "rif" and not message.terms:
            raise Refused(code="terms_needed")
        wanted = WantedTree(
            player=owner,
            command=opened.id,
            address=upload.address,
            title=clean_title(message.title or opened.name),
            visibility=message.visibility,
            rules=rules,
            file=opened.name,
            sealed=await self._is_closed_game(opened.name),
            cost=opened.bytes,
            by_staff=upload.player if isinstance(message, UploadTree) else "",
        )

        async def make(wanted: WantedTree) -> str:
            reading = ReadingOptions(message.encoding, message.size, tree_file.MOST_NODES, message.any_game)
            arguments = bytes(upload.data), format, reading
            try:
                return await self._keeper.keep(wanted, tree_file.read, *arguments, note=note)
            finally:
                self._gathering.drop(upload.key)

        await self._keeper.begin(wanted, make)

    async def _is_closed_game(self, name: str) -> bool:
        """Return whether a file has the name of one that a game of ours is saved as, or its review, and the game is not
        public: a tree of it is sealed like one merged from such games.
        """
        game = find_source_game(name)
        return game is not None and await library.is_closed(self._store, game)

    async def _find_made(self, client: Client, message: UploadOpen) -> Ack | None:
        made = await tree_rows.find_of_command(self._store, client.player, message.id)
        return None if made is None else Ack(message.id, tree=made)


def clean_title(text: str) -> str:
    """Return a title without control characters and with single blanks; raises Refused if nothing is left."""
    title = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:80]
    if not title:
        raise Refused(code="bad_name")
    return title
