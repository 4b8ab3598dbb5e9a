"""A game row is read back as it was written."""

import re
from typing import Any, cast

from hypothesis import given

from server.protocol.events import Created
from server.store import game_rows
from server.store.sql import Row, read
from tests.server.store.test_event_rows import CREATED


@given(CREATED.filter(lambda event: event.owner.level is None))
def test_every_clock_comes_back_from_the_row_of_its_game(event: Created) -> None:
    row = game_rows.make_game_row(1, "abcdefgh", None, None, event)
    columns = re.findall(r"\w+", game_rows.INSERT_GAME.sql.split("VALUES")[0].split("(")[1])
    stored: dict[str, Any] = dict(zip(columns, row, strict=True))
    unset = dict.fromkeys(("player1", "level1", "black", "imported", "black_name", "white_name", "started_at"))
    assert game_rows.make_clock(read(game_rows.GameColumns, cast(Row, unset | stored))) == event.clock
    assert stored["clock_kind"] == event.clock.__struct_config__.tag
