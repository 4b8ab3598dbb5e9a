"""The registry of acts, and their performance: by a running server, or by a command where none runs."""

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from time import time

from server.errors import Refused
from server.moderation.act import Doing, Live, StaffAct, Tell
from server.store import audit
from server.store.database import Database
from server.store.people import players
from server.store.people.notices import Notice
from server.store.sql import Statement
from server.store.trees import tree_rows


@cache
def collect_acts() -> Mapping[str, StaffAct]:
    """Return all acts by name: the ``ACTS`` of the modules of this package. ValueError where two share a name."""
    acts: dict[str, StaffAct] = {}
    for each in iter_modules(sys.modules[__package__].__path__):
        for act in getattr(import_module(f"{__package__}.{each.name}"), "ACTS", ()):
            if act.name in acts:
                raise ValueError(f"two acts are called {act.name}")
            acts[act.name] = act
    return acts


async def perform(
    store: Database, notice: Notice, live: Live | None, tell: Tell, noted: Sequence[Statement] | None = None
) -> str:
    """Do what ``notice`` asks and return a sentence about it. Refused with a sentence.

    The act is logged as the operator's, unless ``noted`` brings other statements.
    """
    now = int(time() * 1000)
    act = collect_acts().get(notice.kind)
    if act is None:
        raise Refused(f"this server does not know the command {notice.kind}", code="unknown_command")
    notes = await make_notes(store, act, notice, now) if noted is None else noted
    along, after = (notes, ()) if act.logs == "with" else ((), notes)
    sentence = await act.perform(Doing(store, notice.target, notice.argument, live, tell, along, now))
    if after:
        await store.execute(*after)
    return sentence


async def make_notes(store: Database, act: StaffAct, notice: Notice, now: int) -> list[Statement]:
    """Return the statements that log an operator's act; none where it logs itself."""
    if act.logs == "itself":
        return []
    upon = await find_tree_owner(store, act, notice.target)
    if act.target == "player":
        found = await players.find_player(store, notice.target)
        upon = None if found is None else found.id
    data = act.describe(notice.target, notice.argument)
    return [audit.insert(None, None, act.name, upon, data, now)]


async def find_tree_owner(store: Database, act: StaffAct, target: str) -> str | None:
    """Return the owner of the tree that an act changes, None for other targets."""
    tree = await tree_rows.find_tree(store, target) if act.target == "tree" else None
    return None if tree is None else tree.owner
