"""Challenges that wait for an answer, or whose answer has not been read yet; one row each."""

import msgspec
from msgspec import Struct

from server.protocol.values import ChallengeInfo, ChallengeTerms, DeclineReason, Who
from server.store.changes import Watched
from server.store.database import Database
from server.store.people import players
from server.store.shown_rows import show_rows
from server.store.sql import Row, Statement, demand, json_values, only_if, read, read_all

MOST_GIVEN = 20
MOST_TAKEN = 30
"""Limits on open challenges per player: sent, and received."""

CHANGES = Watched("challenges")
"""Changes of challenges."""
ACCEPTED = 0
"""The ``expires_at`` of an accepted challenge: it no longer waits, and `expire` soon deletes it."""

_json = msgspec.json.Encoder()

_SELECT = """SELECT challenges.id, player, givers.name AS player_name, other, takers.name AS other_name, command, terms,
  made_at, expires_at, declined
FROM challenges JOIN players AS givers ON givers.id = player JOIN players AS takers ON takers.id = other"""


async def insert(
    db: Database,
    id: str,
    player: str,
    other: str,
    command: str,
    terms: ChallengeTerms,
    until: int,
    now: int,
    *noted: Statement,
) -> bool:
    """Store a challenge and run ``noted`` with it.

    Returns False if either player is at their limit, or ``player`` already has an open challenge to ``other``. Raises
    Conflict if the command already made a challenge, or either player is deleted or has joined an account.
    """
    made = ("SELECT 1 FROM challenges WHERE id = ?", (id,))
    _, _, changed, *_ = await db.execute(
        players.demand_there(player),
        players.demand_there(other),
        (
            """INSERT INTO challenges (id, player, other, command, terms, made_at, expires_at)
            SELECT ?, ?, ?, ?, ?, ?, ?
            WHERE (SELECT count(*) FROM challenges WHERE player = ? AND declined IS NULL) < ?
              AND (SELECT count(*) FROM challenges WHERE other = ? AND declined IS NULL) < ?
              AND NOT EXISTS (SELECT 1 FROM challenges WHERE player = ? AND other = ? AND declined IS NULL)""",
            (
                *(id, player, other, command, _json.encode(terms).decode(), now, until),
                *(player, MOST_GIVEN, other, MOST_TAKEN, player, other),
            ),
        ),
        *(only_if(each, made) for each in noted),
    )
    return changed == 1


async def find(db: Database, id: str) -> ChallengeInfo | None:
    """Return the challenge with this id, or None."""
    rows = await db.fetch(f"{_SELECT} WHERE challenges.id = ?", (id,))
    return _read(rows[0]) if rows else None


async def find_of_command(db: Database, player: str, command: str) -> str | None:
    """Return the id of the challenge that a command made, or None."""
    rows = await db.fetch("SELECT id FROM challenges WHERE player = ? AND command = ?", (player, command))
    return rows[0]["id"] if rows else None


async def list_of(db: Database, player: str) -> list[ChallengeInfo]:
    """Return the challenges a player sent, and the undeclined ones they received, the oldest first."""
    rows = await db.fetch(
        f"{_SELECT} WHERE player = ? OR (other = ? AND declined IS NULL) ORDER BY made_at, challenges.id",
        (player, player),
    )
    return show_rows("challenge", rows, "id", _read)[0]


async def list_kept(db: Database) -> list[tuple[str, str, str]]:
    """Return the id, sender and receiver of every stored challenge."""
    return [
        (row["id"], row["player"], row["other"]) for row in await db.fetch("SELECT id, player, other FROM challenges")
    ]


class KeptChallenge(Struct, frozen=True):
    """A stored challenge, as far as it concerns who waits for an answer."""

    id: str
    player: str
    other: str
    declined: DeclineReason | None
    expires_at: int


async def list_states(db: Database) -> dict[str, KeptChallenge]:
    """Return every stored challenge by id."""
    rows = await db.fetch("SELECT id, player, other, declined, expires_at FROM challenges")
    return {each.id: each for each in read_all(KeptChallenge, rows)}


async def delete(db: Database, id: str) -> None:
    """Delete a challenge."""
    await db.execute(("DELETE FROM challenges WHERE id = ?", (id,)))


async def withdraw(db: Database, id: str, player: str) -> bool:
    """Delete a challenge that a player sent; return False if it is gone or already accepted."""
    sql = f"DELETE FROM challenges WHERE id = ? AND player = ? AND expires_at <> {ACCEPTED}"
    return (await db.execute((sql, (id, player))))[0] == 1


def accept(id: str, other: str, now: int) -> list[Statement]:
    """Build statements that accept a challenge to ``other``. They raise Conflict if it was answered, withdrawn or
    expired."""
    taken_up = (f"UPDATE challenges SET expires_at = {ACCEPTED} WHERE id = ?", (id,))
    return [_demand_waiting(id, other, now), taken_up]


async def decline(db: Database, id: str, other: str, reason: str, until: int, now: int, *noted: Statement) -> None:
    """Store the reason for declining a challenge, to keep at most until ``until``, and run ``noted`` with it.

    Raises Conflict if it was answered, withdrawn or expired meanwhile.
    """
    await db.execute(
        _demand_waiting(id, other, now),
        ("UPDATE challenges SET declined = ?, expires_at = ? WHERE id = ?", (reason, until, id)),
        *noted,
    )


def _demand_waiting(id: str, other: str, now: int) -> Statement:
    waiting = "SELECT 1 FROM challenges WHERE id = ? AND other = ? AND declined IS NULL AND expires_at > ?"
    return demand((waiting, (id, other, now)))


async def expire(db: Database, now: int) -> list[tuple[str, str]]:
    """Delete expired challenges; return the sender and receiver of each."""
    rows = await db.fetch("SELECT id, player, other FROM challenges WHERE expires_at <= ?", (now,))
    if rows:
        ids = _json.encode([row["id"] for row in rows]).decode()
        await db.execute((f"DELETE FROM challenges WHERE id IN {json_values('?')}", (ids,)))
    return [(row["player"], row["other"]) for row in rows]


def put_off(start: int, end: int) -> Statement:
    """Extend challenges that expire after ``start`` by an interval in which nobody could answer."""
    return "UPDATE challenges SET expires_at = expires_at + ? WHERE expires_at > ?", (end - start, start)


def list_join_changes(guest: str, account: str) -> list[Statement]:
    """Build statements that move a guest's challenges to the account, and delete those between the two."""
    return [
        (
            "DELETE FROM challenges WHERE (player = ? AND other = ?) OR (player = ? AND other = ?)",
            (guest, account, account, guest),
        ),
        ("UPDATE challenges SET player = ?, command = id WHERE player = ?", (account, guest)),
        ("UPDATE challenges SET other = ? WHERE other = ?", (account, guest)),
    ]


class StoredChallenge(Struct, frozen=True):
    """A challenge with the names of both players."""

    id: str
    player: str
    player_name: str
    other: str
    other_name: str
    terms: ChallengeTerms
    made_at: int
    expires_at: int
    declined: DeclineReason | None


def _read(row: Row) -> ChallengeInfo:
    found = read(StoredChallenge, row)
    return ChallengeInfo(
        *(found.id, Who(found.player, found.player_name), Who(found.other, found.other_name), found.terms),
        *(found.made_at, found.expires_at, found.declined),
    )
