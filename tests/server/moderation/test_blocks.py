"""Blocks hold both ways, outlive a restart, and follow a guest into an account."""

import pytest

from server.errors import Refused
from server.moderation.blocks import Blocks
from server.store import joining
from server.store.people import player_pairs, players
from server.store.store import Store
from tests.server.store.examples import add_player

NOW = 1_700_000_000_000


@pytest.fixture
async def blocks(store: Store) -> Blocks:
    for id in ("ada", "bob", "cy"):
        await add_player(store, id, id.capitalize())
    return Blocks(store, lambda: NOW)


async def test_neither_meets_the_other(blocks: Blocks, store: Store) -> None:
    await blocks.block("ada", "bob")
    await blocks.block("ada", "bob")
    assert not blocks.may_meet("ada", "bob")
    assert not blocks.may_meet("bob", "ada")
    assert blocks.may_meet("ada", "cy")
    again = Blocks(store)
    await again.start()
    assert not again.may_meet("bob", "ada")
    assert [who.name for who in await blocks.list_blocked("ada")] == ["Bob"]
    assert await blocks.list_blocked("bob") == []
    assert (again.list_ids("ada"), again.list_ids("bob")) == (["bob"], [])


async def test_who_was_blocked_cannot_lift_it(blocks: Blocks) -> None:
    await blocks.block("ada", "bob")
    await blocks.unblock("bob", "ada")
    assert not blocks.may_meet("ada", "bob")
    await blocks.block("bob", "ada")
    await blocks.unblock("ada", "bob")
    assert not blocks.may_meet("ada", "bob")
    await blocks.unblock("bob", "ada")
    assert blocks.may_meet("ada", "bob")


@pytest.mark.parametrize("other", ["ada", "nobody"])
async def test_only_other_players_are_blocked(blocks: Blocks, other: str) -> None:
    with pytest.raises(Refused) as caught:
        await blocks.block("ada", other)
    assert caught.value.code == "no_player"


async def test_a_list_has_an_end(blocks: Blocks, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_pairs, "BLOCKS", player_pairs.BLOCKS._replace(most=1))
    await blocks.block("ada", "bob")
    await blocks.block("ada", "bob")  # the same one again is no more
    with pytest.raises(Refused) as caught:
        await blocks.block("ada", "cy")
    assert caught.value.code == "too_many_blocks"
    assert blocks.may_meet("ada", "cy")


async def test_a_guest_brings_them_to_an_account(blocks: Blocks, store: Store) -> None:
    """Also those of others; the two do not block each other afterwards, and what both have is there once."""
    await add_player(store, "guest", "Guest 1234")
    await blocks.refresh("guest")
    for by, other in (("guest", "bob"), ("ada", "bob"), ("cy", "guest"), ("guest", "ada"), ("ada", "guest")):
        await blocks.block(by, other)
    await joining.join(store, "guest", "ada", NOW)
    await blocks.refresh("guest", "ada")
    assert sorted(await player_pairs.list_pairs(store)) == [("ada", "bob"), ("cy", "ada")]
    assert (blocks.may_meet("ada", "bob"), blocks.may_meet("ada", "cy")) == (False, False)
    assert blocks.may_meet("guest", "bob")


async def test_with_a_player_they_are_deleted(blocks: Blocks, store: Store) -> None:
    await blocks.block("ada", "bob")
    await blocks.block("cy", "ada")
    await players.delete(store, "ada", NOW)
    await blocks.refresh("ada")
    assert await player_pairs.list_pairs(store) == []
    assert blocks.may_meet("cy", "ada")
