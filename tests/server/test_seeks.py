"""Seeks over real sockets: seen by the lobby, matched, accepted, withdrawn, and gone with a connection."""

import pytest

from server.ratings.glicko2 import PlayerRating
from server.ratings.ledger import HeldRating, RatingPool
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Client, Message, Refusal
from tests.kit.wire import Wire
from tests.server.transport.browser import fetch

GOMOKU = RatingPool("gomoku", by_correspondence=False)
FISCHER = {"kind": "fischer", "initial_ms": 180_000, "increment_ms": 2_000}


def shown(lobby: Message, known: set[str]) -> set[str]:
    """The seeks that a follower knows after a message."""
    return (known | {line["seek"] for line in lobby.get("seeks", ())}) - set(lobby.get("seeks_gone", ()))


async def hold(app: App, client: Client, value: float) -> None:
    """Have a client's player be rated so, as far as the memory of the server knows."""
    await app.ratings.read(client.player)
    app.ratings.note({(client.player, GOMOKU): HeldRating(PlayerRating(value, 60.0), 30, 0)})


async def until_shown(reader: Client, known: set[str], wanted: set[str]) -> None:
    while known != wanted:
        known = shown(await reader.wait(lambda m: m["t"] == "lobby_change"), known)


async def test_two_seeks_become_a_game_that_both_are_led_into(join: Connect, running: tuple[App, str]) -> None:
    ada, bob = await join(), await join()
    first = await ada.seek(rules=["renju", "freestyle"], clocks=[FISCHER, {"kind": "none"}], color="black")
    second = await bob.seek(rules=["freestyle"], clocks=[FISCHER])
    await running[0].seeks.match()  # not before the clock would do it
    told = [await each.wait(lambda m: m["t"] == "matched") for each in (ada, bob)]
    assert [each["seek"] for each in told] == [first, second]
    assert [each["opponent"]["id"] for each in told] == [bob.player, ada.player]
    (room,) = {each["room"] for each in told}
    state = await ada.enter(room)
    assert (state["rules"], state["clock"], state["black"]) == ("freestyle", FISCHER, state["you"])
    await bob.enter(room)
    await ada.move(room, 0, 112)  # black, as she wished
    assert (await bob.event("moved", room))["point"] == 112


async def test_the_lobby_shows_a_seek_until_somebody_takes_it(join: Connect) -> None:
    reader, ada, bob = await join(), await join(), await join()
    await reader.send(t="lobby", on=True)
    assert "seeks" not in await reader.wait(lambda m: m["t"] == "lobby")
    seek = await ada.seek(color="white")
    change = await reader.wait(lambda m: m["t"] == "lobby_change" and "seeks" in m)
    (line,) = change["seeks"]
    assert (line["seek"], line["who"]["id"], line["rules"], line["color"]) == (seek, ada.player, ["freestyle"], "white")
    await bob.send(t="lobby", on=True)
    assert (await bob.wait(lambda m: m["t"] == "lobby"))["seeks"] == [line]
    made = await bob.command("accept_seek", seek=seek, id="take")
    matched = await ada.wait(lambda m: m["t"] == "matched")
    assert (matched["room"], matched["opponent"]["id"]) == (made["room"], bob.player)
    assert (await ada.enter(made["room"]))["black"] == 0  # the seat of who accepted, since Ada wants white
    await until_shown(reader, {seek}, set())
    assert (await bob.command("accept_seek", seek=seek, id="take"))["room"] == made["room"]
    with pytest.raises(Refusal) as refusal:
        await bob.command("accept_seek", seek=seek)
    assert refusal.value.code == "unknown_seek"


async def test_what_is_withdrawn_or_whose_connection_is_lost_is_gone(join: Connect) -> None:
    reader, ada, bob = await join(), await join(), await join()
    await reader.send(t="lobby", on=True)
    await reader.wait(lambda m: m["t"] == "lobby")
    first, second = await ada.seek(rated=True), await bob.seek(sizes=[19])
    await until_shown(reader, set(), {first, second})
    await ada.command("unseek", seek=first)
    await until_shown(reader, {first, second}, {second})
    await bob.drop()
    await until_shown(reader, {second}, set())


async def test_a_room_that_waits_is_found_by_who_looks_for_such_a_game(join: Connect, running: tuple[App, str]) -> None:
    ada, bob = await join(), await join()
    room = await ada.create(clock=FISCHER, color="black")
    await ada.enter(room)
    await bob.seek(clocks=[FISCHER, {"kind": "none"}])
    await running[0].seeks.match()
    matched = await bob.wait(lambda m: m["t"] == "matched")
    assert (matched["room"], matched["opponent"]["id"]) == (room, ada.player)
    assert (await ada.event("seated", room))["who"]["id"] == bob.player
    assert (await bob.enter(room))["you"] == 1


