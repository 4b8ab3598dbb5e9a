"""Queries for a page, or after every game, scan no table that grows with all games."""

import re
from collections.abc import Awaitable, Callable

import pytest

from server.store.games import explorer_index, game_lists, lines, room_log
from server.store.knowledge import experience, studies
from server.store.sql import Named, Parameters, Row
from tests.kit.stores import ON_FILE, OpenStore

QUESTIONS: dict[str, Callable[[OpenStore], Awaitable[object]]] = {
    "the versions of a bot": lambda store: experience.list_versions(store, 3),
    "the results of a bot": lambda store: experience.list_results(store, 3),
    "the results of its opponents": lambda store: experience.sum_results(store, ["ann"], 3),
    "games that no book has read": experience.list_unread,
    "games that the explorer has not counted": explorer_index.work,
    "the queue of studies": lambda store: store.fetch(studies.STATE, {"now": 1}),
    "when the server was alive": room_log.read_alive_at,
    "rooms of the staff's list": lambda store: game_lists.list_unfinished(
        store, "all", "", None, 20, lambda room, names: room
    ),
    "lines": lambda store: lines.list_lines(store, None, None, None, None, 10),
    "lines that a bot lost no more": lambda store: lines.list_no_longer_lost(store, 3, 10),
    "lines that nobody has won again": lambda store: lines.list_unbeaten(store, 1_000, [3]),
    "one line": lambda store: lines.find_line(store, "game00000001", None),
}
GROWS = re.compile(r"SCAN (?:games|lost|tries|actions|lessons|analyses|passages)\b(?! USING)")


@ON_FILE
@pytest.mark.parametrize("name", QUESTIONS)
async def test_no_question_goes_through_all_games(store: OpenStore, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    plans, fetch = list[str](), store.fetch

    async def explain(sql: str, parameters: Parameters | Named = ()) -> list[Row]:
        plans.extend(row["detail"] for row in await fetch(f"EXPLAIN QUERY PLAN {sql}", parameters))
        return await fetch(sql, parameters)

    monkeypatch.setattr(store, "fetch", explain)
    await QUESTIONS[name](store)
    assert plans
    assert [line for line in plans if GROWS.search(line)] == []
