"""Classes: pupils whose accounts a teacher has made, and the codes by which they sign in.

A pupil is managed as long as the account has no password and no role. Only hashes of codes come here.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from server.store.accounts import NewAccount, list_creation
from server.store.database import Database
from server.store.sql import Statement, demand

MOST = 50
"""Of one teacher."""
MOST_PUPILS = 100
"""In one."""

_COLUMNS = """id, name, owner, made_at, (SELECT count(*) FROM pupils WHERE classroom = classrooms.id) AS pupils"""
_MANAGED = """SELECT 1 FROM pupils JOIN accounts USING (player)
  WHERE player = ? AND classroom = ? AND password IS NULL AND role IS NULL AND disabled_at IS NULL"""


class StoredClassroom(Struct, frozen=True):
    """A class; ``owner`` is its teacher, None where that one is gone. ``pupils`` counts them."""

    id: str
    name: str
    owner: str | None
    made_at: int
    pupils: int = 0


_SEEN_AT = """nullif((SELECT max(at) FROM (SELECT players.seen_at AS at UNION ALL
  SELECT created_at FROM tokens WHERE player = players.id) AS visits), players.created_at)"""
"""A row of players is seen as it is made, and not again for a while: its first device is what tells of a sign-in."""


class StoredPupil(Struct, frozen=True):
    """A pupil. ``seen_at`` is None before the first sign-in, ``code_until`` is how long a code holds, None where there
    is none, ``code_used`` that it was used."""

    player: str
    name: str
    seen_at: int | None
    managed: bool
    disabled: bool
    code_until: int | None
    code_used: bool


async def list_classrooms(db: Database, owner: str | None = None) -> list[StoredClassroom]:
    """The classes of a teacher, or all, by their names."""
    condition, values = ("WHERE owner = ?", (owner,)) if owner is not None else ("", ())
    rows = await db.fetch(f"SELECT {_COLUMNS} FROM classrooms {condition} ORDER BY name, id LIMIT 500", values)
    return [StoredClassroom(*row) for row in rows]


async def find_classroom(db: Database, id: str) -> StoredClassroom | None:
    """A class."""
    rows = await db.fetch(f"SELECT {_COLUMNS} FROM classrooms WHERE id = ?", (id,))
    return StoredClassroom(*rows[0]) if rows else None


async def find_of_pupil(db: Database, player: str) -> StoredClassroom | None:
    """The class in which somebody is a pupil."""
    sql = f"SELECT {_COLUMNS} FROM classrooms WHERE id = (SELECT classroom FROM pupils WHERE player = ?)"
    rows = await db.fetch(sql, (player,))
    return StoredClassroom(*rows[0]) if rows else None


async def list_pupils(db: Database, classroom: str, now: int) -> list[StoredPupil]:
    """The pupils of a class, by their names."""
    rows = await db.fetch(
        f"""SELECT pupils.player, players.name, {_SEEN_AT}, password IS NULL AND role IS NULL,
          disabled_at IS NOT NULL, expires_at, redeemed_by IS NOT NULL
        FROM pupils JOIN accounts ON accounts.player = pupils.player JOIN players ON players.id = pupils.player
        LEFT JOIN codes ON codes.player = pupils.player AND codes.classroom = pupils.classroom AND expires_at > ?
        WHERE pupils.classroom = ? ORDER BY name_key""",
        (now, classroom),
    )
    return [
        StoredPupil(player, name, seen_at, bool(managed), bool(disabled), until, bool(used))
        for player, name, seen_at, managed, disabled, until, used in rows
    ]


def demand_class(id: str) -> Statement:
    """Demands that a class is there."""
    return demand(("SELECT 1 FROM classrooms WHERE id = ?", (id,)))


def demand_managed(id: str, player: str) -> Statement:
    """Demands that somebody is a managed pupil of a class, whose account is open."""
    return demand((_MANAGED, (player, id)))


def end_devices(id: str, player: str, now: int) -> Statement:
    """Ends the devices of a managed pupil of a class."""
    sql = f"UPDATE tokens SET ended_at = ? WHERE player = ? AND ended_at IS NULL AND EXISTS ({_MANAGED})"
    return sql, (now, player, player, id)


def insert(id: str, name: str, owner: str, now: int) -> Statement:
    """Makes a class."""
    return "INSERT INTO classrooms (id, name, owner, made_at) VALUES (?, ?, ?, ?)", (id, name, owner, now)


def rename(id: str, name: str) -> Statement:
    """Gives a class another name."""
    return "UPDATE classrooms SET name = ? WHERE id = ?", (name, id)


def remove(id: str) -> Statement:
    """Ends a class; its pupils' accounts stay, its codes do not."""
    return "DELETE FROM classrooms WHERE id = ?", (id,)


def list_pupil_changes(id: str, pupils: Iterable[NewAccount], now: int) -> list[Statement]:
    """What makes pupils of a class, each with an account that has neither a password nor a device."""
    changes: list[Statement] = []
    for pupil in pupils:
        changes += list_creation(pupil, now)
        changes.append(("INSERT INTO pupils (player, classroom) VALUES (?, ?)", (pupil.player, id)))
    return changes


def list_code_changes(id: str, hashes: Mapping[str, bytes], expires_at: int) -> list[Statement]:
    """What gives pupils of a class, by id, their only code from it; one who is not managed any more gets none."""
    changes: list[Statement] = []
    for player, hash in hashes.items():
        changes += [
            ("DELETE FROM codes WHERE player = ? AND classroom IS NOT NULL", (player,)),
            (
                f"""INSERT INTO codes (hash, player, expires_at, classroom) SELECT ?, ?, ?, ?
                WHERE EXISTS ({_MANAGED})""",
                (hash, player, expires_at, id, player, id),
            ),
        ]
    return changes
