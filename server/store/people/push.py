"""Web push: the server's key, subscriptions, players' settings, and the outbox of notices.

A notice stores only its kind and target. Its text is made when it is sent; an outdated notice is not sent.
"""

from collections.abc import Collection

from msgspec import Struct

from server.protocol.values import Language, PushKind
from server.store.changes import Watched
from server.store.database import Database
from server.store.people.second_factors import ID_BYTES
from server.store.sql import Statement, read_all

MOST = 5
"""Subscriptions per player: a sixth replaces the oldest."""
MOST_FAILED = 20
"""Consecutive failed deliveries after which a subscription is deleted."""
LESSON_MS = 7 * 86_400_000
"""How long a notice of a lesson is worth sending."""
OFFER_MS = 2 * 86_400_000
"""How long a notice of a pending offer is worth sending."""

_ALIVE = f"""EXISTS (SELECT 1 FROM tokens WHERE tokens.player = push_subscriptions.player AND ended_at IS NULL
  AND substr(hash, 1, {ID_BYTES}) = device)"""


class Subscription(Struct, frozen=True):
    """A browser's push subscription."""

    endpoint: str
    public: bytes
    secret: bytes
    language: Language


class PushSettings(Struct, frozen=True):
    """The notice kinds a player wants, and their quiet hours in minutes of the day.

    Quiet hours are in the time of ``zone``, or ``east`` minutes from Greenwich if the zone is unknown.
    """

    kinds: frozenset[PushKind]
    quiet: tuple[int, int] | None
    zone: str
    east: int


class DuePush(Struct, frozen=True):
    """A notice that is due. ``until`` is when it expires, None if it is outdated already.

    ``name`` is the other player's name. ``held`` tells that it was put off before, usually over quiet hours.
    """

    id: int
    player: str
    kind: PushKind
    target: str
    until: int | None
    name: str
    held: bool = False


_OFFERED = f"""(SELECT max(offers.made_at) + {OFFER_MS} FROM offers WHERE offers.player = push_outbox.player
  AND offers.game = serial AND (kind = 'rematch') = (what = 'rematch'))"""


_PUT = """INSERT INTO push_outbox (player, kind, target, made_at, not_before) SELECT id, ?2, ?3, ?4, ?4
FROM players WHERE id = ?1{condition} ON CONFLICT (player, kind, target) DO NOTHING"""
_SUBSCRIBED = " AND id IN (SELECT player FROM push_subscriptions)"
QUEUED = Watched("push_outbox", frozenset({"sent_at", "not_before"}), deletes=False)
"""Notices that are queued."""


async def read_key(db: Database) -> bytes | None:
    """Return the private key; None if there is none yet."""
    rows = await db.fetch("SELECT private FROM push_key")
    return bytes(rows[0]["private"]) if rows else None


async def keep_key(db: Database, private: bytes, now: int) -> None:
    """Store the private key."""
    await db.execute(("INSERT INTO push_key (id, private, made_at) VALUES (1, ?, ?)", (private, now)))


async def subscribe(db: Database, player: str, device: str, wanted: Subscription, now: int, *needed: Statement) -> None:
    """Store a subscription, replacing any other of the same endpoint; delete the player's oldest above `MOST`. Raises
    Conflict if a ``needed`` condition does not hold."""
    await db.execute(
        *needed,
        (
            """INSERT INTO push_subscriptions (endpoint, player, device, public, secret, language, made_at)
            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (endpoint) DO UPDATE SET player = excluded.player,
              device = excluded.device, public = excluded.public, secret = excluded.secret,
              language = excluded.language, made_at = excluded.made_at, failed = 0""",
            (wanted.endpoint, player, bytes.fromhex(device), wanted.public, wanted.secret, wanted.language, now),
        ),
        (
            """DELETE FROM push_subscriptions WHERE player = ?1 AND endpoint NOT IN (
              SELECT endpoint FROM push_subscriptions WHERE player = ?1 ORDER BY made_at DESC, endpoint LIMIT ?2)""",
            (player, MOST),
        ),
    )


