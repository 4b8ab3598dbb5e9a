"""Offers that wait: told to who is asked wherever they are, until they are answered, also after a restart."""

from pathlib import Path
from typing import Any

import pytest

from server.protocol.inbound import Answer, Offer
from server.protocol.values import OfferKind
from server.store import joining
from server.store.games import offers
from server.store.games.offers import KEPT_MS
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Client, Message
from tests.server.rooms.house import House, Looker, Time, open_house

DAYS = {"kind": "correspondence", "move_ms": 86_400_000}


async def waiting(house: House, player: str) -> list[str]:
    return sorted(each.what for each in await offers.list_waiting(house.store, player, house.time()))


async def begin(house: House, moves: int = 4) -> tuple[Looker, Looker, str]:
    """A game of two in which each has moved twice."""
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    for ply in range(moves):
        await house.move((black, white)[ply % 2], room, ply, 20 * ply)
    return black, white, room


async def offer(house: House, who: Looker, room: str, what: OfferKind) -> None:
    await house.command(who, Offer(house.id(), room, what))


@pytest.mark.parametrize("what", ["draw", "takeback"])
@pytest.mark.parametrize("end", ["declined", "withdrawn", "accepted", "moved past", "game over"])
async def test_an_offer_waits_until_it_is_answered(house: House, what: OfferKind, end: str) -> None:
    black, white, room = await begin(house)
    await offer(house, black, room, what)
    assert (await waiting(house, "bob"), await waiting(house, "ada")) == ([what], [])
    match end:
        case "declined" | "accepted":
            await house.command(white, Answer(house.id(), room, what, end == "accepted"))
        case "withdrawn":
            await house.command(black, Answer(house.id(), room, what, False))
        case "moved past":
            await house.move(black, room, 4, 100)
            await house.move(white, room, 5, 101)
        case "game over":
            await house.resign(white, room)
    assert await waiting(house, "bob") == []


async def test_a_rematch_waits_after_the_game(house: House) -> None:
    black, white, room = await begin(house)
    await house.resign(white, room)
    await house.rematch(black, room)
    (found,) = await offers.list_waiting(house.store, "bob", house.time())
    assert (found.room, found.what, found.by.id, found.at) == (room, "rematch", "ada", house.time())
    assert await offers.list_waiting(house.store, "bob", house.time() + KEPT_MS + 1) == []
    await house.rematch(white, room)
    assert await waiting(house, "bob") == await waiting(house, "ada") == []


async def test_one_of_two_offers_stays(house: House) -> None:
    black, white, room = await begin(house)
    await offer(house, black, room, "draw")
    await offer(house, black, room, "takeback")
    await offer(house, white, room, "takeback")  # which accepts
    assert await waiting(house, "bob") == []
    await offer(house, white, room, "draw")
    await offer(house, black, room, "takeback")
    await house.command(white, Answer(house.id(), room, "takeback", False))
    assert (await waiting(house, "ada"), await waiting(house, "bob")) == (["draw"], [])


async def test_an_offer_outlives_a_restart(path: Path, time: Time) -> None:
    async with open_house(path, time) as house:
        black, _, room = await begin(house)
        await offer(house, black, room, "draw")
    async with open_house(path, time) as house:
        assert await waiting(house, "bob") == ["draw"]
        await house.resign(Looker("bob"), room)
        assert await waiting(house, "bob") == []


async def test_bots_are_asked_for_nothing(house: House) -> None:
    ada = await house.join("ada")
    room = await house.create(ada, level=1)
    await offer(house, ada, room, "draw")
    assert await house.store.fetch("SELECT * FROM offers") == []


async def told(client: Client) -> list[Message]:
    found: list[Message] = (await client.wait(lambda m: m["t"] == "offers"))["offers"]
    return found


async def test_who_is_asked_is_told_on_every_page(running: tuple[App, str], join: Connect) -> None:
    ada, bob = await join(), await join()
    phone = await join(bob.token)
    room = await ada.create(clock=DAYS)
    await bob.command("sit", room=room)
    for ply, who in enumerate((ada, bob, ada, bob)):
        await who.move(room, ply, 20 * ply)
    await ada.command("offer", room=room, what="draw")
    expected: dict[str, Any] = {"room": room, "what": "draw", "by": ada.welcome["player"]}
    for client in (bob, phone, await join(bob.token)):
        (notice,) = await told(client)
        assert notice == expected | {"at": notice["at"]}
    await phone.command("answer", room=room, what="draw", accept=False)
    for client in (bob, phone):
        assert await told(client) == []
    assert [message for message in ada.heard if message["t"] == "offers"] == []


async def test_a_guests_offers_come_along_to_the_account(running: tuple[App, str], join: Connect) -> None:
    app, (ada, guest, own) = running[0], [await join() for _ in range(3)]
    room = await ada.create(clock=DAYS)
    await guest.command("sit", room=room)
    for ply, who in enumerate((ada, guest)):
        await who.move(room, ply, 20 * ply)
    await ada.command("offer", room=room, what="draw")
    await app.store.execute(("INSERT INTO accounts (player, look, created_at) VALUES (?, 'own', 1)", (own.player,)))
    await joining.join(app.store, guest.player, own.player, app.now())
    assert [each.room for each in await offers.list_waiting(app.store, own.player, app.now())] == [room]
