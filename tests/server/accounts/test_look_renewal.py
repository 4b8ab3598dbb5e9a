"""Looks that were kept by earlier rules are made anew at the start; everybody keeps the name and is let in by it."""

from server.accounts.accounts import Accounts
from server.accounts.look_alikes import LOOKS
from server.accounts.look_renewal import renew_looks
from server.accounts.registry import Registry
from server.store.people import accounts
from server.store.store import Store
from tests.server.accounts.test_registry import SECRET, QuickHashing, come


async def add(store: Store, player: str, name: str, look: str, at: int) -> None:
    hash = await QuickHashing().make_hash(SECRET, "")
    made = accounts.NewAccount(player, name, look, hash)
    await store.execute(*accounts.list_creation(made, at))


async def test_earlier_looks_are_made_anew_and_everybody_comes_in_by_the_name(store: Store) -> None:
    old = {"Ada Lovell": "ada lovell", "AdaLovell": "adalovell", "Bob Ray": "bob ray", "Ꭺda.Lovell": "Ꭺda.lovell"}
    for n, (name, look) in enumerate(old.items()):
        await add(store, f"player{n}", name, look, 10 - n)
    await store.execute(("UPDATE looks SET version = 1", ()))
    assert await renew_looks(store) == 4
    assert {each.player: each.look for each in await accounts.list_looks(store)} == {
        "player0": "adalovell player0",
        "player1": "adalovell player1",
        "player2": "bobray",
        "player3": "adalovell",  # the eldest
    }
    assert await accounts.read_looks_version(store) == LOOKS
    assert await renew_looks(store) == 0
    registry, guests = Registry(store, QuickHashing()), Accounts(store)
    for n, name in enumerate(old):
        page = await come(guests)
        assert (await registry.sign_in(page, name.upper(), SECRET)).player == f"player{n}"
    assert (await registry.sign_in(await come(guests), "ada lovell.", SECRET)).player == "player3"
    assert (await registry.sign_in(await come(guests), "bobray", SECRET)).player == "player2"


async def test_looks_that_change_places_are_kept(store: Store) -> None:
    await add(store, "one", "Ann", "bob", 1)
    await add(store, "two", "Bob", "ann", 2)
    await store.execute(("UPDATE looks SET version = 1", ()))
    assert await renew_looks(store) == 2
    assert [each.look for each in await accounts.list_looks(store)] == ["ann", "bob"]
