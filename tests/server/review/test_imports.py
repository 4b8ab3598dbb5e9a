"""Files come up in bytes, are kept as far as they are good, and are kept once."""

import asyncio
import sys
from base64 import b64encode
from collections.abc import Callable
from typing import Any, cast

import pytest

from bots.files.reading import ReadingOptions
from bots.workers.background_work import Work, perform
from bots.workers.fair_queue import Asker
from gomoku.board import Color
from gomoku.game import Outcome, Reason
from gomoku.notation import psq, sgf
from gomoku.notation.record import GameRecord
from server.errors import Refused
from server.protocol.api import GameHistory
from server.protocol.inbound import ImportClose, UploadChunk, UploadOpen
from server.protocol.outbound import Ack, KeptGames
from server.protocol.values import FileNote
from server.review import game_files
from server.review import imports as module
from server.review.game_files import FileRejected
from server.review.imports import Imports
from server.store import event_rows, integrity
from server.store.games import library, room_log
from server.store.people import players
from server.store.records import GameFilter
from server.store.store import Store
from server.trees.gathering import Gathering
from tests.server.review.desk import NOW
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
    """Answer as the other process would."""
    assert awaited
    assert asker == Asker("192.0.2.1", "ada")
    return perform(Work(function, arguments), lambda _: None).value


@pytest.fixture
async def imports(store: Store) -> Imports:
    await add_player(store, "ada", "Ada")
    return Imports(store, run, lambda: NOW, Gathering(lambda: NOW))


class _Sender:
    """A connection that keeps what it is told."""

    def __init__(self, player: str = "ada", address: str = "192.0.2.1") -> None:
        self.player = player
        self.address = address
        self.told: list[Ack] = []

    def say(self, message: Ack) -> None:
        self.told.append(message)


Sender: Any = _Sender
"""As much of a client as is asked for here."""


async def begin(imports: Imports, line: Any, size: int, *, id: str = "up", name: str = "final.sgf") -> None:
    await imports._gathering.open(line, UploadOpen(id, "games", name, size), NOW)


async def bring(imports: Imports, line: Any, data: bytes, *, id: str = "up", at: int = 0) -> None:
    await imports._gathering.take(line, UploadChunk(f"{id}-{at}", id, at, b64encode(data).decode()), NOW)


async def send(
    imports: Imports,
    text: str | bytes,
    *,
    id: str = "up",
    name: str = "final.sgf",
    **wishes: Any,
) -> Ack:
    """Send a file and have it kept."""
    line, data = Sender(), text.encode() if isinstance(text, str) else text
    await begin(imports, line, len(data), id=id, name=name)
    assert line.told == [Ack(id, next=0)]
    for at in range(0, len(data), 50):
        await imports._gathering.take(
            line, UploadChunk(f"{id}-{at}", id, at, b64encode(data[at : at + 50]).decode()), NOW
        )
    assert line.told[-1].next == len(data)
    await imports.close(line, ImportClose(f"{id}-end", id, **wishes), NOW)
    return cast(Ack, line.told[-1])


async def kept(imports: Imports, store: Store, text: str | bytes, **wishes: Any) -> GameHistory:
    """The first game of a file, as it is stored."""
    history = await library.find_game(store, (await send(imports, text, **wishes)).room or "")
    assert history is not None
    return history


async def refusal(imports: Imports, store: Store, text: str, **wishes: Any) -> tuple[str, dict[str, Any]]:
    """Why a file is refused; nothing of it is kept."""
    with pytest.raises(Refused) as refused:
        await send(imports, text, **wishes)
    assert await store.fetch("SELECT * FROM games") == []
    assert await store.fetch("SELECT * FROM actions") == []
    return refused.value.code, refused.value.detail


