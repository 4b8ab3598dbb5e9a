"""Whom people follow, and what they are told of them: never more than a public game shows."""

import pytest

from server.following import presence
from tests.conftest import Connect
from tests.kit.client import Client, Refusal


@pytest.fixture(autouse=True)
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "DELAY_S", 0.0)


async def until(reader: Client, *presences: str) -> None:
    """Wait until those whom somebody follows look so."""
    await reader.wait(lambda m: m["t"] == "followed" and [each["presence"] for each in m["players"]] == list(presences))


async def test_who_is_followed_comes_plays_and_goes(join: Connect) -> None:
    ada, bob, cy = await join(), await join(), await join()
    await ada.command("follow", player=bob.player, on=True)
    await ada.send(t="followed", on=True)
    await until(ada, "here")
    room = await bob.create()
    await cy.command("sit", room=room)
    await until(ada, "playing")
    await bob.command("abort", room=room)
    await until(ada, "here")
    await bob.drop()
    await until(ada, "away")
    await bob.open()
    await until(ada, "here")
    await ada.command("follow", player=bob.player, on=False)
    await until(ada)


async def test_a_private_game_is_no_playing_and_who_is_hidden_or_blocks_is_away(join: Connect) -> None:
    ada, bob, cy = await join(), await join(), await join()
    for each in (bob, cy):
        await ada.command("follow", player=each.player, on=True)
    for visibility in ("private", "link"):
        room = await bob.create(visibility=visibility)
        await cy.command("sit", room=room)
        await ada.send(t="followed", on=True)
        await until(ada, "here", "here")
    await bob.command("hide_me", on=True)
    names = sorted((each.welcome["player"]["name"].casefold(), each.player) for each in (bob, cy))
    order = [player for _, player in names]
    await until(ada, *("away" if player == bob.player else "here" for player in order))
    assert (await ada.command("challenge", to=bob.player, rules="freestyle", size=15, clock={"kind": "none"}))[
        "challenge"
    ]
    await ada.send(t="find_players", id="f", name=bob.welcome["player"]["name"])
    assert bob.player not in [each["id"] for each in (await ada.wait(lambda m: m["t"] == "players"))["players"]]
    await cy.command("block", player=ada.player, on=True)
    await ada.send(t="followed", on=True)
    await until(ada, "away", "away")


async def test_who_cannot_be_followed(join: Connect) -> None:
    ada, foe = await join(), await join()
    await foe.command("block", player=ada.player, on=True)
    for player in ("nobody", foe.player, ada.player):
        with pytest.raises(Refusal) as refusal:
            await ada.command("follow", player=player, on=True)
        assert refusal.value.code in ("no_player", "own_challenge")


async def test_a_guest_s_list_is_the_account_s(join: Connect) -> None:
    ada, bob, guest = await join(), await join(), await join()
    await ada.command("keep_name", name="Countess", password="a long enough secret")
    await guest.command("follow", player=bob.player, on=True)
    await guest.command("follow", player=ada.player, on=True)
    await bob.command("follow", player=guest.player, on=True)
    await guest.command("sign_in", name="Countess", password="a long enough secret")
    await guest.send(t="followed", on=True)
    heard = await guest.wait(lambda m: m["t"] == "followed")
    assert [each["who"]["id"] for each in heard["players"]] == [bob.player]
    await bob.send(t="followed", on=True)
    heard = await bob.wait(lambda m: m["t"] == "followed")
    assert [each["who"] for each in heard["players"]] == [{"id": ada.player, "name": "Countess"}]
