from typing import Any

import pytest

from server.store import teaching
from server.store.store import Store
from tests.server.learning.examples import study
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
        ({"whys": {4: SLIP}}, {}, False),
        ({"whys": {2: SLIP}}, {}, True),
        ({"whys": {5: SLIP}}, {"mistake": None}, False),
    ],
)
async def test_games_that_bots_lose_by_play_teach(
    store: Store, wishes: dict[str, Any], lesson: dict[str, Any], teaches: bool
) -> None:
    await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"), **wishes)
    history = await store.game("botgame00000")
    assert history is not None
    assert teaching.lost_by_play(history, study(**lesson)) is teaches