async def test_a_file_becomes_a_game_of_its_owner_s(imports: Imports, store: Store) -> None:
    history = await kept(imports, store, sgf.dump(record()))
    game = history.game
    assert (game.imported, game.visibility, game.rules, game.plies) == ("final.sgf", "private", "freestyle", 9)
    assert (game.black.name, game.black.id, game.white.name) == ("Ada Ω", "", "Bob")
    assert game.result is not None
    assert (game.result.winner, game.result.reason, history.line) == ("black", "five", [0, 1, 2, 3, 4])
    assert [move.point for move in history.moves] == list(FIVE)
    assert [move.think_ms for move in history.moves] == list(range(100, 109))
    assert (game.started_at, game.played_on, game.ended_at) == (1_709_164_800_000, None, NOW)
    mine = await library.list_games(store, GameFilter(visible_to="ada"), None, 10)
    assert [listed.id for listed in mine.games] == [game.id]
    assert (await library.list_games(store, GameFilter(visible_to="bob"), None, 10)).games == []
    assert await room_log.find_room(store, game.id) is None
    assert await room_log.list_live_rooms(store) == []


async def test_a_psq_file_needs_rules(imports: Imports, store: Store) -> None:
    text = psq.dump(record(think_ms=()))
    assert (await refusal(imports, store, text))[0] == "rules_needed"
    history = await kept(imports, store, text, rules="standard", visibility="public", id="again")
    assert (history.game.rules, history.game.result and history.game.result.reason) == ("standard", "five")


@pytest.mark.parametrize(
    ("day", "started_at", "played_on"),
    [
        ("2025.10.04 12:13:14", 1_759_536_000_000, None),
        ("1985", None, "1985"),
        ("1996-05", None, "1996-05"),
        ("some day", None, None),
        ("", None, None),
    ],
)
async def test_a_day_that_is_not_known_is_not_today(
    imports: Imports, store: Store, day: str, started_at: int | None, played_on: str | None
) -> None:
    game = (await kept(imports, store, f"(;GM[4]SZ[15]RU[renju]DT[{day}];B[hh])")).game
    assert (game.started_at, game.played_on, game.ended_at) == (started_at, played_on, NOW)
    listed = await library.list_games(store, GameFilter(visible_to="ada"), None, 10)
    assert listed.games == [game]
    (row,) = await store.fetch("SELECT * FROM games")
    actions = await store.fetch(f"SELECT {event_rows.STORED} FROM actions ORDER BY v")
    assert list(integrity.find_faults(row, [tuple(each) for each in actions], covered=True)) == []


@pytest.mark.parametrize("encoding", ["gb18030", "big5", "utf-16", "utf-8"])
async def test_names_are_read_in_the_encoding_that_they_are_in(imports: Imports, store: Store, encoding: str) -> None:
    text = "(;GM[4]SZ[15]RU[renju]PB[林書玄]PW[陳大明];B[hh])".encode(encoding)
    game = (await kept(imports, store, text)).game
    assert (game.black.name, game.white.name) == ("林書玄", "陳大明")


async def test_people_may_choose_the_encoding(imports: Imports, store: Store) -> None:
    data = "(;GM[4]SZ[15]RU[renju]PB[öö]PW[цц];B[hh])".encode("cp1251", "replace").replace(b"??", b"\xf6\xf6")
    game = (await kept(imports, store, data, encoding="cp1252")).game
    assert (game.black.name, game.white.name) == ("öö", "öö")
    with pytest.raises(Refused, match="bad_notation"):
        await send(imports, data, id="again", encoding="utf-8")


COLLECTION = (
    "(;GM[4]SZ[15]RU[renju]PB[A];B[hh])\n(;GM[4]SZ[15]RU[renju]PB[B];B[hh];W[hh])\n"
    "(;GM[4]SZ[15]RU[renju]PB[C])\n(;GM[4]SZ[15]RU[renju]PB[D];B[aa])"
)


