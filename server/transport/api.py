"""The JSON API: the answer of each address, its cost, and how long it is cached."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct

from bots.executor import Execute
from gomoku.notation.games import tree_of_moves
from gomoku.notation.tree import Tree
from server.errors import Refused
from server.learning import lines, traps
from server.moderation.fair_play import FairPlay
from server.moderation.powers import Powers
from server.protocol import addresses
from server.protocol.addresses import Address
from server.protocol.api import Explored, Levels
from server.protocol.query import ExplorerQuery, PositionPictureQuery
from server.protocol.values import Language, Notation
from server.puzzles import overview, puzzle_info
from server.ratings.held import Ratings
from server.review import game_analysis
from server.steady_time import Now
from server.store.database import Database
from server.store.trees.tree_rows import StoredTree
from server.transport import library, people, pictures
from server.transport.cache import SHOWN_CHANGES, Cache, Kept
from server.transport.no_help import NoHelp
from server.transport.pictures import Films
from server.transport.player_export import PATIENCE_S, Archives
from server.transport.responses import BYTES, GIF, JSON, LINES, SGF, SVG, TEXT, ZIP
from server.transport.routing import Call
from server.transport.staff_files import StaffFiles
from server.trees import bookmarks, walk
from server.trees.exports import TreeExports

LOOKING_AT_GAMES = 20
"""Cost of an explorer filter that scans games, in units of a list or a position."""
FILMING = 20
"""Cost of an animated picture, which takes a second of a background process."""
WALKING = 2
"""Cost of reading nodes of a tree,"""
GOING_BACK = 10
"""and with the nodes on their path, or of a search for a position."""
WRITING = 50
"""Cost of writing a tree as a file, which takes seconds of a process."""
ANSWERING_S = 10.0
"""Time that a connection needs for an answer, beside the time of computing it."""
PACKING = 40
"""Cost of a player's archive: some seconds of that process if there are many games."""
MOST_LOOKING = 16
"""Most concurrent explorer look-ups over all addresses: others read from the store, too."""

Body = Struct | Sequence[Struct] | Kept | None


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Computes the answer to a call for a viewer, who is a player's id.

    ``kept_as`` returns an extra cache key for answers that are valid until the store changes; without it nothing is
    cached. ``cost`` counts against the budget of the requesting address. ``admit`` raises Refused for a viewer who may
    not have the answer now. ``shared``: the answer is the same for every viewer.
    """

    answer: Callable[[Call, str | None], Awaitable[Body]]
    kept_as: Callable[[], Hashable] | None = None
    cost: Callable[[Any], int] = lambda query: 1
    admit: Callable[[Call, str | None], Awaitable[None]] | None = None
    shared: bool = False
    patience_s: float = 0.0
    """How long the computation may take, if that exceeds a connection's patience."""


def _always() -> None:
    """Add nothing to the cache key: only the store changes the answer."""


def _cost(query: ExplorerQuery) -> int:
    return LOOKING_AT_GAMES if query.player or query.since or query.until else 1


