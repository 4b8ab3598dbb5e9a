"""Renewal of stored looks after a change of the tables of look-alikes."""

import asyncio
from collections.abc import Iterable

from server.accounts.look_alikes import LOOKS, make_look
from server.store.database import Database
from server.store.people import accounts
from server.store.people.accounts import StoredLook
from server.store.sql import Conflict


async def renew_looks(db: Database) -> int:
    """Compute the looks of all accounts again, unless they have this version. Return the number of changed looks.

    Must run before anybody signs in or takes a name. Names stay. Of several names with the same new look the oldest
    account gets it; the others are found by their exact name.
    """
    if await accounts.read_looks_version(db) == LOOKS:
        return 0
    found = await asyncio.to_thread(_make_looks, await accounts.list_looks(db))
    try:
        await db.execute(*accounts.list_look_changes(found, LOOKS))
    except Conflict:
        if await accounts.read_looks_version(db) != LOOKS:
            raise
        return 0  # another process has done it at the same time
    return len(found)


def _make_looks(stored: Iterable[StoredLook]) -> dict[str, str]:
    """Return the changed looks by player."""
    found, taken = dict[str, str](), set[str]()
    for each in stored:
        look = make_look(each.name)
        if look in taken:
            look = f"{look} {each.player}"  # no name has this look, as looks contain no space
        taken.add(look)
        if look != each.look:
            found[each.player] = look
    return found
