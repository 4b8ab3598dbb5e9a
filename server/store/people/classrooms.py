"""Classes: pupils whose accounts a teacher created, and the codes they sign in with.

A pupil is managed as long as their account has no password and no role. This module sees only hashes of codes.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from server.store.database import Database
from server.store.people.accounts import NewAccount, list_creation
from server.store.sql import Statement, demand, read, read_all

MOST = 50
"""Limit on classes per teacher."""
MOST_PUPILS = 100
"""Limit on pupils per class."""

_COLUMNS = """id, name, owner, made_at, (SELECT count(*) FROM pupils WHERE classroom = classrooms.id) AS pupils"""
_MANAGED = """SELECT 1 FROM pupils JOIN accounts USING (player)
  WHERE player = ? AND classroom = ? AND password IS NULL AND role IS NULL AND disabled_at IS NULL"""


class StoredClassroom(Struct, frozen=True):
    """A class. ``owner`` is the teacher, None if they are gone; ``pupils`` is the number of pupils."""

    id: str
    name: str
    owner: str | None
    made_at: int
    pupils: int = 0


_SEEN_AT = """nullif((SELECT max(at) FROM (SELECT players.seen_at AS at UNION ALL
  SELECT created_at FROM tokens WHERE player = players.id) AS visits), players.created_at)"""
"""A new players row sets ``seen_at`` at once and updates it only after a while, so the first device marks a sign-in."""


class StoredPupil(Struct, frozen=True):
    """A pupil. ``seen_at`` is None before the first sign-in. ``code_until`` is when their code expires, None without
    one; ``code_used`` says whether it was used."""

    player: str
    name: str
    seen_at: int | None
    managed: bool
    disabled: bool
    code_until: int | None
    code_used: bool


async def list_classrooms(db: Database, owner: str | None = None) -> list[StoredClassroom]:
    """Return the classes of a teacher, or of all teachers, by name; at most 500."""
    condition, values = ("WHERE owner = ?", (owner,)) if owner is not None else ("", ())
    rows = await db.fetch(f"SELECT {_COLUMNS} FROM classrooms {condition} ORDER BY name, id LIMIT 500", values)
    return read_all(StoredClassroom, rows)


async def find_classroom(db: Database, id: str) -> StoredClassroom | None:
    """Return the class with this id, or None."""
    rows = await db.fetch(f"SELECT {_COLUMNS} FROM classrooms WHERE id = ?", (id,))
    return read(StoredClassroom, rows[0]) if rows else None


async def find_of_pupil(db: Database, player: str) -> StoredClassroom | None:
    """Return the class of a pupil, or None."""
    sql = f"SELECT {_COLUMNS} FROM classrooms WHERE id = (SELECT classroom FROM pupils WHERE player = ?)"
    rows = await db.fetch(sql, (player,))
    return read(StoredClassroom, rows[0]) if rows else None


async def list_pupils(db: Database, classroom: str, now: int) -> list[StoredPupil]:
    """Return the pupils of a class by name."""
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
    """Require that a class exists."""
    return demand(("SELECT 1 FROM classrooms WHERE id = ?", (id,)))


def demand_room(owner: str) -> Statement:
    """Require that a teacher may have one more class."""
    sql = "SELECT 1 FROM (SELECT count(*) AS classes FROM classrooms WHERE owner = ?) AS own WHERE classes < ?"
    return demand((sql, (owner, MOST)))


def demand_places(id: str, pupils: int) -> Statement:
    """Require that so many more pupils may be in a class."""
    sql = "SELECT 1 FROM (SELECT count(*) AS pupils FROM pupils WHERE classroom = ?) AS these WHERE pupils <= ?"
    return demand((sql, (id, MOST_PUPILS - pupils)))


def demand_managed(id: str, player: str) -> Statement:
    """Require that a player is a managed pupil of a class and their account is not disabled."""
    return demand((_MANAGED, (player, id)))


def end_devices(id: str, player: str, now: int) -> Statement:
    """End all devices of a managed pupil of a class."""
    sql = f"UPDATE tokens SET ended_at = ? WHERE player = ? AND ended_at IS NULL AND EXISTS ({_MANAGED})"
    return sql, (now, player, player, id)


def insert(id: str, name: str, owner: str, now: int) -> Statement:
    """Create a class."""
    return "INSERT INTO classrooms (id, name, owner, made_at) VALUES (?, ?, ?, ?)", (id, name, owner, now)


def rename(id: str, name: str) -> Statement:
    """Rename a class."""
    return "UPDATE classrooms SET name = ? WHERE id = ?", (name, id)


def remove(id: str) -> Statement:
    """Delete a class and its codes; the pupils' accounts stay."""
    return "DELETE FROM classrooms WHERE id = ?", (id,)


def list_pupil_changes(id: str, pupils: Iterable[NewAccount], now: int) -> list[Statement]:
    """Build statements that add pupils to a class, each with a new account without password or device."""
    changes: list[Statement] = []
    for pupil in pupils:
        changes += list_creation(pupil, now)
        changes.append(("INSERT INTO pupils (player, classroom) VALUES (?, ?)", (pupil.player, id)))
    return changes


def list_code_changes(id: str, hashes: Mapping[str, bytes], expires_at: int) -> list[Statement]:
    """Build statements that replace the classroom code of each pupil, given by id.

    A pupil who is no longer managed loses the old code and gets none.
    """
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