async def test_all_games_of_a_file_are_kept_and_what_is_none_is_told(imports: Imports, store: Store) -> None:
    told = await send(imports, COLLECTION)
    mine = (await library.list_games(store, GameFilter(visible_to="ada"), None, 10)).games
    assert sorted(game.black.name for game in mine) == ["A", "B", "D"]
    assert told.room == next(game.id for game in mine if game.black.name == "A")
    assert told.kept == KeptGames(
        3, [FileNote("no_moves", "game", 3, "", 3), FileNote("stone_twice", "line", 2, "H8")], 2
    )
    line = Sender()
    await imports.close(line, ImportClose("late", "up"), NOW)  # its acknowledgement was lost
    await begin(imports, line, len(COLLECTION))
    assert [ack.room for ack in line.told] == [told.room, told.room]
    assert len(await store.fetch("SELECT * FROM games")) == 3


async def test_some_games_of_a_file_are_chosen(imports: Imports, store: Store) -> None:
    await send(imports, COLLECTION, games=[2, 4])
    mine = (await library.list_games(store, GameFilter(visible_to="ada"), None, 10)).games
    assert sorted(game.black.name for game in mine) == ["B", "D"]


async def test_more_games_than_may_be_kept_at_once_are_refused(imports: Imports, store: Store) -> None:
    code, _ = await refusal(imports, store, "(;GM[4]RU[renju];B[hh])" * 101)
    assert code == "too_many_games"


async def test_a_file_of_very_many_bad_games_is_refused(imports: Imports, store: Store) -> None:
    code, _ = await refusal(imports, store, "(;GM[4]RU[renju];B[hh];W[hh];B[])" + "(;GM[4]RU[renju];B[])" * 1001)
    assert code == "too_many_games"


@pytest.mark.skipif(sys.platform != "linux", reason="limits are for Linux")
def test_a_file_that_takes_long_is_refused(monkeypatch: pytest.MonkeyPatch, no_finalizers: None) -> None:
    monkeypatch.setattr("server.review.game_files.SHARED_S", 0.01)
    data = b"(;SZ[15]" + b"A[]" * 80_000 + b")"
    found = game_files.load("a.sgf", data, ReadingOptions(), None, None)
    assert found == FileRejected("tree_too_large", {"nodes": ReadingOptions().most})


async def test_a_file_of_another_game_is_taken_where_somebody_says_so(imports: Imports, store: Store) -> None:
    text = "(;GM[1]SZ[15];B[hh])"
    code, detail = await refusal(imports, store, text, rules="renju")
    assert (code, detail["why"]) == ("bad_notation", "other_game")
    assert (await kept(imports, store, text, id="again", rules="renju", any_game=True)).game.rules == "renju"


@pytest.mark.parametrize(
    ("outcome", "moves", "winner", "reason"),
    [
        (None, FIVE[:4], None, "unfinished"),
        (Outcome(None, Reason.ABORTED), FIVE[:4], None, "unfinished"),
        (Outcome(Color.WHITE, Reason.RESIGNED), FIVE[:4], "white", "resigned"),
        (Outcome(Color.WHITE, Reason.TIMEOUT), FIVE[:4], "white", "timeout"),
        (Outcome(Color.WHITE, Reason.UNKNOWN), FIVE[:4], "white", "unknown"),
        (Outcome(None, Reason.FULL_BOARD), FIVE[:4], None, "agreed_draw"),
        (Outcome(Color.WHITE, Reason.RESIGNED), FIVE, "black", "five"),
    ],
)
async def test_the_end_is_that_of_the_board_or_else_what_the_file_says(
    imports: Imports, store: Store, outcome: Outcome | None, moves: tuple[int, ...], winner: str | None, reason: str
) -> None:
    history = await kept(imports, store, sgf.dump(record(outcome=outcome, moves=moves, think_ms=())))
    assert history.game.result is not None
    assert (history.game.result.winner, history.game.result.reason) == (winner, reason)


async def test_a_bad_file_gets_the_line_or_the_move_and_the_reason(imports: Imports, store: Store) -> None:
    good = sgf.dump(record())
    code, detail = await refusal(imports, store, good.replace(";B[aa]", ";B[zz]"))
    assert (code, detail) == ("bad_notation", {"line": 2, "why": "outside", "text": "zz"})
    after_the_end = sgf.dump(record(moves=(*FIVE, 30), outcome=None, think_ms=()))
    assert await refusal(imports, store, after_the_end) == ("bad_game", {"move": 10, "why": "game_over"})
    nothing = sgf.dump(record(moves=(), outcome=None, think_ms=()))
    assert await refusal(imports, store, nothing) == ("bad_game", {"why": "no_moves"})
    assert (await refusal(imports, store, good, rules="tictactoe"))[0] == "bad_size"
    assert (await refusal(imports, store, "x"))[0] == "bad_notation"
    assert (await refusal(imports, store, "<database/>"))[0] == "terms_needed"


