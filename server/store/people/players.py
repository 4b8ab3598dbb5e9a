"""Players, the tokens that authenticate them, and the one-time codes that link another device.

Only hashes of tokens and codes are stored. Each token belongs to one device: see `devices`.
"""

import unicodedata
from collections.abc import Collection, Iterable, Sequence

import msgspec
from msgspec import Struct

from server.store.changes import Watched
from server.store.database import Database
from server.store.people import push, puzzle_attempts, second_factors
from server.store.people.second_factors import DeviceName
from server.store.records import KnownToken, StoredPlayer
from server.store.sql import Statement, demand, json_values, only_if, read_all

_OF_ACCOUNT = "FROM accounts WHERE accounts.player = players.id"
_COLUMNS = f"""players.id, name, players.created_at, banned_at, deleted_at, named,
  (SELECT accounts.created_at {_OF_ACCOUNT}) AS account_at, (SELECT role {_OF_ACCOUNT}) AS role,
  (SELECT count(*) FROM account_codes WHERE account_codes.player = players.id AND kind = 'recovery') AS codes,
  banned_until, banned_for, (SELECT password IS NOT NULL {_OF_ACCOUNT}) AS has_password,
  EXISTS (SELECT 1 FROM identities WHERE identities.player = players.id) AS is_vouched,
  EXISTS (SELECT 1 FROM second_factors WHERE second_factors.player = players.id AND confirmed_at > 0) AS has_totp"""
_RATED = " UNION ".join(
    f"""SELECT id FROM games WHERE player{seat} = ?1 AND (plies = 0 OR reason = 'aborted')
      AND rated = 1 AND started_at IS NOT NULL AND ended_at IS NULL"""
    for seat in (0, 1)
)
"""Query for a player's unfinished rated games that have started."""
_VALID = "hash = ? AND expires_at > ? AND (redeemed_by IS NULL OR command = ? AND ? IN (redeemed_by, player))"
"""Matches a valid code by hash, time, command and sender. The command that redeemed a code may be repeated."""


def fold_name(name: str) -> str:
    """Normalize a name: two names are equal if their folded forms are."""
    text = " ".join(unicodedata.normalize("NFKC", name).split())
    return unicodedata.normalize("NFKC", text.casefold())


def demand_free_look(look: str) -> Statement:
    """Return a statement that fails if an account's name has this look."""
    return demand(("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE look = ?)", (look,)))


async def insert(
    db: Database, player: StoredPlayer, token_hash: bytes, name: DeviceName = ("", ""), *needed: Statement
) -> None:
    """Insert a player and their first token. Raises Conflict if the name is taken or a ``needed`` condition fails."""
    await db.execute(
        *needed,
        (
            "INSERT INTO players (id, name, name_key, created_at, seen_at) VALUES (?, ?, ?, ?, ?)",
            (player.id, player.name, fold_name(player.name), player.created_at, player.created_at),
        ),
        (second_factors.INSERT, (token_hash, player.id, player.created_at, *name, player.created_at)),
    )


async def find_player(db: Database, id: str) -> StoredPlayer | None:
    """Return a player by id, deleted or not; None if there is none."""
    rows = await db.fetch(f"SELECT {_COLUMNS} FROM players WHERE id = ?", (id,))
    return StoredPlayer(*rows[0]) if rows else None


async def find_by_name(db: Database, name: str) -> str | None:
    """Return the id of the player with this name, ignoring case and spacing; None if there is none."""
    rows = await db.fetch("SELECT id FROM players WHERE name_key = ? AND deleted_at IS NULL", (fold_name(name),))
    return rows[0]["id"] if rows else None


async def read_seen(db: Database, id: str) -> int:
    """Return when a player was last seen, to the hour; 0 if there is no such player."""
    rows = await db.fetch("SELECT seen_at FROM players WHERE id = ?", (id,))
    return int(rows[0]["seen_at"]) if rows else 0


