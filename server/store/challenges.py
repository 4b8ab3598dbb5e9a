"""Challenges that wait for an answer, or whose answer was not read yet: one row each."""

import msgspec

from server.protocol.outbound import ChallengeInfo, ChallengeTerms
from server.protocol.values import Who
from server.store import players
from server.store.database import Database
from server.store.shown_rows import show_rows
from server.store.sql import Row, Statement, demand, json_values, only_if

MOST_GIVEN = 20
MOST_TAKEN = 30
"""Challenges that somebody has given, and that wait for somebody."""

ACCEPTED = 0
"""When one expires of which a game came: it waits no longer, and is soon forgotten."""

_json = msgspec.json.Encoder()
_terms = msgspec.json.Decoder(ChallengeTerms)

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
    """Keep one more, and what is ``noted``; False where one of the two has as many as one may have, or the one has
    challenged the other already. Conflict where the command has made one before, or there is no such player."""
    made = ("SELECT 1 FROM challenges WHERE id = ?", (id,))
    _, changed, *_ = await db.execute(
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
    """A challenge."""
    rows = await db.fetch(f"{_SELECT} WHERE challenges.id = ?", (id,))
    return _read(rows[0]) if rows else None


async def find_of_command(db: Database, player: str, command: str) -> str | None:
    """The id of the challenge that a command has made."""
    rows = await db.fetch("SELECT id FROM challenges WHERE player = ? AND command = ?", (player, command))
    return rows[0]["id"] if rows else None


async def list_of(db: Database, player: str) -> list[ChallengeInfo]:
    """Those that a player has given, and those that wait for the player, the oldest first."""
    rows = await db.fetch(
        f"{_SELECT} WHERE player = ? OR (other = ? AND declined IS NULL) ORDER BY made_at, challenges.id",
        (player, player),
    )
    return show_rows("challenge", rows, "id", _read)[0]


async def list_kept(db: Database) -> list[tuple[str, str, str]]:
    """All of them: the id, who has given it and to whom."""
    return [
        (row["id"], row["player"], row["other"]) for row in await db.fetch("SELECT id, player, other FROM challenges")
    ]


async def delete(db: Database, id: str) -> None:
    """Forget one."""
    await db.execute(("DELETE FROM challenges WHERE id = ?", (id,)))


async def withdraw(db: Database, id: str, player: str) -> bool:
    """Forget one that a player has given; False where it is gone."""
    sql = f"DELETE FROM challenges WHERE id = ? AND player = ? AND expires_at <> {ACCEPTED}"
    return (await db.execute((sql, (id, player))))[0] == 1


def accept(id: str, other: str, now: int) -> list[Statement]:
    """Takes up one that waits for somebody; Conflict where it was answered, withdrawn or expired."""
    taken_up = (f"UPDATE challenges SET expires_at = {ACCEPTED} WHERE id = ?", (id,))
    return [_demand_waiting(id, other, now), taken_up]


async def decline(db: Database, id: str, other: str, reason: str, until: int, now: int, *noted: Statement) -> None:
    """Keep why somebody declined one, until that was read, and what is ``noted``. Conflict where it was answered,
    withdrawn or expired meanwhile."""
    await db.execute(
        _demand_waiting(id, other, now),
        ("UPDATE challenges SET declined = ?, expires_at = ? WHERE id = ?", (reason, until, id)),
        *noted,
    )


def _demand_waiting(id: str, other: str, now: int) -> Statement:
    waiting = "SELECT 1 FROM challenges WHERE id = ? AND other = ? AND declined IS NULL AND expires_at > ?"
    return demand((waiting, (id, other, now)))


async def expire(db: Database, now: int) -> list[tuple[str, str]]:
    """Forget those whose time is over; who had challenged whom."""
    rows = await db.fetch("SELECT id, player, other FROM challenges WHERE expires_at <= ?", (now,))
    if rows:
        ids = _json.encode([row["id"] for row in rows]).decode()
        await db.execute((f"DELETE FROM challenges WHERE id IN {json_values('?')}", (ids,)))
    return [(row["player"], row["other"]) for row in rows]


def put_off(start: int, end: int) -> Statement:
    """What lengthens the time of those that wait by an interval in which nobody could answer."""
    return "UPDATE challenges SET expires_at = expires_at + ? WHERE expires_at > ?", (end - start, start)


def list_join_changes(guest: str, account: str) -> list[Statement]:
    """What makes a guest's challenges the account's; nobody challenges himself."""
    return [
        (
            "DELETE FROM challenges WHERE (player = ? AND other = ?) OR (player = ? AND other = ?)",
            (guest, account, account, guest),
        ),
        ("UPDATE challenges SET player = ?, command = id WHERE player = ?", (account, guest)),
        ("UPDATE challenges SET other = ? WHERE other = ?", (account, guest)),
    ]


def _read(row: Row) -> ChallengeInfo:
    return ChallengeInfo(
        row["id"],
        Who(row["player"], row["player_name"]),
        Who(row["other"], row["other_name"]),
        _terms.decode(row["terms"]),
        row["made_at"],
        row["expires_at"],
        row["declined"],
    )
