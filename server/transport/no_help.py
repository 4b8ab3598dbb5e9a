"""Refusals of help by HTTP to players of rated games."""

from contextlib import suppress
from typing import Any

from gomoku import point
from gomoku.errors import BadPoint
from server.errors import Refused
from server.moderation.fair_play import FairPlay, require_apart
from server.review import game_analysis
from server.store.database import Database
from server.transport.routing import Call
from server.trees import walk


class NoHelp:
    """Each method raises Refused("rated_game_on") if a viewer's call must not be answered now."""

    def __init__(self, store: Database, fair_play: FairPlay) -> None:
        self._store = store
        self._fair_play = fair_play

    async def require_no_game(self, call: Call, viewer: str | None) -> None:
        """Check a call that may help in any game."""
        self._fair_play.require_no_game(viewer)

    async def require_position(self, call: Call, viewer: str | None) -> None:
        """Check a question about the position of an `ExplorerQuery`."""
        self._fair_play.require_no_game(viewer)
        query: Any = call.query
        self._require_apart(call, viewer, query.size)

    async def require_tree(self, call: Call, viewer: str | None) -> None:
        """Check a search for a position in a tree."""
        self._fair_play.require_no_game(viewer)
        tree = await walk.find(self._store, call.named["id"], viewer)
        self._require_apart(call, viewer, tree.size)

    async def require_analysis(self, call: Call, viewer: str | None) -> None:
        """Check a request for the analysis of a game."""
        self._fair_play.require_no_game(viewer)
        games = await self._fair_play.list_own(viewer, call.asker)
        if games:
            try:
                await game_analysis.find_visible(self._store, call.named["id"], viewer)
            except Refused:  # the answer says so
                return
            await game_analysis.require_apart(self._store, call.named["id"], games)

    def _require_apart(self, call: Call, viewer: str | None, size: int) -> None:
        """Check the ``moves`` of the query against the rated live games at the requesting address."""
        games = self._fair_play.list_near(viewer, call.asker)
        if games:
            query: Any = call.query
            with suppress(BadPoint):  # for which it is refused anyway
                require_apart(games, size, point.parse_all(query.moves, size))