async def find_by_token(db: Database, token_hash: bytes) -> KnownToken | None:
    """Return a token's player and state, by its hash; None if the token is unknown."""
    sql = f"""SELECT {_COLUMNS}, CASE WHEN last_used_at < seen_at THEN last_used_at ELSE seen_at END, ended_at
      FROM tokens JOIN players ON players.id = player WHERE hash = ?"""
    rows = await db.fetch(sql, (token_hash,))
    if not rows:
        return None
    *columns, noted_at, ended_at = rows[0]
    return KnownToken(StoredPlayer(*columns), noted_at, ended_at is not None)


async def find_by_code(db: Database, code_hash: bytes, by: str, command: str, now: int) -> StoredPlayer | None:
    """Return the player a code belongs to, if player ``by`` may redeem it with this command; else None."""
    sql = f"SELECT {_COLUMNS} FROM codes JOIN players ON players.id = player WHERE {_VALID}"
    rows = await db.fetch(sql, (code_hash, now, command, by))
    return StoredPlayer(*rows[0]) if rows else None


async def note_seen(db: Database, id: str, token_hash: bytes, name: DeviceName | None, now: int) -> bool:
    """Record that a player was here, and the device's use and name if given. Return False if the player was removed in
    the meantime."""
    changed = await db.execute(
        ("UPDATE players SET seen_at = ? WHERE id = ?", (now, id)), second_factors.note_use(token_hash, name, now)
    )
    return changed[0] == 1


def demand_same(player: StoredPlayer) -> Statement:
    """Return a statement that fails unless the player still has the same name, and still has an account or none, as
    when read."""
    sql = """SELECT 1 FROM players WHERE id = ? AND name = ? AND deleted_at IS NULL AND alias_of IS NULL
      AND ? = EXISTS (SELECT 1 FROM accounts WHERE accounts.player = players.id)"""
    return demand((sql, (player.id, player.name, player.account_at is not None)))


_THERE = "SELECT 1 FROM players WHERE id = ? AND deleted_at IS NULL AND alias_of IS NULL"


def demand_there(player: str) -> Statement:
    """Return a statement that fails if the player is deleted or has joined an account."""
    return demand((_THERE, (player,)))


async def is_there(db: Database, player: str) -> bool:
    """Return whether a player is neither deleted nor joined to an account."""
    return bool(await db.fetch(_THERE, (player,)))


async def rename(
    db: Database, id: str, name: str, look: str, *noted: Statement, needed: Sequence[Statement] = ()
) -> bool:
    """Rename a player and run the ``noted`` insertions; return False if the name looks like another account's.

    Raises Conflict if the name is taken or a ``needed`` condition does not hold.
    """
    may = "id = ? AND deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM accounts WHERE look = ? AND player <> ?)"
    values = id, look, id
    changed = await db.execute(
        *needed,
        *(only_if(each, (f"SELECT 1 FROM players WHERE {may}", values)) for each in noted),
        (f"UPDATE players SET name = ?, name_key = ? WHERE {may}", (name, fold_name(name), *values)),
        ("UPDATE accounts SET look = ? WHERE player = ?", (look, id)),
    )
    return changed[len(needed) + len(noted)] == 1


async def set_consent(db: Database, id: str, named: bool) -> None:
    """Set whether data learned from the player's games may carry their name. Raises Conflict if they are not there."""
    await db.execute(demand_there(id), ("UPDATE players SET named = ? WHERE id = ?", (named, id)))


async def read_code_salt(db: Database) -> str:
    """Return the salt of this database for hashing device codes."""
    (row,) = await db.fetch("SELECT salt FROM code_salt")
    return str(row["salt"])


async def set_code(db: Database, id: str, code_hash: bytes, expires_at: int, device: bytes, now: int) -> int:
    """Store a device's request for a code as the player's only code, and return when it expires.

    Deletes the player's other codes, except those of a class, and all expired codes. Raises Conflict if the device has
    been signed out.
    """
    await db.execute(
        *((second_factors.demand_device(id, device.hex()),) if device else ()),
        (
            "DELETE FROM codes WHERE player = ? AND classroom IS NULL AND hash <> ? OR expires_at <= ?",
            (id, code_hash, now),
        ),
        demand(("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM codes WHERE hash = ? AND player <> ?)", (code_hash, id))),
        (
            """INSERT INTO codes (hash, player, expires_at, asked_with) VALUES (?, ?, ?, ?)
            ON CONFLICT (hash) DO NOTHING""",  # a repeated command: a redeemed code stays redeemed
            (code_hash, id, expires_at, device),
        ),
    )
    rows = await db.fetch("SELECT expires_at FROM codes WHERE hash = ?", (code_hash,))
    return rows[0]["expires_at"] if rows else expires_at


