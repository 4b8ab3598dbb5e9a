"""Inspection of uploaded files before they are stored, in the encoding that the player chooses."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from bots.errors import BotError
from bots.executor import Execute
from bots.files.reading import ReadingOptions, guess_format, read
from bots.workers.fair_queue import Asker
from gomoku.errors import BadNotation
from gomoku.notation.left_out import count_left_out
from gomoku.notation.sgf_nodes import unescape
from gomoku.notation.tree import ROOT, Tree
from gomoku.notation.words import find_rules, parse_date
from server.errors import Refused, to_refusal
from server.handlers import Client, Handlers
from server.protocol.inbound import FileLook
from server.protocol.outbound import Ack, SeenFile, SeenGame
from server.trees import tree_file
from server.trees.gathering import Gathering, Key
from server.trees.tree_file import SHARED_S, TreeRejected, held_to_limits, list_notes, make_rejection

MOST_GAMES = 100
"""Most listed games."""
MOST_TEXTS = 8
MOST_LEFT_OUT = 20
"""Most kinds of data of a game that are listed as left out, the commonest."""
MOST_LOOKS = 200
"""Looks under way or not asked about again, all players together."""
MOST_READ = 32
"""Files that are read or wait for it, all players together: each is held in memory."""
TEXT = 80
"""Most letters of a text."""
SMALL = 262_144
"""Largest file read by the shared process; a larger one has a process of its own."""
ANSWER_S = 0.25
"""Longest wait for an answer: other commands of the connection wait behind it."""
KNOWN = frozenset({"PB", "PW", "RE", "DT", "RU", "EV", "TGTHINK", "BL", "WL", "TE", "TGREASON"})
"""Properties whose content a game record keeps."""


class FileLooks:
    """Reads uploads of ``gathering``; ``run`` calls a function in a process, as `bots.executor.Executor.run` does.

    ``spend`` charges the bytes of a large file to an address, as `server.trees.keeper.TreeKeeper.spend` does.
    """

    def __init__(self, run: Execute, gathering: Gathering, spend: Callable[[str, int], None]) -> None:
        self._run = run
        self._gathering = gathering
        self._spend = spend
        self._jobs: dict[Key, tuple[tuple[Any, ...], asyncio.Task[SeenFile]]] = {}
        """The inspection of each upload, and its job."""
        self._reading: set[asyncio.Future[SeenFile | TreeRejected]] = set()

    def register(self, handlers: Handlers) -> None:
        """Register the handler of `file_look`."""
        handlers.add(FileLook, self.look)

    async def look(self, client: Client, message: FileLook, at: int) -> None:
        """Answer with the contents of a file, or empty if that takes longer; raises Refused."""
        key = client.player, message.upload
        wanted = message.encoding, message.any_game, message.size
        known, job = self._jobs.get(key, ((), None))
        if job is None or known != wanted:
            if job is not None:
                job.cancel()
            job = asyncio.create_task(self._read(client.player, client.address, message))
            job.add_done_callback(_hear)  # perhaps nobody asks again
            self._jobs.pop(key, None)
            self._jobs[key] = wanted, job
            if len(self._jobs) > MOST_LOOKS:  # the oldest: whoever still wants it asks again
                self._jobs.pop(next(iter(self._jobs)))[1].cancel()
        await asyncio.wait([job], timeout=ANSWER_S)
        if not job.done():
            client.say(Ack(message.id))
            return
        if self._jobs.get(key, ((), None))[1] is job:
            del self._jobs[key]
        if job.cancelled():
            raise Refused(code="no_upload")
        client.say(Ack(message.id, file=job.result()))

    async def close(self) -> None:
        """Cancel running jobs."""
        jobs: list[asyncio.Future[Any]] = [*(job for _, job in self._jobs.values()), *self._reading]
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)

    async def _read(self, player: str, address: str, message: FileLook) -> SeenFile:
        gathered = self._gathering.finish(player, message.upload, "games", "tree")
        small = gathered.opened.bytes <= SMALL
        if len(self._reading) >= MOST_READ:
            raise Refused(code="tree_busy")
        if not small:
            self._spend(address, gathered.opened.bytes)
        options = ReadingOptions(message.encoding, message.size, tree_file.MOST_NODES, message.any_game)
        arguments = gathered.opened.name, bytes(gathered.data), options, not small
        asker = Asker(address, player)
        wishes = {"awaited": True} if small else {"large": True}
        reading = asyncio.ensure_future(self._run(look, *arguments, **wishes, asker=asker))
        self._reading.add(reading)
        reading.add_done_callback(self._reading.discard)
        reading.add_done_callback(_hear)
        try:
            # a small file is read to its end: to stop the shared process costs everybody else their place in it
            found: SeenFile | TreeRejected = await (asyncio.shield(reading) if small else reading)
        except BotError as error:
            raise to_refusal(error, f"a look at {gathered.opened.bytes} bytes") from None
        if isinstance(found, TreeRejected):
            raise Refused("", code=found.code, **found.detail)
        return found


def _hear(job: asyncio.Future[Any]) -> None:
    """Take note of the exception of a job that nobody may wait for."""
    if not job.cancelled():
        job.exception()


def look(name: str, data: bytes, reading: ReadingOptions, alone: bool) -> SeenFile | TreeRejected:
    """Describe the contents of a file; ``alone``: in a process of its own, which may take longer."""
    try:
        with held_to_limits(None if alone else SHARED_S):
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
            games.append(_see(count, tree))
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


def _see(number: int, tree: Tree) -> SeenGame:
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
        left_out={name[:TEXT]: n for name, n in count_left_out(tree, KNOWN, KNOWN).most_common(MOST_LEFT_OUT)},
    )


def _heads(tree: Tree) -> Iterator[str]:
    head = dict(tree.said(ROOT).properties)
    for name in ("PB", "PW", "EV", "GN"):
        if head.get(name):
            yield unescape(head[name][0])


def _texts(tree: Tree) -> Iterator[str]:
    """Yield names, comments and labels, in no order."""
    for _, note in tree.noted():
        yield from filter(None, (note.name, note.comment, *note.labels.values()))