async def unsubscribe(db: Database, player: str, endpoint: str) -> None:
    """Delete a player's subscription."""
    await db.execute(("DELETE FROM push_subscriptions WHERE player = ? AND endpoint = ?", (player, endpoint)))


async def list_subscriptions(db: Database, player: str) -> list[Subscription]:
    """Return a player's subscriptions, except those of signed-out devices."""
    rows = await db.fetch(
        f"SELECT endpoint, public, secret, language FROM push_subscriptions WHERE player = ? AND {_ALIVE}", (player,)
    )
    return read_all(Subscription, rows)


async def is_subscribed(db: Database, player: str, device: str) -> bool:
    """Return whether a player's device has a subscription."""
    sql = "SELECT 1 FROM push_subscriptions WHERE player = ? AND device = ?"
    return bool(await db.fetch(sql, (player, bytes.fromhex(device))))


async def list_players(db: Database) -> set[str]:
    """Return the ids of all players with a subscription."""
    return {row["player"] for row in await db.fetch("SELECT DISTINCT player FROM push_subscriptions")}


async def forget_signed_out(db: Database) -> None:
    """Delete the subscriptions of signed-out devices."""
    await db.execute((f"DELETE FROM push_subscriptions WHERE NOT {_ALIVE}", ()))


async def forget_gone(db: Database, endpoint: str) -> None:
    """Delete a subscription that the push service reports as gone."""
    await db.execute(("DELETE FROM push_subscriptions WHERE endpoint = ?", (endpoint,)))


async def note_delivery(db: Database, endpoint: str, *, delivered: bool) -> None:
    """Record a delivery or a failure; delete the subscription after `MOST_FAILED` failures in a row."""
    if delivered:
        sql = "UPDATE push_subscriptions SET failed = 0 WHERE endpoint = ? AND failed > 0"
        await db.execute((sql, (endpoint,)))
    else:
        await db.execute(
            ("UPDATE push_subscriptions SET failed = failed + 1 WHERE endpoint = ?", (endpoint,)),
            ("DELETE FROM push_subscriptions WHERE endpoint = ? AND failed >= ?", (endpoint, MOST_FAILED)),
        )


async def read_settings(db: Database, player: str) -> PushSettings | None:
    """Return a player's push settings; None if they never changed any."""
    rows = await db.fetch("SELECT * FROM push_settings WHERE player = ?", (player,))
    for row in rows:
        quiet = None if row["quiet_from"] is None else (row["quiet_from"], row["quiet_to"])
        return PushSettings(frozenset(row["kinds"].split()), quiet, row["zone"], row["east"])
    return None


async def keep_settings(db: Database, player: str, settings: PushSettings, *needed: Statement) -> None:
    """Store a player's push settings. Raises Conflict if a ``needed`` condition does not hold."""
    await db.execute(
        *needed,
        (
            """INSERT INTO push_settings (player, kinds, quiet_from, quiet_to, zone, east) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (player) DO UPDATE SET kinds = excluded.kinds, quiet_from = excluded.quiet_from,
              quiet_to = excluded.quiet_to, zone = excluded.zone, east = excluded.east""",
            (
                *(player, " ".join(sorted(settings.kinds)), *(settings.quiet or (None, None))),
                *(settings.zone, settings.east),
            ),
        ),
    )


async def put(db: Database, player: str, kind: PushKind, target: str, now: int) -> None:
    """Queue a notice unless the same one is queued already."""
    await db.execute((_PUT.format(condition=""), (player, kind, target, now)))


async def put_to_subscribed(db: Database, player: str, kind: PushKind, target: str, now: int) -> None:
    """Queue a notice for a player who has a subscription, unless the same one is queued already."""
    await db.execute((_PUT.format(condition=_SUBSCRIBED), (player, kind, target, now)))


