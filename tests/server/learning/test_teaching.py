from typing import Any

import pytest

from server.learning import teaching
from server.store.games import library
from server.store.knowledge import lost_positions
from server.store.knowledge.jobs import Job
from server.store.store import Store
from tests.server.learning.examples import CHANCE, pattern, study
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player

SLIP = {"kind": "slip", "overlooked": 3, "instead": 4}


@pytest.mark.parametrize(
    ("wishes", "lesson", "teaches"),
    [
        ({}, {}, True),
        ({"reason": "resigned"}, {}, True),
        ({"reason": "timeout"}, {}, True),
        ({"reason": "timeout"}, {"lesson": False}, False),
        ({"winner": "white"}, {}, False),
        ({"winner": None, "reason": "full_board"}, {"lesson": False}, False),
        ({"from_game": "another00000", "start": [1, 2]}, {}, False),
        ({"start": [1, 2]}, {}, False),  # a position that somebody has given
        ({"opening": "pro"}, {"mistake": 3}, True),
        ({"opening": "pro"}, {"mistake": 2}, False),  # a stone of the opening
        ({"opening": "pro", "plies": 2}, {"mistake": 1}, False),
        ({"whys": {4: SLIP}}, {}, False),
        ({"whys": {2: SLIP}}, {}, True),
        ({"whys": {5: SLIP}}, {"mistake": None}, False),
    ],
)
async def test_games_that_bots_lose_by_play_teach(
    store: Store, wishes: dict[str, Any], lesson: dict[str, Any], teaches: bool
) -> None:
    await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"), **wishes)
    history = await library.find_game(store, "botgame00000")
    assert history is not None
    assert teaching.is_lost_by_play(history, study(**lesson)) is teaches


@pytest.mark.parametrize("taught", [True, False])
async def test_a_game_tried_again_teaches_where_the_first_did(store: Store, taught: bool) -> None:
    ada = await add_player(store, "ada", "Ada")
    first = await against_bot(store, "first0000000", ada)
    if taught:
        kept = lost_positions.keep(first, "freestyle", CHANCE, [])
        assert kept is not None
        await store.execute(kept)
    again = await against_bot(store, "again0000000", ada, from_game="first0000000", start=[1, 2])
    history = await library.find_game(store, "again0000000")
    assert history is not None
    job = Job(again, "again0000000")
    found = await teaching.list_statements(store, job, history, study(pattern(), chance=CHANCE), 1)
    assert bool(found) is taught
