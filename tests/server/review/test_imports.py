"""Files come up in chunks, are kept only when all of them is good, and are kept once."""

from collections.abc import Callable
from typing import Any

import pytest

from bots.workers.background_work import Work, perform
from bots.workers.fair_queue import Asker
from gomoku.board import Color
from gomoku.game import Outcome, Reason
from gomoku.notation import psq, sgf
from gomoku.notation.record import GameRecord
from server.errors import Refused
from server.protocol.inbound import ImportChunk, ImportClose, ImportOpen
from server.review import imports as module
from server.review.imports import Imports
from server.store import library, players, room_log
from server.store.records import GameFilter
from server.store.store import Store
from tests.server.review.desk import NOW, Waiting
from tests.server.store.examples import add_player

FIVE = (0, 15, 1, 16, 2, 17, 3, 18, 4)


def record(**changed: Any) -> GameRecord:
    fields: dict[str, Any] = {
        "size": 15,
        "moves": FIVE,
        "rules": "freestyle",
        "black": "Ada Ω",
        "white": "Bob",
        "outcome": Outcome(Color.BLACK, Reason.FIVE),
        "date": "2024-02-29",
        "think_ms": tuple(range(100, 100 + len(FIVE))),
        "left_ms": (),
    }
    return GameRecord(**fields | changed)


async def run(function: Callable[..., Any], *arguments: Any, awaited: bool, asker: Asker) -> Any:
    """What the other process would answer."""
    assert awaited
    assert asker == Asker("192.0.2.1", "ada")
    return perform(Work(function, arguments), lambda _: None).value


@pytest.fixture
async def imports(store: Store) -> Imports:
    await add_player(store, "ada", "Ada")
    return Imports(store, run, lambda: NOW)


async def send(imports: Imports, line: Waiting, text: str, *, chunk: int = 50, id: str = "up", **wishes: Any) -> str:
    """Send a file; the id of the game."""
    wanted: dict[str, Any] = {"format": "sgf", "bytes": len(text.encode()), "name": "final.sgf"}
    await imports.open(line, ImportOpen(id, **wanted | wishes))
    assert await line.next() == {"t": "ack", "id": id}
    for n, first in enumerate(range(0, len(text), chunk)):
        await imports.chunk(line, ImportChunk(f"{id}-{n}", id, n, text[first : first + chunk]))
        await line.next()
    await imports.close(line, ImportClose(f"{id}-end", id))
    return str((await line.next())["room"])


async def refusal(imports: Imports, store: Store, text: str, **wishes: Any) -> tuple[str, dict[str, Any]]:
    """Why a file is refused; nothing of it is kept."""
    with pytest.raises(Refused) as refused:
        await send(imports, Waiting("ada"), text, **wishes)
    assert await store.fetch("SELECT * FROM games") == []
    assert await store.fetch("SELECT * FROM actions") == []
    return refused.value.code, refused.value.detail


async def test_a_file_becomes_a_game_of_its_owner_s(imports: Imports, store: Store) -> None:
    id = await send(imports, Waiting("ada"), sgf.dump(record()))
    history = await library.find_game(store, id)
    assert history is not None
    game = history.game
    assert (game.imported, game.visibility, game.rules, game.plies) == ("final.sgf", "private", "freestyle", 9)
    assert (game.black.name, game.black.id, game.white.name) == ("Ada Ω", "", "Bob")
    assert game.result is not None
    assert (game.result.winner, game.result.reason, history.line) == ("black", "five", [0, 1, 2, 3, 4])
    assert [move.point for move in history.moves] == list(FIVE)
    assert [move.think_ms for move in history.moves] == list(range(100, 109))
    assert (game.started_at, game.ended_at) == (1_709_164_800_000, NOW)
    mine = await library.list_games(store, GameFilter(visible_to="ada"), None, 10)
    assert [listed.id for listed in mine.games] == [id]
    assert (await library.list_games(store, GameFilter(visible_to="bob"), None, 10)).games == []
    assert await room_log.find_room(store, id) is None
    assert await room_log.list_live_rooms(store) == []


async def test_a_psq_file_needs_rules(imports: Imports, store: Store) -> None:
    text = psq.dump(record(think_ms=()))
    assert (await refusal(imports, store, text, format="psq"))[0] == "rules_needed"
    id = await send(imports, Waiting("ada"), text, format="psq", rules="standard", visibility="public", id="again")
    history = await library.find_game(store, id)
    assert history is not None
    assert (history.game.rules, history.game.result and history.game.result.reason) == ("standard", "five")


@pytest.mark.parametrize(
    ("outcome", "moves", "winner", "reason"),
    [
        (None, FIVE[:4], None, "unfinished"),
        (Outcome(None, Reason.ABORTED), FIVE[:4], None, "unfinished"),
        (Outcome(Color.WHITE, Reason.RESIGNED), FIVE[:4], "white", "resigned"),
        (Outcome(Color.WHITE, Reason.TIMEOUT), FIVE[:4], "white", "timeout"),
        (Outcome(None, Reason.FULL_BOARD), FIVE[:4], None, "agreed_draw"),
        (Outcome(Color.WHITE, Reason.RESIGNED), FIVE, "black", "five"),
    ],
)
async def test_the_end_is_that_of_the_board_or_else_what_the_file_says(
    imports: Imports, store: Store, outcome: Outcome | None, moves: tuple[int, ...], winner: str | None, reason: str
) -> None:
    id = await send(imports, Waiting("ada"), sgf.dump(record(outcome=outcome, moves=moves, think_ms=())))
    history = await library.find_game(store, id)
    assert history is not None
    assert history.game.result is not None
    assert (history.game.result.winner, history.game.result.reason) == (winner, reason)


