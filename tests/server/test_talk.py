"""Company over real sockets: who does not meet whom, and what is said in rooms."""

import pytest

from server.protocol.values import RoleName, SanctionKind, TalkLevel
from server.store.people import accounts, sanctions
from server.store.people.accounts import NewAccount
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Client, Message, Refusal

Running = tuple[App, str]


async def test_who_is_blocked_sits_down_at_none_of_the_rooms(join: Connect) -> None:
    ada, bob = await join(), await join()
    await ada.command("block", player=bob.player, on=True)
    for owner, other in ((ada, bob), (bob, ada)):
        room = await owner.create()
        with pytest.raises(Refusal) as caught:
            await other.command("sit", room=room)
        assert caught.value.code == "not_welcome"
    await ada.send(t="blocks", id="list")
    assert (await ada.wait(lambda m: m["t"] == "blocks"))["players"] == [bob.welcome["player"]]
    await ada.command("block", player=bob.player, on=False)
    await bob.command("sit", room=await ada.create())


async def test_who_is_blocked_gets_no_rematch(join: Connect) -> None:
    """Neither asks the other, and what was offered before is not agreed to afterwards."""
    ada, bob = await join(), await join()
    room = await play(ada, bob)
    await bob.command("resign", room=room)
    await bob.command("offer", room=room, what="rematch")
    await ada.command("block", player=bob.player, on=True)
    for client in (ada, bob):
        with pytest.raises(Refusal, match="not_welcome"):
            await client.command("answer", room=room, what="rematch", accept=True)
        with pytest.raises(Refusal, match="not_welcome"):
            await client.command("offer", room=room, what="rematch")
    await ada.command("answer", room=room, what="rematch", accept=False)
    await ada.command("block", player=bob.player, on=False)
    await ada.command("offer", room=room, what="rematch")
    await bob.command("offer", room=room, what="rematch")
    assert await ada.event("rematched", room)


@pytest.mark.parametrize("kind", ["timeout", "ban"])
async def test_nobody_begins_a_game_with_who_may_play_nobody(
    running: Running, join: Connect, kind: SanctionKind
) -> None:
    """A seat that was free before is no way around it, nor a rematch; those with bots go on."""
    ada, bob = await join(), await join()
    free, room, alone = await bob.create(), await play(ada, bob), await bob.create(level=1)
    for over in (room, alone):
        await bob.command("resign", room=over)
    await running[0].store.execute(*sanctions.insert(bob.player, kind, "insult", "", 1, None, None))
    for client, code in ((ada, "not_welcome"), (bob, "timed_out")):
        with pytest.raises(Refusal) as caught:
            await client.command("offer", room=room, what="rematch")
        assert caught.value.code == code
    with pytest.raises(Refusal) as caught:
        await ada.command("sit", room=free)
    assert (caught.value.code, "detail" in caught.value.message) == ("not_welcome", False)  # nobody else is told why
    await bob.command("offer", room=alone, what="rematch")


async def play(ada: Client, bob: Client, **wishes: object) -> str:
    """A game that both look at."""
    room = await ada.create(**wishes)
    await ada.enter(room)
    await bob.command("sit", room=room)
    await bob.enter(room)
    return room


async def look(client: Client, room: str) -> Message:
    """Enter a room; what was said there, once the client is told."""
    await client.enter(room)
    return await talk(client)


async def talk(client: Client) -> Message:
    return await client.wait(lambda m: m["t"] == "talk")


async def hear(client: Client) -> str:
    """Return the next remark."""
    remark = (await client.wait(lambda m: m["t"] == "said"))["remark"]
    return str(remark.get("text") or remark["phrase"])


def texts(told: Message) -> list[str]:
    return [each.get("text") or each["phrase"] for each in told["remarks"]]


async def refusal(client: Client, **said: str) -> Message:
    with pytest.raises(Refusal) as caught:
        await client.command("say", **said)
    return caught.value.message


async def test_players_and_watchers_talk_apart(running: Running, join: Connect) -> None:
    """And players hear the watchers once the game is over."""
    running[0].talk.level = "free"
    ada, bob, cy, dee = [await join() for _ in range(4)]
    room = await play(ada, bob)
    for watcher in (cy, dee):
        assert (await look(watcher, room))["side"] == "watchers"
    await ada.command("say", room=room, phrase="good_luck")
    await cy.command("say", room=room, text="h9 wins")
    assert await hear(bob) == "good_luck"
    assert await hear(dee) == "h9 wins"
    late = await join()
    assert texts(await look(late, room)) == ["h9 wins"]
    again = await join(bob.token)
    told = await look(again, room)
    assert (told["side"], told["level"], texts(told)) == ("players", "free", ["good_luck"])
    ada.heard = [m for m in ada.heard if m["t"] != "talk"]
    await ada.command("resign", room=room)
    assert texts(await talk(ada)) == ["good_luck", "h9 wins"]
    await dee.command("say", room=room, phrase="good_game")
    assert await hear(ada) == "good_luck"
    assert await hear(ada) == "good_game"
    watcher = await join()
    assert texts(await look(watcher, room)) == ["h9 wins", "good_game"]


async def test_what_was_said_is_kept_once_and_outlives_the_connection(join: Connect) -> None:
    ada, bob = await join(), await join()
    room = await play(ada, bob)
    for _ in range(2):
        await ada.command("say", id="same", room=room, phrase="hello")
    await bob.drop()
    assert texts(await look(await join(bob.token), room)) == ["hello"]


