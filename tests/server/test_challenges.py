"""Challenges over real sockets: given, answered, withdrawn, expired, and there again after a restart."""

import asyncio

import pytest

from server.challenges import keeper
from server.store.games.ratings import SET_RATING
from server.store.people import challenges, sanctions
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Client, Message, Refusal
from tests.kit.process import ServerProcess

DAYS = {"kind": "correspondence", "move_ms": 86_400_000}
NONE = {"kind": "none"}
Running = tuple[App, str]


async def challenge(giver: Client, taker: Client | str, **wishes: object) -> str:
    to = taker if isinstance(taker, str) else taker.player
    wanted: Message = {"to": to, "rules": "freestyle", "size": 15, "clock": NONE}
    answer = await giver.command("challenge", **wanted | wishes)
    return str(answer["challenge"])


async def told(client: Client, number: int) -> list[Message]:
    """Return a client's challenges once there are ``number`` of them."""
    message = await client.wait(lambda m: m["t"] == "challenges" and len(m["challenges"]) == number)
    found: list[Message] = message["challenges"]
    return found


async def refused(work: object) -> str:
    with pytest.raises(Refusal) as refusal:
        await work  # type: ignore[misc]
    return refusal.value.code


async def test_a_challenge_is_told_everywhere_and_accepted_once(join: Connect) -> None:
    ada, bob = await join(), await join()
    phone = await join(bob.token)
    id = await challenge(ada, bob, rules="renju", color="white", id="same")
    assert await challenge(ada, bob, id="same") == id
    for each in (bob, phone):
        (given,) = await told(each, 1)
        assert (given["id"], given["player"]["id"], given["terms"]["rules"]) == (id, ada.player, "renju")
        assert (await each.wait(lambda m: m["t"] == "challenged"))["by"]["id"] == ada.player
    room = (await bob.command("accept_challenge", challenge=id))["room"]
    started = await ada.wait(lambda m: m["t"] == "started")
    assert (started["room"], started["challenge"], started["opponent"]["id"]) == (room, id, bob.player)
    state = await ada.enter(room)
    assert (state["rules"], state["you"], state["black"]) == ("renju", 0, 1)
    await told(phone, 0)
    assert await refused(phone.command("accept_challenge", challenge=id)) == "unknown_challenge"


async def test_a_challenge_is_declined_for_a_reason_which_waits_to_be_read(join: Connect) -> None:
    ada, bob = await join(), await join()
    id = await challenge(ada, bob, clock=DAYS)
    await ada.drop()
    await bob.command("decline_challenge", challenge=id, reason="faster")
    await told(bob, 0)
    await ada.open()
    (given,) = await told(ada, 1)
    assert (given["id"], given["declined"]) == (id, "faster")
    assert await refused(bob.command("decline_challenge", challenge=id)) == "unknown_challenge"
    assert await refused(bob.command("accept_challenge", challenge=id)) == "unknown_challenge"
    await ada.command("withdraw_challenge", challenge=id)
    await told(ada, 0)


async def test_what_is_withdrawn_is_gone_for_both(join: Connect) -> None:
    ada, bob, eve = await join(), await join(), await join()
    id = await challenge(ada, bob)
    await told(bob, 1)
    for t in ("accept_challenge", "decline_challenge", "withdraw_challenge"):
        assert await refused(eve.command(t, challenge=id)) == "unknown_challenge"
    assert await refused(bob.command("withdraw_challenge", challenge=id)) == "unknown_challenge"
    await ada.command("withdraw_challenge", challenge=id)
    await told(bob, 0)
    assert await refused(bob.command("accept_challenge", challenge=id)) == "unknown_challenge"


async def test_who_may_be_challenged(join: Connect) -> None:
    ada, bob, gone, foe = await join(), await join(), await join(), await join()
    await gone.close()
    await foe.command("block", player=ada.player, on=True)
    assert await refused(challenge(ada, ada)) == "own_challenge"
    assert await refused(challenge(ada, "nobody")) == "no_player"
    assert await refused(challenge(ada, foe)) == "no_player"
    assert await refused(challenge(ada, gone)) == "player_away"
    assert await refused(challenge(ada, bob, rules="tictactoe")) == "bad_size"
    await challenge(ada, gone, clock=DAYS)
    await challenge(ada, bob)
    assert await refused(challenge(ada, bob)) == "too_many_challenges"


async def test_a_challenge_tells_the_ratings_of_both(join: Connect, running: Running) -> None:
    ada, bob = await join(), await join()
    await running[0].store.execute((SET_RATING.sql, (ada.player, "gomoku", 1612.4, 58.0, 0.06, 9, 1, 1)))
    await challenge(ada, bob)
    for each in (ada, bob):
        (given,) = await told(each, 1)
        assert given["marks"] == [{"rating": 1612, "deviation": 58}, None]
    await ada.command("withdraw_challenge", challenge=given["id"])
    await challenge(ada, bob, rules="renju")
    (given,) = (await bob.wait(lambda m: m["t"] == "challenges" and "renju" in str(m)))["challenges"]
    assert "marks" not in given


async def test_one_address_takes_few_of_somebody_s_places(join: Connect) -> None:
    bob = await join()
    crowd = [await join() for _ in range(keeper.MOST_TO_ONE + 1)]
    for each in crowd[:-1]:
        await challenge(each, bob)
    assert await refused(challenge(crowd[-1], bob)) == "too_many_challenges"
    await crowd[0].command("withdraw_challenge", challenge=(await told(crowd[0], 1))[0]["id"])
    await challenge(crowd[-1], bob)