async def redeem(
    db: Database,
    player: str,
    code_hash: bytes,
    token_hash: bytes,
    name: DeviceName,
    by: str,
    command: str,
    now: int,
    end_other: bool,
) -> bytes:
    """Redeem a code for a new token of ``player``; return the id of the device that asked for the code.

    Deletes the token that an earlier try of the same command created, whose response was lost. A code from a class ends
    the least recently used devices beyond the limit. ``end_other`` ends the device that asked for the code. Raises
    Conflict if the code is no longer valid, the player is banned, or they have the maximum number of devices.
    """
    valid, values = _VALID, (code_hash, now, command, by)
    count = "(SELECT count(*) FROM tokens WHERE tokens.player = codes.player AND ended_at IS NULL)"
    rows = await db.fetch(f"SELECT asked_with FROM codes WHERE {valid}", values)
    await db.execute(
        (f"DELETE FROM tokens WHERE hash = (SELECT brought FROM codes WHERE {valid})", values),
        (
            f"""UPDATE tokens SET ended_at = ? WHERE player = ? AND ended_at IS NULL
              AND EXISTS (SELECT 1 FROM codes WHERE {valid} AND classroom IS NOT NULL) AND hash NOT IN (
              SELECT hash FROM tokens WHERE player = ? AND ended_at IS NULL
              ORDER BY last_used_at DESC, hash LIMIT {second_factors.MOST - 1})""",
            (now, player, *values, player),
        ),
        demand(
            (
                f"""SELECT 1 FROM codes JOIN players ON players.id = player
                WHERE {valid} AND deleted_at IS NULL AND (banned_at IS NULL OR banned_until <= ?) AND {count} < ?""",
                (*values, now, second_factors.MOST + end_other),
            )
        ),
        (
            f"""INSERT INTO tokens (hash, player, created_at, browser, system, last_used_at)
            SELECT ?, player, ?, ?, ?, ? FROM codes WHERE {valid}""",
            (token_hash, now, *name, now, *values),
        ),
        (
            f"""UPDATE tokens SET ended_at = ?
            WHERE ? AND player = ? AND hash <> ? AND ended_at IS NULL
              AND substr(hash, 1, {second_factors.ID_BYTES}) = (SELECT asked_with FROM codes WHERE {valid})""",
            (now, end_other, player, token_hash, *values),
        ),
        (
            f"UPDATE codes SET redeemed_by = coalesce(redeemed_by, ?), command = ?, brought = ? WHERE {valid}",
            (by, command, token_hash, *values),
        ),
        second_factors.forget_ended(player),
    )
    return (rows[0]["asked_with"] or b"") if rows else b""


async def end_bans(db: Database, now: int) -> None:
    """Clear the bans that have expired."""
    if await db.fetch("SELECT 1 FROM players WHERE banned_until <= ? LIMIT 1", (now,)):
        await db.execute(
            (
                """UPDATE players SET banned_at = NULL, ban_reason = NULL, banned_until = NULL, banned_for = NULL
                WHERE banned_until <= ?""",
                (now,),
            )
        )


async def list_rated_games(db: Database, id: str) -> list[str]:
    """Return the ids of a player's unfinished rated games, live or by correspondence."""
    return [row["id"] for row in await db.fetch(f"{_RATED} ORDER BY id", (id,))]


