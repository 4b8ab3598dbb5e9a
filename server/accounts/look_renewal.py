"""Looks that are kept, made anew where the program tells names apart in another way than the one that kept them."""

import asyncio
from collections.abc import Iterable

from server.accounts.look_alikes import LOOKS, make_look
from server.store import accounts
from server.store.database import Database
from server.store.sql import Row


async def renew_looks(db: Database) -> int:
    """Make the looks of all accounts anew, unless they are of this version; how many are others than before.

    To be called before anybody signs in or takes a name. Names stay. Of those that look the same by now the eldest
    account has the look; the others are found by their very name.
    """
    if await accounts.read_looks_version(db) == LOOKS:
        return 0
    found = await asyncio.to_thread(_make_looks, await accounts.list_looks(db))
    await db.execute(*accounts.list_look_changes(found, LOOKS))
    return len(found)


def _make_looks(rows: Iterable[Row]) -> dict[str, str]:
    """By player, the looks that are not as they are kept."""
    found, taken = dict[str, str](), set[str]()
    for row in rows:
        look = make_look(row["name"])
        if look in taken:
            look = f"{look} {row['player']}"  # no name looks so, as there is no space in a look
        taken.add(look)
        if look != row["look"]:
            found[row["player"]] = look
    return found