async def test_a_file_that_breaks_off_is_read_as_far_as_it_goes(imports: Imports, store: Store) -> None:
    told = await send(imports, "(;GM[4]SZ[15]RU[renju]\n;B[hh]\n;W[tt]\n;B[ih]")
    history = await library.find_game(store, told.room or "")
    assert history is not None
    assert [move.point for move in history.moves] == [112]
    assert told.kept == KeptGames(1, [FileNote("unclosed_game", "line", 4), FileNote("passing", "move", 2)], 2)


async def test_the_same_upload_goes_on_after_a_lost_connection(imports: Imports) -> None:
    data = sgf.dump(record()).encode()
    await begin(imports, Sender(), len(data))
    await bring(imports, Sender(), data[:40])
    line = Sender()
    await begin(imports, line, len(data))
    assert line.told == [Ack("up", next=40)]
    with pytest.raises(Refused, match="wrong_chunk"):
        await imports.close(line, ImportClose("e", "up"), NOW)
    with pytest.raises(Refused, match="no_upload"):
        await imports.close(Sender("bob"), ImportClose("e", "up"), NOW)


async def test_a_shared_file_is_listed_but_not_as_a_game_of_its_owner_s(imports: Imports, store: Store) -> None:
    id = (await kept(imports, store, sgf.dump(record()), visibility="public")).game.id

    async def listed(**wishes: Any) -> list[str]:
        return [game.id for game in (await library.list_games(store, GameFilter(**wishes), None, 10)).games]

    assert await listed() == [id]
    assert await listed(player="ada") == await listed(player="ada", visible_to="bob") == []
    assert await listed(player="ada", visible_to="ada") == [id]


async def test_there_is_an_end_to_what_one_may_keep(
    imports: Imports, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_IMPORTS", 1)
    text = sgf.dump(record())
    assert (await refusal(imports, store, text * 2, id="both"))[0] == "too_many_imports"
    id = (await send(imports, text)).room
    with pytest.raises(Refused, match="too_many_imports"):
        await send(imports, text, id="other")
    line = Sender()
    await imports._gathering.open(
        line, UploadOpen("up", "games", "final.sgf", len(text)), NOW
    )  # what was done is still done
    assert line.told == [Ack("up", id)]


async def test_two_files_at_once_cannot_both_take_the_last_room(
    imports: Imports, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_IMPORTS", 3)
    text = sgf.dump(record()) * 2
    found = await asyncio.gather(*(send(imports, text, id=id) for id in ("one", "other")), return_exceptions=True)
    (error,) = (each for each in found if isinstance(each, Refused))
    assert error.code == "too_many_imports"
    assert len(await store.fetch("SELECT * FROM games")) == 2


async def test_the_same_upload_ended_twice_at_once_is_kept_once(
    imports: Imports, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_IMPORTS", 1)
    data, line = sgf.dump(record()).encode(), Sender()
    await begin(imports, line, len(data))
    await bring(imports, line, data)
    await asyncio.gather(*(imports.close(line, ImportClose(id, "up"), NOW) for id in ("one", "other")))
    first, other = line.told[-2:]
    assert first.room == other.room is not None
    assert len(await store.fetch("SELECT * FROM games")) == 1


async def test_private_files_go_with_their_owner(imports: Imports, store: Store) -> None:
    text = sgf.dump(record())
    await send(imports, text)
    shared = await send(imports, text, id="shared", visibility="public")
    await players.delete(store, "ada", NOW)
    assert [row["id"] for row in await store.fetch("SELECT id FROM games")] == [shared.room]
