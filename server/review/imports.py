"""Uploads of game files: read, and stored as far as they are valid."""

import asyncio
from datetime import UTC, datetime
from weakref import WeakValueDictionary

from bots.errors import BotError
from bots.executor import Execute
from bots.files.reading import ReadingOptions
from bots.workers.fair_queue import Asker
from server.errors import Refused, to_refusal
from server.handlers import Client, Handlers
from server.protocol.inbound import ImportClose, UploadOpen
from server.protocol.outbound import Ack, KeptGames
from server.review import game_files
from server.review.game_files import FileRejected, FoundGames, GameFile
from server.steady_time import Now
from server.store.database import Database
from server.store.games import imported_games, room_log
from server.store.games.imported_games import ImportedGame
from server.store.records import new_id
from server.trees.gathering import GatheredFile, Gathering

MOST_NAME = 80
MOST_IMPORTS = 1000
"""Most imported games of one player."""
KEPT_SHARE = 6
"""Burst share: each one is a game in the store, so that six at once are the limit."""


class Imports:
    """Stores the games of the uploads in ``gathering``.

    ``run`` calls a function in a background process, as `bots.executor.Executor.run` does; ``now`` returns the time in
    ms.
    """

    def __init__(self, store: Database, run: Execute, now: Now, gathering: Gathering) -> None:
        self._store = store
        self._run = run
        self._now = now
        self._gathering = gathering
        self._storing = WeakValueDictionary[str, asyncio.Lock]()
        gathering.admit("games", self._admit)

    def register(self, handlers: Handlers) -> None:
        """Register the handler that ends an upload."""
        handlers.add(ImportClose, self.close, burst_share=KEPT_SHARE)

    async def close(self, client: Client, message: ImportClose, at: int) -> None:
        """Store the valid games; raises Refused if there are none, and then stores nothing."""
        made = await room_log.find_room_of_command(self._store, client.player, message.upload)
        if made is not None:
            client.say(Ack(message.id, made))
            return
        upload = self._gathering.finish(client.player, message.upload, "games")
        found = await self._read(upload, message, Asker(client.address, client.player))
        if isinstance(found, FileRejected):
            raise Refused("", code=found.code, **found.detail)
        games = [_game(upload, message, game, number, self._now()) for number, game in enumerate(found.games)]
        lock = self._storing.setdefault(client.player, asyncio.Lock())
        async with lock:  # so that two files cannot both take the last room
            made = await room_log.find_room_of_command(self._store, client.player, message.upload)
            if made is None:
                await self._check_room(client.player, len(games))
            for game in reversed(games):  # the first has the upload's name, and is stored last: once it exists, all do
                made = await imported_games.insert(self._store, game)
        self._gathering.drop(upload.key)
        client.say(Ack(message.id, made, kept=KeptGames(len(games), found.notes, found.skipped)))

    async def _admit(self, client: Client, message: UploadOpen) -> Ack | None:
        made = await room_log.find_room_of_command(self._store, client.player, message.id)
        if made is None:
            await self._check_room(client.player, 1)
        return None if made is None else Ack(message.id, made)

    async def _check_room(self, player: str, more: int) -> None:
        if await imported_games.count(self._store, player) + more > MOST_IMPORTS:
            raise Refused(code="too_many_imports", limit=MOST_IMPORTS)

    async def _read(self, upload: GatheredFile, wanted: ImportClose, asker: Asker) -> FoundGames | FileRejected:
        """Read the games. On Refused, as when all processes are busy, the upload stays."""
        opened = upload.opened
        reading = ReadingOptions(wanted.encoding, wanted.size, game_files.MOST_NODES, wanted.any_game)
        arguments = opened.name, bytes(upload.data), reading, wanted.rules, wanted.games
        try:
            found: FoundGames | FileRejected = await self._run(game_files.load, *arguments, awaited=True, asker=asker)
        except BotError as error:
            raise to_refusal(error, f"import of {opened.bytes} bytes") from None
        return found


def _game(upload: GatheredFile, wanted: ImportClose, found: GameFile, number: int, now: int) -> ImportedGame:
    record, opened = found.record, upload.opened
    day = record.date or ""
    whole = len(day) == len("2001-08-01")
    return ImportedGame(
        id=new_id(),
        owner=upload.player,
        command=f"{opened.id}/{number}" if number else opened.id,
        file=opened.name,
        visibility=wanted.visibility,
        rules=found.rules,  # type: ignore[arg-type]  # a name of `gomoku.rulesets`
        size=record.size,
        black=record.black[:MOST_NAME],
        white=record.white[:MOST_NAME],
        moves=record.moves,
        think_ms=record.think_ms,
        winner=found.winner,
        reason=found.reason,
        line=found.line,
        played_at=_date_ms(day) if whole else None,
        played_on=None if whole else day or None,
        at=now,
    )


def _date_ms(date: str) -> int:
    return int(datetime.strptime(date, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
