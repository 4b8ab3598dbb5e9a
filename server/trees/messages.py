"""Handlers of messages about stored trees: empty ones, merging of games, changes of title or visibility, deletion."""

from __future__ import annotations

from datetime import UTC, date, datetime

from msgspec.structs import replace

from gomoku.notation.tree import Tree
from server.errors import Refused
from server.handlers import Client, Handlers
from server.protocol.api import GameSummary
from server.protocol.inbound import TreeChange, TreeDelete, TreeMerge, TreeNew
from server.protocol.outbound import Ack
from server.protocol.values import Who
from server.signals import Signals, TreeChanged
from server.steady_time import Now
from server.store.database import Database
from server.store.games import library
from server.store.records import GameFilter
from server.store.trees import tree_blocks, tree_rows
from server.trees import tree_file
from server.trees.keeper import TreeKeeper, WantedTree
from server.trees.tree_file import FoundTree, MergedGame
from server.trees.uploads import clean_title

MOST_GAMES = 1_000
"""Most games of one merged tree."""
MOST_LOOKED_AT = 3_000
"""Most games that are scanned, as those on other boards are skipped."""
PAGE = 100
MERGE_COST = 2 << 20
"""Cost of a merge, as bytes of a file."""
DAY_MS = 86_400_000


class TreeMessages:
    """Answers through ``keeper``; ``now`` returns ms. Emits `TreeChanged`."""

    def __init__(self, store: Database, keeper: TreeKeeper, signals: Signals, now: Now) -> None:
        self._signals = signals
        self._store = store
        self._keeper = keeper
        self._now = now

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of these messages."""
        handlers.add(TreeNew, self.begin)
        handlers.add(TreeMerge, self.merge)
        handlers.add(TreeChange, self.change)
        handlers.add(TreeDelete, self.delete)

    async def begin(self, client: Client, message: TreeNew, at: int) -> None:
        """Store a tree without moves; raises Refused."""
        made = await tree_rows.find_of_command(self._store, client.player, message.id)
        if made is None:
            title = clean_title(message.title)
            who = client.player, message.id, client.address
            wanted = WantedTree(*who, title, message.visibility, message.rules)
            blocks = list(tree_blocks.pack(Tree(message.size)))  # one node: a process would take longer
            made = await self._keeper.store(wanted, FoundTree(message.size, "utf-8", 1, 0, 0), blocks)
        client.say(Ack(message.id, tree=made))

    async def merge(self, client: Client, message: TreeMerge, at: int) -> None:
        """Merge games, and answer with the result so far; raises Refused."""
        try:
            made = await self._keeper.answer(client.player, message.id)
        except KeyError:
            title = clean_title(message.title)
            who = client.player, message.id, client.address
            wanted = WantedTree(*who, title, message.visibility, message.rules, cost=MERGE_COST)

            async def make(wanted: WantedTree) -> str:
                return await self._merge(message, wanted)

            await self._keeper.begin(wanted, make)
            made = await self._keeper.answer(client.player, message.id)
        client.say(Ack(message.id, tree=made))

    async def _merge(self, message: TreeMerge, wanted: WantedTree) -> str:
        games: list[MergedGame] = []
        sealed = False
        for summary in await self._list(message, wanted.player):
            history = await library.find_game(self._store, summary.id)
            if history is None or not library.may_see(history, wanted.player):  # deleted since, or not visible to them
                continue
            sealed = sealed or summary.visibility != "public"
            games.append(MergedGame(tuple(move.point for move in history.moves), describe(summary)))
        if not games:
            raise Refused(code="no_games")
        return await self._keeper.keep(replace(wanted, sealed=sealed), tree_file.merge, message.size, games)

    async def _list(self, message: TreeMerge, player: str) -> list[GameSummary]:
        wanted = GameFilter(
            player=message.player,
            level=message.level,
            rules=message.rules,
            result=message.result,
            since=None if message.since is None else _midnight(message.since),
            until=None if message.until is None else _midnight(message.until) + DAY_MS,
            visible_to=player,
        )
        found: list[GameSummary] = []
        cursor: str | None = None
        for _ in range(MOST_LOOKED_AT // PAGE):
            page = await library.list_games(self._store, wanted, cursor, PAGE)
            found += [game for game in page.games if game.size == message.size]
            cursor = page.next
            if cursor is None or len(found) >= MOST_GAMES:
                break
        return found[:MOST_GAMES]

    async def change(self, client: Client, message: TreeChange, at: int) -> None:
        """Change the title or visibility of a tree."""
        tree = await tree_rows.find_tree(self._store, message.tree)
        if tree is None or tree.owner != client.player:
            raise Refused(code="unknown_tree")
        if tree.sealed and message.visibility not in (None, "private"):
            raise Refused(code="tree_sealed")
        title = None if message.title is None else clean_title(message.title)
        if not await tree_rows.change(self._store, message.tree, client.player, title, message.visibility):
            raise Refused(code="unknown_tree")
        client.say(Ack(message.id, tree=message.tree))
        visibility = message.visibility or tree.visibility
        only = tree.owner if visibility == "private" else None
        self._signals.emit(TreeChanged(tree.id, tree.v, title or tree.title, only))

    async def delete(self, client: Client, message: TreeDelete, at: int) -> None:
        """Delete a tree; repeating it succeeds."""
        if not await tree_rows.leave(self._store, message.tree, client.player) and not await tree_rows.is_going(
            self._store, message.tree, client.player
        ):
            raise Refused(code="unknown_tree")
        self._keeper.going.set()
        client.say(Ack(message.id, tree=message.tree))
        self._signals.emit(TreeChanged(message.tree, 0, "", only=""))


def describe(game: GameSummary) -> str:
    """Describe a game in one line, in symbols that need no translation."""
    result = "*" if game.result is None else {"black": "B+", "white": "W+", None: "="}[game.result.winner]
    if game.result is not None and game.result.reason == "unfinished":
        result = "*"
    day = "" if game.ended_at is None else datetime.fromtimestamp(game.ended_at / 1000, UTC).date().isoformat()
    return f"{_name(game.black)} - {_name(game.white)}, {result}, {day} (/game/{game.id})"


def _name(who: Who) -> str:
    return who.name or (f"bot {who.level}" if who.level is not None else "?")


def _midnight(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)
