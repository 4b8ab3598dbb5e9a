"""Files that have come up, shown before they are kept: what they hold, by the encoding that people choose."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import nullcontext
from itertools import chain
from typing import Any

from bots.errors import BotError
from bots.files.reading import ReadingOptions, guess_format, read
from bots.workers.fair_queue import Asker
from gomoku.errors import BadNotation
from gomoku.notation.left_out import count_left_out
from gomoku.notation.sgf_nodes import unescape
from gomoku.notation.tree import ROOT, Skipped, Tree
from gomoku.notation.words import find_rules, parse_date
from server.errors import Refused, to_refusal
from server.handlers import Client, Handlers
from server.protocol.inbound import FileLook
from server.protocol.outbound import Ack, SeenFile, SeenGame
from server.trees import tree_file
from server.trees.gathering import Gathering
from server.trees.tree_file import TreeRejected, held_to_limits, list_notes, make_rejection

MOST_GAMES = 100
"""That are listed."""
MOST_TEXTS = 8
TEXT = 80
"""Letters of a text."""
SMALL = 262_144
"""Bytes of a file that is read where somebody waits; a larger one has a process of its own."""
ANSWER_S = 0.25
"""Whoever asks is answered after this at the latest: other commands wait behind."""
KNOWN = frozenset({"PB", "PW", "RE", "DT", "RU", "EV", "TGTHINK", "BL", "WL", "TE", "TGREASON"})
"""Properties of which a record of a game holds what they say."""

_Key = tuple[str, str]


class FileLooks:
    """Reads what ``gatherings`` have gathered; ``run`` calls a function in a process, as `bots.executor.Executor.run`
    does.
    """

    def __init__(self, run: Callable[..., Awaitable[Any]], gatherings: Sequence[Gathering[Any]]) -> None:
        self._run = run
        self._gatherings = gatherings
        self._jobs: dict[str, tuple[tuple[Any, ...], asyncio.Task[SeenFile]]] = {}
        """What each player looks at, and the work."""

    def register(self, handlers: Handlers) -> None:
        """Have the messages come here."""
        handlers.add(FileLook, self.look)

    async def look(self, client: Client, message: FileLook, at: int) -> None:
        """Say what a file holds, or nothing where that takes longer; raises Refused."""
        wanted = (message.upload, message.encoding, message.any_game, message.size)
        known, job = self._jobs.get(client.player, ((), None))
        if job is None or known != wanted:
            if job is not None:
                job.cancel()
            job = asyncio.create_task(self._read(client.player, client.address, message))
            job.add_done_callback(lambda job: job.cancelled() or job.exception())  # perhaps nobody asks again
            self._jobs[client.player] = wanted, job
        await asyncio.wait([job], timeout=ANSWER_S)
        if not job.done():
            client.say(Ack(message.id))
            return
        if self._jobs.get(client.player, ((), None))[1] is job:
            del self._jobs[client.player]
        if job.cancelled():
            raise Refused(code="no_upload")
        client.say(Ack(message.id, file=job.result()))

    async def close(self) -> None:
        """End what is under way."""
        jobs = [job for _, job in self._jobs.values()]
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)

    async def _read(self, player: str, address: str, message: FileLook) -> SeenFile:
        upload = next((each for each in self._gatherings if each.has(player, message.upload)), self._gatherings[0])
        gathered = upload.finish(player, message.upload)
        small = gathered.opened.bytes <= SMALL
        reading = ReadingOptions(message.encoding, message.size, tree_file.MOST_NODES, message.any_game)
        arguments = gathered.opened.name, bytes(gathered.data), reading, not small
        asker = Asker(address, player)
        try:
            found: SeenFile | TreeRejected = await self._run(
                look, *arguments, **({"awaited": True} if small else {"large": True}), asker=asker
            )
        except BotError as error:
            raise to_refusal(error, f"a look at {gathered.opened.bytes} bytes") from None
        if isinstance(found, TreeRejected):
            raise Refused("", code=found.code, **found.detail)
        return found


def look(
    _: Callable[[Any], None], name: str, data: bytes, reading: ReadingOptions, alone: bool
) -> SeenFile | TreeRejected:
    """What a file holds; ``alone``: in a process that does nothing else, and may be held to limits."""
    try:
        with held_to_limits() if alone else nullcontext():
            return _look(guess_format(name, data), data, reading)
    except BadNotation as error:
        return make_rejection(error)
    except (MemoryError, TimeoutError):
        return TreeRejected("tree_too_large", {"nodes": reading.most})


def _look(format: str, data: bytes, reading: ReadingOptions) -> SeenFile:
    source = read(io.BytesIO(data), format, reading)
    games: list[SeenGame] = []
    texts: dict[str, None] = {}
    count = nodes = 0
    for count, tree in enumerate(source.trees, start=1):
        nodes += len(tree)
        if count <= MOST_GAMES:
            games.append(_see(count, tree, source.skipped))
        for text in chain(_heads(tree), _texts(tree)) if len(texts) < MOST_TEXTS else ():
            if not text.isascii():
                texts.setdefault(text[:TEXT])
            if len(texts) == MOST_TEXTS:
                break
    if not count:
        raise source.skipped.first[0] if source.skipped.first else BadNotation(1, "no games", "no_games", "")
    notes = list_notes(source.skipped)
    encoding = source.encoding
    return SeenFile(format, encoding, count, games, nodes, list(texts), notes, source.skipped.count)  # type: ignore[arg-type]  # one of the formats


def _see(number: int, tree: Tree, skipped: Skipped) -> SeenGame:
    head = {name: unescape(values[0]) for name, values in reversed(tree.said(ROOT).properties) if values}
    line = [tree.move(node) for node in tree.main_line()]
    return SeenGame(
        n=number,
        size=tree.size,
        plies=sum(move is not None for move in line),
        black=head.get("PB", "")[:TEXT],
        white=head.get("PW", "")[:TEXT],
        date=parse_date(head.get("DT", "")) or "",
        result=head.get("RE", "")[:TEXT],
        rules=find_rules(head.get("RU", "")) or "",
        left_out=dict(count_left_out(tree, KNOWN, KNOWN)),
    )


def _heads(tree: Tree) -> Iterator[str]:
    head = dict(tree.said(ROOT).properties)
    for name in ("PB", "PW", "EV", "GN"):
        if head.get(name):
            yield unescape(head[name][0])


def _texts(tree: Tree) -> Iterator[str]:
    """Names, comments and labels, in no order."""
    for _, note in tree.noted():
        yield from filter(None, (note.name, note.comment, *note.labels.values()))