async def put_reminders(db: Database, now: int, ahead_ms: int) -> int:
    """Queue a reminder for each subscribed player whose flag falls within ``ahead_ms``; return how many.

    Each player is reminded once per move.
    """
    near = "next_flag_at BETWEEN ?1 AND ?2"
    _, added = await db.execute(
        (
            f"""DELETE FROM push_outbox WHERE kind = 'deadline' AND sent_at IS NOT NULL AND NOT EXISTS (
              SELECT 1 FROM games WHERE games.id = target AND waits_for = push_outbox.player AND {near})""",
            (now, now + ahead_ms),
        ),
        (
            f"""INSERT INTO push_outbox (player, kind, target, made_at, not_before)
            SELECT waits_for, 'deadline', games.id, ?1, ?1 FROM games
            WHERE {near} AND waits_for IN (SELECT player FROM push_subscriptions)
            ON CONFLICT (player, kind, target) DO NOTHING""",
            (now, now + ahead_ms),
        ),
    )
    return added


async def list_due(db: Database, now: int, most: int, player: str | None = None) -> list[DuePush]:
    """Return notices due now, oldest first, for all players or for one."""
    rows = await db.fetch(
        f"""SELECT push_outbox.id, push_outbox.player, kind, target, not_before > push_outbox.made_at AS held,
          coalesce(players.name, '') AS name,
          CASE kind WHEN 'challenge' THEN expires_at WHEN 'lesson' THEN push_outbox.made_at + ?
            WHEN 'offer' THEN {_OFFERED} WHEN 'rematch' THEN {_OFFERED} ELSE next_flag_at END AS until
        FROM push_outbox
        LEFT JOIN games ON games.id = target AND (kind IN ('offer', 'rematch') OR kind IN ('your_move', 'deadline')
          AND waits_for = push_outbox.player AND next_flag_at IS NOT NULL)
        LEFT JOIN challenges ON kind = 'challenge' AND challenges.id = target
          AND challenges.other = push_outbox.player AND declined IS NULL
        LEFT JOIN players ON players.id = coalesce(
          challenges.player, CASE WHEN player0 = push_outbox.player THEN player1 ELSE player0 END)
        WHERE sent_at IS NULL AND not_before <= ? {"" if player is None else "AND push_outbox.player = ?"}
        ORDER BY not_before, push_outbox.id LIMIT ?""",
        (LESSON_MS, now, *(() if player is None else (player,)), most),
    )
    return read_all(DuePush, rows)


async def end(db: Database, ids: Collection[int], now: int) -> None:
    """Delete notices that were sent or are outdated; keep reminders, marked as sent, so that none is repeated."""
    await db.execute(
        *(("UPDATE push_outbox SET sent_at = ? WHERE id = ? AND kind = 'deadline'", (now, id)) for id in ids),
        *(("DELETE FROM push_outbox WHERE id = ? AND kind <> 'deadline'", (id,)) for id in ids),
    )


async def put_off(db: Database, id: int, until: int) -> None:
    """Postpone a notice until an instant."""
    await db.execute(("UPDATE push_outbox SET not_before = ? WHERE id = ?", (until, id)))


def list_join_changes(guest: str, account: str) -> list[Statement]:
    """Return statements that join a guest's push data to an account: the settings move if the account has none.

    Deletes subscriptions and queued notices: the guest's devices are signed out, and have to subscribe again.
    """
    return [
        ("DELETE FROM push_subscriptions WHERE player = ?", (guest,)),
        ("DELETE FROM push_outbox WHERE player = ?", (guest,)),
        (
            """INSERT INTO push_settings (player, kinds, quiet_from, quiet_to, zone, east)
            SELECT ?, kinds, quiet_from, quiet_to, zone, east FROM push_settings AS theirs WHERE theirs.player = ?
            ON CONFLICT (player) DO NOTHING""",
            (account, guest),
        ),
        ("DELETE FROM push_settings WHERE player = ?", (guest,)),
    ]


def list_removals(player: str) -> list[Statement]:
    """Return statements that delete all push data of a player."""
    tables = ("push_subscriptions", "push_settings", "push_outbox")
    return [(f"DELETE FROM {table} WHERE player = ?", (player,)) for table in tables]