async def delete(
    db: Database,
    id: str,
    now: int,
    *noted: Statement,
    needed: Sequence[Statement] = (),
    besides: Collection[str] = (),
) -> None:
    """Delete a player's data and run the ``noted`` statements.

    Deletes account, tokens, codes, name, private files, puzzle attempts, trees and remarks. Games stay, with nobody in
    that seat; the record of staff actions stays without its target. Raises Conflict, and deletes nothing, if a
    ``needed`` condition does not hold or the player is in a rated game other than those in ``besides``.
    """
    plays = f"EXISTS (SELECT 1 FROM ({_RATED}) AS played WHERE id NOT IN {json_values('?2')})"
    await db.execute(
        *needed,
        # created_at is NOT NULL: setting NULL fails and rolls back the whole transaction
        (
            f"UPDATE players SET created_at = NULL WHERE id = ?1 AND {plays}",
            (id, msgspec.json.encode([*besides]).decode()),
        ),
        ("UPDATE trees SET state = 'going' WHERE owner = ?", (id,)),
        ("DELETE FROM games WHERE owner = ? AND imported IS NOT NULL AND visibility = 'private'", (id,)),
        ("DELETE FROM tokens WHERE player = ?", (id,)),
        ("DELETE FROM codes WHERE player = ?", (id,)),
        ("DELETE FROM accounts WHERE player = ?", (id,)),
        ("UPDATE classrooms SET owner = NULL WHERE owner = ?", (id,)),
        *puzzle_attempts.list_removals(id),
        ("DELETE FROM remarks WHERE player = ?", (id,)),
        ("DELETE FROM player_blocks WHERE player = ?1 OR other = ?1", (id,)),
        ("DELETE FROM sanctions WHERE player = ?", (id,)),
        ("DELETE FROM challenges WHERE player = ?1 OR other = ?1", (id,)),
        ("DELETE FROM follows WHERE player = ?1 OR other = ?1", (id,)),
        ("DELETE FROM lesson_notices WHERE player = ?", (id,)),
        ("DELETE FROM tree_notices WHERE player = ?", (id,)),
        ("DELETE FROM offers WHERE player = ?", (id,)),
        ("DELETE FROM answers WHERE player = ?", (id,)),
        *push.list_removals(id),
        ("DELETE FROM reports WHERE about = ?", (id,)),
        ("UPDATE reports SET by_player = NULL, note = '' WHERE by_player = ?", (id,)),
        ("UPDATE audit SET target = NULL WHERE target = ?", (id,)),
        ("UPDATE jobs SET asked_by = NULL WHERE asked_by = ?", (id,)),
        (
            """DELETE FROM plans WHERE game IN (SELECT serial FROM games WHERE player0 = ?1) AND seat = 0
            OR game IN (SELECT serial FROM games WHERE player1 = ?1) AND seat = 1""",
            (id,),
        ),
        (
            "UPDATE players SET name = '', name_key = NULL, banned_at = NULL, ban_reason = NULL, "
            "banned_until = NULL, banned_for = NULL, deleted_at = ? WHERE id = ? OR alias_of = ?",
            (now, id, id),
        ),
        *noted,
    )


NAMED = Watched(
    "players",
    frozenset({"seen_at", "named", "banned_at", "ban_reason", "banned_until", "banned_for", "hidden", "created_at"}),
    inserts=False,
)
"""Changes of names, and of who is there under them."""


class NamedPlayer(Struct, frozen=True):
    """A player's name, "" once they are deleted. A guest who was joined to an ``account`` has the account's."""

    id: str
    name: str
    account: str | None


async def read_named(db: Database, ids: Iterable[str]) -> dict[str, NamedPlayer]:
    """Return the names of players by id, with what has become of them."""
    rows = await db.fetch(
        f"""SELECT players.id AS id, owner.id AS account,
          CASE WHEN players.deleted_at IS NOT NULL THEN '' WHEN owner.id IS NOT NULL THEN owner.name
            ELSE players.name END AS name
        FROM players LEFT JOIN players AS owner ON owner.id = players.alias_of
        WHERE players.id IN {json_values("?")}""",
        (msgspec.json.encode(sorted(set(ids))).decode(),),
    )
    return {each.id: each for each in read_all(NamedPlayer, rows)}


async def read_names(db: Database, players: Iterable[str | None]) -> dict[str, str]:
    """Return the names of the given players by id, without deleted ones."""
    ids = msgspec.json.encode(sorted({id for id in players if id})).decode()
    sql = f"SELECT id, name FROM players WHERE id IN {json_values('?')} AND deleted_at IS NULL"
    return {row["id"]: row["name"] for row in await db.fetch(sql, (ids,))}