async def test_a_bad_file_gets_the_line_or_the_move_and_the_reason(imports: Imports, store: Store) -> None:
    good = sgf.dump(record())
    code, detail = await refusal(imports, store, good.replace(";W[aa]", ";W[zz]").replace(";W[ab]", ";W[zz]"))
    assert (code, detail) == ("bad_notation", {"line": 3, "why": "outside", "text": "zz"})
    after_the_end = sgf.dump(record(moves=(*FIVE, 30), outcome=None, think_ms=()))
    assert await refusal(imports, store, after_the_end) == ("bad_game", {"move": 10, "why": "game_over"})
    nothing = sgf.dump(record(moves=(), outcome=None, think_ms=()))
    assert await refusal(imports, store, nothing) == ("bad_game", {"why": "no_moves"})
    assert (await refusal(imports, store, good, rules="tictactoe"))[0] == "bad_size"
    assert (await refusal(imports, store, "x"))[0] == "bad_notation"


async def test_an_upload_sent_again_is_one_game(imports: Imports, store: Store) -> None:
    text, line = sgf.dump(record()), Waiting("ada")
    id = await send(imports, line, text)
    await imports.close(line, ImportClose("late", "up"))  # its acknowledgement was lost
    assert (await line.next())["room"] == id
    await imports.open(line, ImportOpen("up", "final.sgf", "sgf", len(text)))
    assert await line.next() == {"t": "ack", "id": "up", "room": id}
    assert len(await store.fetch("SELECT * FROM games")) == 1
    assert await send(imports, Waiting("ada"), text, id="other") != id


async def test_chunks_come_in_order_and_each_once(imports: Imports) -> None:
    line = Waiting("ada")
    await imports.open(line, ImportOpen("up", "a.sgf", "sgf", 5))

    async def refused(n: int, text: str, upload: str = "up") -> str:
        with pytest.raises(Refused) as refusal:
            await imports.chunk(line, ImportChunk("c", upload, n, text))
        return refusal.value.code

    assert await refused(1, "ab") == "wrong_chunk"
    assert await refused(0, "ab", "another") == "no_upload"
    await imports.chunk(line, ImportChunk("c", "up", 0, "abc"))
    await imports.chunk(line, ImportChunk("c", "up", 0, "abc"))
    assert await refused(0, "other") == "wrong_chunk"
    assert await refused(1, "xyz") == "wrong_chunk"  # longer than was announced
    with pytest.raises(Refused, match="wrong_chunk"):
        await imports.close(line, ImportClose("c", "up"))
    imports.forget(line)
    assert await refused(1, "xy") == "no_upload"
    with pytest.raises(Refused, match="no_upload"):
        await imports.close(line, ImportClose("c", "up"))


async def test_a_new_upload_takes_the_place_of_the_last(imports: Imports) -> None:
    line = Waiting("ada")
    await imports.open(line, ImportOpen("one", "a.sgf", "sgf", 5))
    await imports.open(line, ImportOpen("two", "a.sgf", "sgf", 5))
    with pytest.raises(Refused, match="no_upload"):
        await imports.chunk(line, ImportChunk("c", "one", 0, "abc"))


async def test_a_shared_file_is_listed_but_not_as_a_game_of_its_owner_s(imports: Imports, store: Store) -> None:
    id = await send(imports, Waiting("ada"), sgf.dump(record()), visibility="public")

    async def listed(**wishes: Any) -> list[str]:
        return [game.id for game in (await library.list_games(store, GameFilter(**wishes), None, 10)).games]

    assert await listed() == [id]
    assert await listed(player="ada") == await listed(player="ada", visible_to="bob") == []
    assert await listed(player="ada", visible_to="ada") == [id]


async def test_there_is_an_end_to_what_one_may_keep(
    imports: Imports, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_IMPORTS", 1)
    line, text = Waiting("ada"), sgf.dump(record())
    id = await send(imports, line, text)
    with pytest.raises(Refused, match="too_many_imports"):
        await send(imports, line, text, id="other")
    await imports.open(line, ImportOpen("up", "final.sgf", "sgf", len(text)))  # what was done is still done
    assert (await line.next())["room"] == id


async def test_private_files_go_with_their_owner(imports: Imports, store: Store) -> None:
    text = sgf.dump(record())
    await send(imports, Waiting("ada"), text)
    shared = await send(imports, Waiting("ada"), text, id="shared", visibility="public")
    await players.delete(store, "ada", NOW)
    assert [row["id"] for row in await store.fetch("SELECT id FROM games")] == [shared]


async def test_all_uploads_together_have_a_bound_and_who_fills_it_loses_them(
    imports: Imports, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = sgf.dump(record())
    size = len(text.encode())
    monkeypatch.setattr(module, "MOST_BYTES", 10 * size)
    honest = Waiting("ada")
    await imports.open(honest, ImportOpen("up", "final.sgf", "sgf", size))
    await imports.chunk(honest, ImportChunk("c0", "up", 0, text[:40]))
    hoard = [Waiting("ada", "203.0.113.9") for _ in range(10)]
    for n, line in enumerate(hoard):
        await imports.open(line, ImportOpen(f"h{n}", "f", "sgf", size))
    for n, line in enumerate(hoard[:-1]):
        await imports.chunk(line, ImportChunk("c", f"h{n}", 0, text))
    with pytest.raises(Refused, match="no_upload"):
        await imports.chunk(hoard[-1], ImportChunk("c", "h9", 0, text))
    for n, line in enumerate(hoard):
        with pytest.raises(Refused, match="no_upload"):
            await imports.close(line, ImportClose("e", f"h{n}"))
    await imports.chunk(honest, ImportChunk("c1", "up", 1, text[40:]))
    await imports.close(honest, ImportClose("e", "up"))
    assert [await honest.next() for _ in range(4)][-1]["room"]