async def test_a_rematch_keeps_what_was_said(join: Connect) -> None:
    ada, bob = await join(), await join()
    room = await play(ada, bob)
    await ada.command("say", room=room, phrase="good_luck")
    await ada.command("resign", room=room)
    await ada.command("offer", room=room, what="rematch")
    await bob.command("answer", room=room, what="rematch", accept=True)
    again = (await ada.event("rematched", room))["room"]
    ada.heard.clear()
    assert texts(await look(ada, again)) == ["good_luck"]
    await ada.command("say", room=again, phrase="hello")
    bob.heard.clear()
    assert texts(await look(bob, again)) == ["good_luck", "hello"]


async def test_the_operator_says_how_much_may_be_said(running: Running, join: Connect) -> None:
    talk_of_app = running[0].talk
    assert talk_of_app.level == "phrases"  # on a fresh server
    ada, bob = await join(), await join()
    room = await play(ada, bob)
    levels: tuple[TalkLevel, ...] = ("off", "phrases", "free")
    for level in levels:
        talk_of_app.level = level
        await ada.enter(room)
        while (await talk(ada))["level"] != level:  # what she was told of before comes first
            pass
        for allowed, said in ((level != "off", {"phrase": "hello"}), (level == "free", {"text": "hello there"})):
            if allowed:
                await ada.command("say", room=room, **said)
            else:
                refused = await refusal(ada, room=room, **said)
                assert (refused["code"], refused["detail"]) == ("talk_off", {"level": level})


async def test_blocks_hide_what_is_said_both_ways(running: Running, join: Connect) -> None:
    ada, bob, cy = await join(), await join(), await join()
    room = await ada.create()
    for watcher in (bob, cy):
        await look(watcher, room)
    await bob.command("block", player=cy.player, on=True)
    await bob.command("say", room=room, phrase="hello")
    await cy.command("say", room=room, phrase="thanks")
    assert texts(await look(bob, room)) == ["hello"]
    assert texts(await look(cy, room)) == ["thanks"]
    assert texts(await look(await join(), room)) == ["hello", "thanks"]
    assert [m["remark"]["phrase"] for m in bob.heard if m["t"] == "said"] == ["hello"]
    await keep_role(running, cy, "moderator")
    assert texts(await look(bob, room)) == ["hello", "thanks"]
    assert texts(await look(cy, room)) == ["hello", "thanks"]


async def keep_role(running: Running, client: Client, role: RoleName) -> None:
    """Make a player an account of a role, as if that had always been."""
    app = running[0]
    name = f"{role} {client.player[:8]}"
    await accounts.insert(app.store, NewAccount(client.player, name, name, role=role), 1)
    await app.roles.refresh()


async def test_in_a_private_room_only_players_talk(join: Connect) -> None:
    ada, bob, cy = await join(), await join(), await join()
    room = await ada.create(visibility="private")
    await ada.enter(room)
    told = await look(cy, room)  # still open, for who has the link
    assert (told["level"], told["remarks"]) == ("off", [])
    assert (await refusal(cy, room=room, phrase="hello"))["code"] == "talk_off"
    await bob.command("sit", room=room)
    await bob.enter(room)
    await ada.command("say", room=room, phrase="hello")
    assert await hear(bob) == "hello"
    assert (await refusal(cy, room=room, phrase="hello"))["code"] == "not_here"
    assert not [m for m in cy.heard if m["t"] == "said"]


async def test_who_does_not_look_at_a_room_says_nothing_there(join: Connect) -> None:
    ada, bob = await join(), await join()
    room = await ada.create()
    for where in (room, "nowhere00000"):
        assert (await refusal(bob, room=where, phrase="hello"))["code"] == "not_here"


async def test_programs_do_not_talk(running: Running, join: Connect) -> None:
    ada = await join()
    await keep_role(running, ada, "bot")
    room = await ada.create()
    assert (await look(ada, room))["level"] == "off"
    assert (await refusal(ada, room=room, phrase="hello"))["code"] == "talk_off"


async def test_a_flood_is_held_up(running: Running, join: Connect) -> None:
    running[0].talk.level = "free"
    ada = await join()
    room = await ada.create()
    await ada.enter(room)
    for text in ("one", "quite another", "a third remark", "enough now"):
        await ada.command("say", room=room, text=text)
    refused = await refusal(ada, room=room, text="something else")
    assert (refused["code"], 1 <= refused["detail"]["seconds"] <= 10) == ("talk_flood", True)


@pytest.mark.parametrize("kind", ["mute", "timeout"])
async def test_who_is_muted_is_told_why_and_until_when(running: Running, join: Connect, kind: SanctionKind) -> None:
    app = running[0]
    ada, bob = await join(), await join()
    room = await play(ada, bob)
    until = app.now() + 3_600_000
    await app.store.execute(*sanctions.insert(ada.player, kind, "insult", "a note", app.now(), until, None))
    refused = await refusal(ada, room=room, phrase="hello")
    assert (refused["code"], refused["detail"]) == ("muted", {"why": "insult", "until": until})
    assert (await look(await join(ada.token), room))["muted"] == {"kind": kind, "reason": "insult", "until": until}
    open_room = await bob.create()
    for act in (ada.create(), ada.command("sit", room=open_room)):
        if kind == "timeout":
            with pytest.raises(Refusal) as caught:
                await act
            assert (caught.value.code, caught.value.message["detail"]["until"]) == ("timed_out", until)
        else:
            await act
    await ada.create(level=1)  # with a bot everybody may play
    await ada.move(room, 0, 112)  # and what goes on, goes on
    await app.store.execute(*sanctions.lift(await sanctions.list_active(app.store, ada.player, app.now()), app.now()))
    await ada.enter(room)
    await ada.command("say", room=room, phrase="hello")