async def test_a_game_at_one_sitting_needs_who_asked_for_it(join: Connect) -> None:
    ada, bob = await join(), await join()
    id = await challenge(ada, bob)
    await told(bob, 1)
    reader = await join()
    await reader.send(t="lobby", on=True)
    online = (await reader.wait(lambda m: m["t"] == "lobby"))["online"]
    await ada.close()
    await reader.wait(lambda m: m["t"] == "lobby_change" and m["online"] == online - 1)
    assert await refused(bob.command("accept_challenge", challenge=id)) == "player_away"


async def test_challenges_expire(join: Connect, running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob = await join(), await join()
    monkeypatch.setattr(keeper, "LIVE_MS", 0)
    await challenge(ada, bob)
    monkeypatch.undo()
    slow = await challenge(bob, ada, clock=DAYS)
    (given,) = [each for each in await told(bob, 2) if each["id"] != slow]
    assert await refused(bob.command("accept_challenge", challenge=given["id"])) == "unknown_challenge"
    await running[0].challenges.expire()
    for each in (ada, bob):
        await each.wait(lambda m: m["t"] == "challenges" and [one["id"] for one in m["challenges"]] == [slow])


async def test_a_challenge_that_is_accepted_while_it_fails_is_one_game(join: Connect, running: Running) -> None:
    """The game is stored, and the server dies before the challenge is forgotten: accepted again, it is the same."""
    ada, bob = await join(), await join()
    id = await challenge(ada, bob, clock=DAYS)
    forget, running[0].challenges._forget = running[0].challenges._forget, _fail  # type: ignore[method-assign]
    await bob.send(t="accept_challenge", id="one", challenge=id)
    await bob.wait_closed()
    running[0].challenges._forget = forget  # type: ignore[method-assign]
    await bob.open()
    room = (await bob.command("accept_challenge", id="two", challenge=id))["room"]
    games = await running[0].store.fetch("SELECT id FROM games")
    assert [row["id"] for row in games] == [room]


async def _fail(given: object) -> None:
    raise RuntimeError("killed here")


async def test_players_are_found_by_their_names(join: Connect) -> None:
    ada, bob = await join(), await join()
    await bob.command("rename", name="Grandmaster Bob")
    await ada.send(t="find_players", id="f1", name="MASTER")
    assert (await ada.wait(lambda m: m["t"] == "players"))["players"] == [{"id": bob.player, "name": "Grandmaster Bob"}]


async def test_a_guest_who_becomes_an_account_takes_its_challenges_along(join: Connect, running: Running) -> None:
    ada, bob, guest = await join(), await join(), await join()
    await ada.command("keep_name", name="Countess", password="a long enough secret")
    await challenge(guest, bob, clock=DAYS)
    await challenge(bob, guest, clock=DAYS)
    await challenge(guest, ada, clock=DAYS)
    await guest.command("sign_in", name="Countess", password="a long enough secret")
    found = await challenges.list_of(running[0].store, ada.player)
    assert {(each.player.id, each.other.id) for each in found} == {
        (ada.player, bob.player),
        (bob.player, ada.player),
    }


async def test_who_may_play_nobody_any_more_has_given_no_challenge(join: Connect, running: Running) -> None:
    ada, bob = await join(), await join()
    id = await challenge(ada, bob)
    await running[0].store.execute(*sanctions.insert(ada.player, "timeout", "spam", "", 1, None, None))
    assert await refused(bob.command("accept_challenge", challenge=id)) == "unknown_challenge"
    await running[0].store.execute(*sanctions.lift(await sanctions.list_active(running[0].store, ada.player, 2), 2))
    await bob.command("accept_challenge", challenge=id)


async def test_an_address_has_so_many_in_all(join: Connect, running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one whose guests challenge many people; declined ones count until they are read, and nobody's are left for
    the last."""
    monkeypatch.setattr(keeper, "MOST_OF_ADDRESS", 3)
    people = [await join() for _ in range(4)]
    ids = [await challenge(people[0], each) for each in people[1:]]
    assert await refused(challenge(people[1], people[2])) == "too_many_challenges"
    await people[1].command("decline_challenge", challenge=ids[0])
    assert await refused(challenge(people[1], people[2])) == "too_many_challenges"
    await people[0].command("withdraw_challenge", challenge=ids[0])
    await challenge(people[1], people[2])
    monkeypatch.setattr(keeper, "MOST_OF_ADDRESS", 1000)
    monkeypatch.setattr(keeper, "MOST", 6)
    assert await refused(challenge(people[2], people[3])) == "too_many_challenges"  # three of three that are left


async def test_what_is_gone_is_not_kept_in_memory(join: Connect, running: Running) -> None:
    """Where a player was deleted, or a client has left."""
    ada, bob = await join(), await join()
    await challenge(ada, bob, clock=DAYS)
    kept = running[0].challenges
    assert (len(kept._kept), len(kept._given), len(kept._concerned)) == (1, 1, 2)
    await bob.send(t="lobby", on=True)
    assert (await bob.wait(lambda m: m["t"] == "lobby"))["online"] == 2
    await ada.command("delete_player")
    await bob.wait(lambda m: m["t"] == "lobby_change" and m["online"] == 1)
    await kept.expire()
    assert (len(kept._kept), len(kept._given), len(kept._concerned)) == (0, 0, 0)


@pytest.mark.slow
async def test_a_challenge_by_correspondence_is_there_after_a_restart(server_process: ServerProcess) -> None:
    server = server_process.start()
    async with Client(server.ws) as ada, Client(server.ws) as bob:
        id = await challenge(ada, bob, clock=DAYS)
    server.kill()
    server.start()
    async with Client(server.ws, bob.token) as again:
        assert [each["id"] for each in await told(again, 1)] == [id]
        room = (await again.command("accept_challenge", challenge=id))["room"]
    async with Client(server.ws, ada.token) as back:
        assert (await back.enter(room))["you"] == 0
    await asyncio.to_thread(server.kill)
