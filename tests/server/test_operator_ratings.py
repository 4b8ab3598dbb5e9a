"""Ratings from the command line: counted anew to the last digit, a game struck out and brought back."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from server import command_line
from server.protocol.events import Chose, Moved, RoomEvent
from server.protocol.values import ChoiceName, ClockSpec, Who
from server.ratings.book import RatingBook
from server.store.store import Store
from server.store.writes import Append
from tests.server.ratings.rated_games import SLOW, add_account, begin_game, dump, end_game

Tengen = Callable[..., tuple[int, str]]
GAMES = [f"game0000000{n}" for n in range(4)]


@pytest.fixture
def tengen(path: Path, template: Path, capsys: pytest.CaptureFixture[str]) -> Tengen:
    """Runs a command on a database that no server holds, in which four games are over, three of them counted."""
    path.write_bytes(template.read_bytes())
    with_store(path, play)

    def run(*words: str) -> tuple[int, str]:
        status = command_line.main(["ratings", *words, "--db", str(path)])
        said = capsys.readouterr()
        return status, said.out + said.err

    return run


async def play(store: Store) -> None:
    ada, bob = await add_account(store, "ada"), await add_account(store, "bob")
    for n, game in enumerate(GAMES):
        if n == 3:
            await RatingBook(store).catch_up()
        await end_game(store, game, *((ada, bob) if n % 2 else (bob, ada)), ended_at=9_000 + n, rated=n != 1)


def with_store(path: Path, do: Callable[[Store], Any]) -> Any:
    async def run() -> Any:
        store = await Store.open(path)
        try:
            return await do(store)
        finally:
            await store.close()

    return asyncio.run(run())


def test_a_count_of_all_games_changes_nothing_but_what_was_missing(tengen: Tengen, path: Path) -> None:
    said = "games are counted anew; of 2 ratings"
    assert tengen("recompute") == (0, f"3 {said} 2 are others than before\n")
    before = with_store(path, dump)
    assert tengen("recompute") == (0, f"3 {said} 0 are others than before\n")
    assert with_store(path, dump) == before
    with_store(path, lambda store: store.execute(("UPDATE ratings SET rating = 1 WHERE player = 'ada'", ())))
    assert tengen("recompute") == (0, f"3 {said} 1 are others than before\n")
    assert with_store(path, dump) == before


def test_a_game_that_is_struck_out_and_brought_back(tengen: Tengen, path: Path) -> None:
    tengen("recompute")
    before = with_store(path, dump)
    assert tengen("strike", GAMES[2]) == (0, f"game {GAMES[2]} is struck out; 2 games are counted anew\n")
    assert len(with_store(path, dump)["rating_changes"]) == 4
    assert tengen("strike", GAMES[2]) == (1, f"tengen: game {GAMES[2]} is struck out already\n")
    assert tengen("restore", GAMES[2]) == (0, f"game {GAMES[2]} counts again; 2 games are counted anew\n")
    assert with_store(path, dump) == before


def test_the_games_after_one_that_is_deleted_are_counted_anew(tengen: Tengen, path: Path) -> None:
    tengen("recompute")
    assert command_line.main(["games", "delete", GAMES[0], "--db", str(path)]) == 0
    after = with_store(path, dump)
    assert [(row[0], row[-2]) for row in after["rating_entries"]] == [(3, 0), (4, 0)]  # none waits
    tengen("recompute")
    assert with_store(path, dump) == after


@pytest.mark.parametrize("clock", [None, SLOW])
def test_who_is_deleted_while_no_server_runs_loses_what_is_being_played(
    path: Path, tengen: Tengen, clock: ClockSpec | None
) -> None:
    async def begin(store: Store) -> None:
        ada, bob = Who("ada", "ada"), Who("bob", "bob")
        await begin_game(store, "running-----", ada, bob, clock=clock)
        await begin_game(store, "casual------", ada, bob, rated=False)
        await store.execute(("UPDATE games SET next_flag_at = 1, waits_for = 'ada' WHERE clock IS NOT NULL", ()))

    with_store(path, begin)
    assert command_line.main(["players", "delete", "ada", "--db", str(path)]) == 0

    async def look(store: Store) -> list[tuple[Any, ...]]:
        sql = """SELECT winner, games.reason, next_flag_at, waits, rating_entries.reason FROM games
          LEFT JOIN rating_entries ON game = serial WHERE id IN ('running-----', 'casual------') ORDER BY id DESC"""
        return [tuple(row) for row in await store.fetch(sql)]

    # fewer than two stones: it is over, and counts no more than any that is resigned so early
    assert with_store(path, look) == [("white", "resigned", None, 0, "too_short"), (None, None, None, None, None)]


@pytest.mark.parametrize(
    ("taken", "winner"), [(None, "white"), ("two", "white"), ("black", "black"), ("white", "white")]
)
def test_who_is_deleted_in_mid_opening_loses_whatever_the_colours_are_by_then(
    path: Path, tengen: Tengen, taken: ChoiceName | None, winner: str
) -> None:
    async def begin(store: Store) -> None:
        serial = await begin_game(store, "running-----", Who("ada", "ada"), Who("bob", "bob"), opening="swap2")
        nobody = (None, None)
        stones = [Moved(3 + n, 2000 + n, 0, n, point, 5, 0, 0, nobody) for n, point in enumerate((112, 113, 144))]
        events: list[RoomEvent] = [*stones]
        if taken is not None:
            black = 1 if taken == "black" else 0
            events.append(
                Chose(6, 2006, seat=1, ply=3, think_ms=5, lag_ms=0, given_ms=0, left=nobody, choice=taken, black=black)
            )
        await store.commit(*(Append(serial, event, None, 3) for event in events))

    with_store(path, begin)
    assert command_line.main(["players", "delete", "ada", "--db", str(path)]) == 0

    async def look(store: Store) -> tuple[int, str]:
        (game,) = await store.fetch("SELECT black, winner FROM games WHERE id = 'running-----'")
        return game["black"], game["winner"]

    black, won = with_store(path, look)
    assert won == winner
    assert (black == 1) == (won == "black"), "bob, in seat 1, has won"


def test_what_cannot_be_struck_out_says_why(tengen: Tengen) -> None:
    assert tengen("strike", GAMES[1]) == (1, f"tengen: game {GAMES[1]} was not to be rated\n")
    assert tengen("strike", "nothing") == (1, "tengen: there is no game nothing that is over\n")