async def test_a_room_is_found_by_who_wants_somebody_near_if_its_owner_is(
    join: Connect, running: tuple[App, str]
) -> None:
    far, near, bob, reader = await join(), await join(), await join(), await join()
    for client, value in ((far, 1700.0), (near, 1600.0), (bob, 1500.0)):
        await hold(running[0], client, value)
    await reader.send(t="lobby", on=True)
    rooms = []
    for client in (far, near):
        rooms.append(await client.create(clock=FISCHER))
        await reader.wait(lambda m: any(line["room"] == rooms[-1] and "marks" in line for line in m.get("rooms", ())))
    seek = await bob.seek(clocks=[FISCHER], within=100)
    await running[0].seeks.match()
    matched = await bob.wait(lambda m: m["t"] == "matched")
    assert (matched["seek"], matched["room"]) == (seek, rooms[1])


async def test_the_page_of_somebody_else_cannot_end_a_seek(join: Connect) -> None:
    ada, bob = await join(), await join()
    seek = await ada.seek()
    with pytest.raises(Refusal) as refusal:
        await bob.command("unseek", seek=seek)
    assert refusal.value.code == "unknown_seek"


async def test_a_seek_is_not_among_the_games_by_correspondence(join: Connect, running: tuple[App, str]) -> None:
    ada = await join()
    with pytest.raises(Refusal) as refusal:
        await ada.seek(clocks=[{"kind": "correspondence", "move_ms": 86_400_000}])
    assert refusal.value.code == "bad_message"
    assert len(running[0].seeks) == 0


async def test_a_seek_for_who_is_near_is_not_taken_by_who_is_far(join: Connect, running: tuple[App, str]) -> None:
    ada, bob, cy, reader = await join(), await join(), await join(), await join()
    for client, value in ((ada, 1500.0), (bob, 1700.0), (cy, 1600.0)):
        await hold(running[0], client, value)
    seek = await ada.seek(within=100)
    await reader.send(t="lobby", on=True)
    (line,) = (await reader.wait(lambda m: m["t"] == "lobby"))["seeks"]
    assert (line["within"], line["marks"]) == (100, [{"pool": "gomoku", "rating": 1500, "deviation": 60}])
    port = int(running[1].split(":")[2].split("/")[0])
    own = await fetch(port, "/api/ratings", Authorization=f"Bearer {ada.token}")
    assert own.json == line["marks"]
    assert (await fetch(port, "/api/ratings")).status == 401
    for client in (bob, reader):
        with pytest.raises(Refusal) as refusal:
            await client.command("accept_seek", seek=seek)
        assert (refusal.value.code, refusal.value.message["detail"]) == ("not_within", {"within": 100})
    assert (await cy.command("accept_seek", seek=seek))["room"]


async def test_who_is_blocked_is_not_played_and_the_page_is_told_whom_to_leave_out(join: Connect) -> None:
    ada, foe = await join(), await join()
    assert "blocked" not in ada.welcome
    await ada.command("block", player=foe.player, on=True)
    for seeker, other in ((ada, foe), (foe, ada)):
        seek = await seeker.seek()
        with pytest.raises(Refusal) as refusal:
            await other.command("accept_seek", seek=seek)
        assert refusal.value.code == "unknown_seek"
        await seeker.command("unseek", seek=seek)
    assert (await join(ada.token)).welcome["blocked"] == [foe.player]
    assert "blocked" not in (await join(foe.token)).welcome


@pytest.mark.slow
async def test_a_seek_behind_a_cut_wire_is_gone_and_no_other(join: Connect, running: tuple[App, str]) -> None:
    """Nobody is told that the connection is lost: no beat is answered any more, and that ends the seek."""
    reader, bob = await join(), await join()
    await reader.send(t="lobby", on=True)
    async with Wire(int(running[1].split(":")[2].split("/")[0])) as wire:
        ada = Client(f"ws://127.0.0.1:{wire.port}/ws")
        await ada.open()
        first, second = await ada.seek(sizes=[13]), await bob.seek(sizes=[19])
        await until_shown(reader, set(), {first, second})
        wire.cut()
        await until_shown(reader, {first, second}, {second})
        with pytest.raises(Refusal) as refusal:
            await reader.command("accept_seek", seek=first)
        assert refusal.value.code == "unknown_seek"
        wire.mend()
        await ada.close()
    assert (await reader.command("accept_seek", seek=second))["room"]
