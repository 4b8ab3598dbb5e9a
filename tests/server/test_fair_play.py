"""Help while a rated game goes on, over real sockets: where and to whom it is refused, and that this ends with it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from bots.learning.study.findings import StudiedPuzzle
from gomoku import point
from gomoku.notation import sgf
from server.protocol.values import Who
from server.store.knowledge import puzzles
from tests.conftest import Connect
from tests.kit import http
from tests.kit.app import App
from tests.kit.client import Client, Refusal
from tests.server.review.test_imports import record
from tests.server.store.bot_games import against_bot
from tests.server.test_review import done, upload

MOVES = [112, 0, 114, 2, 116, 4, 118, 6]
"""Moves of a game that nobody has won yet."""
HIDDEN = [200, 205, 210, 215, 202, 207, *MOVES]
"""The same among other stones."""
EXCHANGED = [*(each for pair in zip(MOVES[1::2], MOVES[::2], strict=True) for each in pair), 224]
"""The same colours exchanged, and a stone more, so that the same side is to move."""
ELSEWHERE = [7, 8, 9, 10, 11, 20, 30, 40]
DAYS = {"kind": "correspondence", "move_ms": 3 * 86_400_000}


pytestmark = pytest.mark.usefixtures("quick_studies")


@pytest.fixture
async def join_from(running: tuple[App, str]) -> AsyncIterator[Callable[[str], Awaitable[Client]]]:
    """Connects a client from another address of this machine."""
    async with AsyncExitStack() as stack:

        async def connect(source: str) -> Client:
            client = await Client(running[1], source=source).open()
            stack.push_async_callback(client.close)
            return client

        yield connect


async def play(black: Client, white: Client, **wishes: object) -> str:
    """A rated game that goes on."""
    room = await black.create(**{"rated": True} | wishes)
    await white.command("sit", room=room)
    for ply, at in enumerate(MOVES):
        await (black, white)[ply % 2].move(room, ply, at)
    return room


def words(moves: list[int]) -> str:
    return "".join(point.name(each, 15) for each in moves)


async def ask(client: Client, t: str, **fields: object) -> str:
    """The code by which something is refused; empty where it is not. Puzzles and hints answer by another message."""
    await client.send(t=t, id="asked", **fields)
    answer = await client.wait(lambda m: m.get("id") == "asked")
    return str(answer.get("code", ""))


async def test_who_plays_is_helped_by_nothing_until_the_end(join: Connect, running: tuple[App, str], site: str) -> None:
    ada, bob = await join(), await join()
    app = running[0]
    await against_bot(app.store, "botgame00000", Who(ada.player))
    await ada.send(t="watch", game="botgame00000", on=True)
    await done(ada, "botgame00000")
    trap = (await http.get_json(f"{site}/api/patterns", ada.token))["patterns"][0]["key"]
    file = await upload(ada, sgf.dump(record()))
    casual = await ada.create(level=1)
    doors = [
        "/api/games/botgame00000/analysis",
        "/api/explorer",
        f"/api/explorer?moves={words(MOVES)}",
        "/api/patterns",
        f"/api/patterns/{trap}",
        "/api/lines",
        "/api/lines/botgame00000",
        "/api/trees/nowhere00000/nodes",
        "/api/trees/nowhere00000/find?moves=h8",
        "/api/trees/nowhere00000.lib",
        "/api/trees/nowhere00000.sgf",
    ]
    before = [(await http.get(site + door, ada.token))[0] for door in doors]
    assert 403 not in before
    room = await play(ada, bob)
    for door in doors:
        status, body = await http.get(site + door, ada.token)
        assert (status, b"rated_game_on" in body) == (403, True), door
    for t, fields in (("hint", {"room": casual}), ("analyse", {"game": file})):
        with pytest.raises(Refusal) as caught:
            await ada.command(t, **fields)
        assert caught.value.code == "rated_game_on"
        assert caught.value.message["detail"] == {"room": room}
    # what helps nobody is there
    for other in ("/api/games", f"/api/games/{room}", "/api/levels", "/api/trees", "/api/puzzles/next"):
        assert (await http.get(site + other, ada.token))[0] == 200, other

    await bob.command("resign", room=room)
    assert [(await http.get(site + door, ada.token))[0] for door in doors] == before
    with pytest.raises(Refusal, match="engine_not_ready"):  # which is asked for again
        await ada.command("hint", room=casual)
    await ada.command("analyse", game=file)


async def test_a_casual_game_takes_no_help_away(join: Connect, site: str) -> None:
    ada, bob = await join(), await join()
    casual = await ada.create(level=1)
    await play(ada, bob, rated=False)
    assert (await http.get(f"{site}/api/explorer?moves={words(MOVES)}", ada.token))[0] == 200
    with pytest.raises(Refusal, match="engine_not_ready"):
        await ada.command("hint", room=casual)


async def test_others_at_the_address_learn_nothing_of_that_position(
    join: Connect, running: tuple[App, str], site: str, join_from: Callable[[str], Awaitable[Client]]
) -> None:
    ada, bob, cy = await join(), await join_from("127.0.0.2"), await join()
    owner = Who(cy.player)
    serial = await against_bot(running[0].store, "botgame00000", owner)
    there, other = [*MOVES, 60], [*ELSEWHERE, 60]
    for moves in (there, other):
        found = [StudiedPuzzle("win", len(moves), "vcf")]
        await running[0].store.execute(*puzzles.insert(serial, "freestyle", 15, moves, 1000, found, 1))
    files = [await upload(cy, sgf.dump(record(moves=tuple(moves)))) for moves in (there, other)]
    casual = await cy.create(level=1)
    room = await play(ada, bob)
    turned = [14 - each % 15 + 15 * (each // 15) for each in MOVES]
    for moves, status in ((MOVES, 403), (turned, 403), (there, 403), (MOVES[:-1], 200), (ELSEWHERE, 200)):
        for token in (None, cy.token):
            assert (await http.get(f"{site}/api/explorer?moves={words(moves)}", token))[0] == status
    assert (await http.get(f"{site}/api/explorer?moves=zz", cy.token))[0] == 400
    assert await ask(cy, "analyse", game=files[0]) == "rated_game_on"
    assert await ask(cy, "analyse", game=files[1]) == ""
    assert [await ask(cy, "reveal", puzzle=puzzle) for puzzle in (1, 2)] == ["rated_game_on", "engine_not_ready"]
    assert await ask(cy, "try", puzzle=1, moves=[7]) == "rated_game_on"
    assert await ask(cy, "hint", room=casual) == "engine_not_ready"
    await ada.drop()  # who has gone is known as long as the game goes on
    assert (await http.get(f"{site}/api/explorer?moves={words(MOVES)}"))[0] == 403
    await bob.command("resign", room=room)
    assert (await http.get(f"{site}/api/explorer?moves={words(MOVES)}"))[0] == 200
    assert await ask(cy, "analyse", game=files[0]) == ""


async def test_no_bot_is_asked_by_way_of_a_casual_game(join: Connect) -> None:
    ada, bob, cy = await join(), await join(), await join()
    before = await ada.create(rated=False)
    await cy.command("sit", room=before)
    for ply, at in enumerate(MOVES):
        await (ada, cy)[ply % 2].move(before, ply, at)
    await ada.command("resign", room=before)
    room = await play(ada, bob)
    from_there = {"level": 1, "from_game": before, "from_ply": len(MOVES)}
    with pytest.raises(Refusal, match="rated_game_on"):
        await ada.create(**from_there)
    for asker in (ada, cy):  # cy is at the same address
        for opponent in ({"level": 1}, {}):  # nor is a friend
            for start in (MOVES, HIDDEN, EXCHANGED):
                with pytest.raises(Refusal, match="rated_game_on"):
                    await asker.create(start=start, **opponent)
    assert await cy.create(start=ELSEWHERE, level=1)
    await ada.create(level=1)
    await ada.command("resign", room=room)
    await ada.create(**from_there)


async def test_by_correspondence_the_stored_games_may_be_looked_at(join: Connect, site: str) -> None:
    ada, bob = await join(), await join()
    casual = await ada.create(level=1)
    files = [await upload(ada, sgf.dump(record(moves=(*moves, 60)))) for moves in (tuple(MOVES), tuple(ELSEWHERE))]
    room = await play(ada, bob, clock=DAYS)
    assert (await http.get(f"{site}/api/explorer?moves={words(MOVES)}", ada.token))[0] == 200
    assert await ask(ada, "hint", room=casual) == "engine_not_ready"
    assert await ask(ada, "analyse", game=files[0]) == "rated_game_on"
    assert await ask(ada, "analyse", game=files[1]) == ""
    await done(ada, files[1])
    assert (await http.get(f"{site}/api/games/{files[1]}/analysis", ada.token))[0] == 200
    with pytest.raises(Refusal, match="rated_game_on"):
        await ada.create(start=MOVES, level=1)
    await bob.command("resign", room=room)
    assert await ask(ada, "analyse", game=files[0]) == ""
    assert await ada.create(start=MOVES, level=1)