class Api:
    """Answers from ``store``. ``levels`` returns the present ladder, ``now`` the time in ms; ``run`` calls a function
    in a background process, as `bots.executor.Executor.run` does.
    """

    def __init__(
        self,
        store: Database,
        levels: Callable[[], Levels],
        now: Now,
        run: Execute,
        ratings: Ratings,
        fair_play: FairPlay,
        powers: Powers,
    ) -> None:
        self._store = store
        no_help = NoHelp(store, fair_play)
        unless_playing = no_help.require_no_game
        self._ratings = ratings
        self._levels = levels
        self._now = now
        self._cache = Cache()
        self._changes = 0
        """Counts the changes of what cached answers tell."""
        store.on_change(self._note_change, *SHOWN_CHANGES)
        self._looking = 0
        self._films = Films(run)
        self._exports = TreeExports(store, run, now)
        self._archives = Archives(run, store.address)
        self._staff_files = StaffFiles(store, run, powers, now)
        self._endpoints: dict[Address, Endpoint] = {
            addresses.GAMES: Endpoint(lambda call, viewer: library.games(store, _query(call), viewer), kept_as=_always),
            addresses.EXPLORER: Endpoint(
                self._explore, kept_as=_always, cost=_cost, admit=no_help.require_position, shared=True
            ),
            addresses.GAME: Endpoint(lambda call, viewer: library.game(store, call.named["id"], viewer)),
            addresses.SGF: Endpoint(
                lambda call, viewer: self._export(call, viewer, "sgf", _query(call).lang), kept_as=_always
            ),
            addresses.PSQ: Endpoint(lambda call, viewer: self._export(call, viewer, "psq"), kept_as=_always),
            addresses.SVG: Endpoint(self._draw, kept_as=_always),
            addresses.GIF: Endpoint(self._film, kept_as=_always, cost=lambda query: FILMING),
            addresses.POSITION_SVG: Endpoint(self._draw_position),
            addresses.POSITION_GIF: Endpoint(
                self._film_position, kept_as=_always, cost=lambda query: FILMING, shared=True
            ),
            addresses.ANALYSIS: Endpoint(
                lambda call, viewer: game_analysis.load(store, call.named["id"], viewer), admit=no_help.require_analysis
            ),
            addresses.PATTERNS: Endpoint(
                lambda call, viewer: traps.list_traps(store, _query(call), viewer),
                kept_as=_always,
                admit=unless_playing,
            ),
            addresses.PATTERN: Endpoint(
                lambda call, viewer: traps.find_trap(store, call.named["key"], viewer), admit=unless_playing
            ),
            addresses.LINES: Endpoint(
                lambda call, viewer: lines.list_lines(store, _query(call), viewer),
                kept_as=_always,
                admit=unless_playing,
            ),
            addresses.LINE: Endpoint(
                lambda call, viewer: lines.find_line(store, call.named["game"], viewer), admit=unless_playing
            ),
            addresses.TODAY: Endpoint(
                lambda call, viewer: lines.find_unbeaten(store, now()), kept_as=lambda: now() // lines.DAY_MS
            ),
            addresses.BOT: Endpoint(
                lambda call, viewer: lines.describe_bot(store, int(call.named["level"]), levels()),
                kept_as=lambda: levels().levels[-1].ready,
            ),
            addresses.BOT_PROFILE: Endpoint(
                lambda call, viewer: people.describe_bot(store, int(call.named["level"]), now()), cost=lambda query: 3
            ),
            addresses.PLAYERS: Endpoint(lambda call, viewer: people.search_players(store, _query(call))),
            addresses.PLAYER: Endpoint(
                lambda call, viewer: people.describe_player(store, call.named["name"], now()), cost=lambda query: 3
            ),
            addresses.LEADERBOARD: Endpoint(
                lambda call, viewer: people.rank_players(store, _query(call), now()),
                kept_as=lambda: now() // lines.DAY_MS,
            ),
            addresses.PUZZLES: Endpoint(
                lambda call, viewer: overview.read_overview(store, _query(call), viewer, now())
            ),
            addresses.NEXT_PUZZLE: Endpoint(lambda call, viewer: puzzle_info.find_next(store, _query(call), viewer)),
            addresses.PUZZLE: Endpoint(
                lambda call, viewer: puzzle_info.find_puzzle(store, int(call.named["number"]), viewer)
            ),
            addresses.SCORES: Endpoint(lambda call, viewer: library.scores(store, viewer)),
            addresses.RATINGS: Endpoint(lambda call, viewer: people.list_own(ratings, viewer)),
            addresses.CORRESPONDENCE: Endpoint(lambda call, viewer: library.slow_games(store, viewer)),
            addresses.VACATIONS: Endpoint(lambda call, viewer: library.vacations(store, viewer, now())),
            addresses.ARCHIVE: Endpoint(self._pack, cost=lambda query: PACKING, patience_s=PATIENCE_S + ANSWERING_S),
            addresses.LEVELS: Endpoint(self._list_levels),
            addresses.TREES: Endpoint(lambda call, viewer: walk.list_trees(store, _query(call), viewer)),
            addresses.BOOKMARKS: Endpoint(
                lambda call, viewer: bookmarks.list_bookmarks(store, viewer), cost=lambda query: GOING_BACK
            ),
            addresses.TREE: Endpoint(lambda call, viewer: walk.summary(store, call.named["id"], viewer)),
            addresses.TREE_NODES: Endpoint(
                lambda call, viewer: walk.list_nodes(store, call.named["id"], _query(call), viewer),
                cost=lambda query: GOING_BACK if query.path else WALKING,
                admit=unless_playing,
            ),
            addresses.TREE_FIND: Endpoint(
                lambda call, viewer: walk.find_position(store, call.named["id"], _query(call).moves, viewer),
                cost=lambda query: GOING_BACK,
                admit=no_help.require_tree,
            ),
            addresses.TREE_LIB: Endpoint(
                lambda call, viewer: self._write_tree(call, viewer, "lib", _query(call).encoding),
                cost=lambda query: WRITING,
                admit=unless_playing,
            ),
            addresses.TREE_SGF: Endpoint(
                lambda call, viewer: self._write_tree(call, viewer, "sgf"),
                cost=lambda query: WRITING,
                admit=unless_playing,
            ),
            addresses.STAFF_PATTERNS: Endpoint(self._write_patterns, cost=lambda query: PACKING, admit=unless_playing),
            addresses.STAFF_WEIGHTS: Endpoint(self._write_weights),
            addresses.STAFF_TREE_LIB: Endpoint(
                lambda call, viewer: self._write_any_tree(call, viewer, "lib", _query(call).encoding),
                cost=lambda query: WRITING,
                admit=unless_playing,
            ),
            addresses.STAFF_TREE_SGF: Endpoint(
                lambda call, viewer: self._write_any_tree(call, viewer, "sgf"),
                cost=lambda query: WRITING,
                admit=unless_playing,
            ),
            addresses.TREE_SVG: Endpoint(self._draw_tree, cost=lambda query: GOING_BACK, admit=unless_playing),
            addresses.TREE_GIF: Endpoint(self._film_tree, cost=lambda query: FILMING, admit=unless_playing),
        }

    def cost(self, call: Call) -> int:
        """Return the cost of a call for the budget of its address."""
        endpoint = self._endpoints.get(call.address)
        return 1 if endpoint is None else endpoint.cost(call.query)

    def patience_s(self, call: Call) -> float:
        """Return how long the computation may take, in seconds; 0 if a connection's patience suffices."""
        return self._endpoints[call.address].patience_s

    async def answer(self, call: Call, viewer: str | None) -> Kept:
        """Return the answer to a call, cached or new; ``viewer`` is None unless the address is personal."""
        endpoint = self._endpoints[call.address]
        if endpoint.admit is not None:
            await endpoint.admit(call, viewer)
        if endpoint.kept_as is None:
            return _keep(await endpoint.answer(call, viewer))
        # the viewer is part of the key, as each has different rights
        reader = None if endpoint.shared else viewer
        key = (call.address.path, *call.named.values(), call.query, reader, endpoint.kept_as())
        version = self._changes
        kept = self._cache.get(key, version)
        if kept is None:
            kept = _keep(await endpoint.answer(call, viewer))
            self._cache.put(key, version, kept)
        return kept

    def _note_change(self) -> None:
        self._changes += 1

    async def _explore(self, call: Call, viewer: str | None) -> Explored:
        if self._looking >= MOST_LOOKING:
            raise Refused(code="flood")
        self._looking += 1
        try:
            return await library.explorer(self._store, _query(call))
        finally:
            self._looking -= 1

    async def _export(self, call: Call, viewer: str | None, notation: Notation, lang: Language = "en") -> Kept:
        history = await library.game(self._store, call.named["id"], viewer)
        export = await asyncio.to_thread(library.export, history, notation, lang)
        disposition = ("Content-Disposition", f'attachment; filename="{export.filename}"')
        return Kept(export.type, export.body, (disposition,), lasting=history.game.result is not None)

    async def _draw(self, call: Call, viewer: str | None) -> Kept:
        history = await library.game(self._store, call.named["id"], viewer)
        body = await asyncio.to_thread(pictures.draw_game, history, _query(call))
        return Kept(SVG, body, lasting=history.game.result is not None)

    async def _film(self, call: Call, viewer: str | None) -> Kept:
        history = await library.game(self._store, call.named["id"], viewer)
        moves = tuple(move.point for move in history.moves)
        body = await self._films.make(call.asker, viewer or "", tree_of_moves(moves, history.game.size))
        return Kept(GIF, body, lasting=history.game.result is not None)

    async def _draw_position(self, call: Call, viewer: str | None) -> Kept:
        query: PositionPictureQuery = _query(call)
        moves = pictures.read_moves(query)
        tree = tree_of_moves(moves, query.size)
        title = str(len(moves))
        return Kept(SVG, await asyncio.to_thread(pictures.draw_end, tree, numbers=query.numbers, title=title))

    async def _film_position(self, call: Call, viewer: str | None) -> Kept:
        query: PositionPictureQuery = _query(call)
        tree = tree_of_moves(pictures.read_moves(query), query.size)
        return Kept(GIF, await self._films.make(call.asker, viewer or "", tree, numbers=query.numbers))

    async def _draw_tree(self, call: Call, viewer: str | None) -> Kept:
        tree, way = await self._read_way(call, viewer)
        numbers = _query(call).numbers
        body = await asyncio.to_thread(pictures.draw_end, way, numbers=numbers, title=tree.title)
        return Kept(SVG, body, lasting=False)

    async def _film_tree(self, call: Call, viewer: str | None) -> Kept:
        _, way = await self._read_way(call, viewer)
        body = await self._films.make(call.asker, viewer or "", way, numbers=_query(call).numbers)
        return Kept(GIF, body, lasting=False)

    async def _read_way(self, call: Call, viewer: str | None) -> tuple[StoredTree, Tree]:
        tree = await walk.find(self._store, call.named["id"], viewer)
        return tree, await walk.read_way(self._store, tree, _query(call).node)

    async def _write_tree(self, call: Call, viewer: str | None, format: str, encoding: str | None = None) -> Kept:
        return await self._send_tree(await walk.find(self._store, call.named["id"], viewer), viewer, format, encoding)

    async def _write_any_tree(self, call: Call, viewer: str | None, format: str, encoding: str | None = None) -> Kept:
        tree = await self._staff_files.find_tree(viewer, call.named["id"], _query(call))
        return await self._send_tree(tree, viewer, format, encoding)

    async def _send_tree(self, tree: StoredTree, viewer: str | None, format: str, encoding: str | None) -> Kept:
        body = await self._exports.write(tree, format, encoding, viewer)
        name = "".join(
            letter if letter.isascii() and (letter.isalnum() or letter in "-_") else "_" for letter in tree.title
        )
        return _file(SGF if format == "sgf" else BYTES, body, f"{name[:60]}.{format}")

    async def _write_patterns(self, call: Call, viewer: str | None) -> Kept:
        return _file(LINES, await self._staff_files.write_patterns(viewer), "patterns.jsonl")

    async def _write_weights(self, call: Call, viewer: str | None) -> Kept:
        version = int(call.named["version"])
        return _file(TEXT, await self._staff_files.write_weights(viewer, version), f"weights-{version}.txt")

    async def _pack(self, call: Call, viewer: str | None) -> Kept:
        if viewer is None:
            raise Refused(code="bad_token")
        body = await self._archives.make(call.asker, viewer, call.at_end)
        return _file(ZIP, body, "tengen.zip")

    async def _list_levels(self, call: Call, viewer: str | None) -> Levels:
        return await people.add_ratings(self._ratings, self._levels())


def _query(call: Call) -> Any:
    """Return the parameters, in the type that the address names."""
    return call.query


def _file(type: str, body: bytes, name: str) -> Kept:
    return Kept(type, body, (("Content-Disposition", f'attachment; filename="{name}"'),), lasting=False)


def _keep(body: Body) -> Kept:
    return body if isinstance(body, Kept) else Kept(JSON, msgspec.json.encode(body))
