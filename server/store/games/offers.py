"""Unanswered offers, by the player who is asked; they expire after two weeks."""

from collections.abc import Collection

from msgspec import Struct

from server.protocol.values import OfferKind, Who
from server.store.database import Database
from server.store.sql import Statement

KEPT_MS = 14 * 86_400_000
MOST = 20
"""Limit of listed offers, latest first."""

Asked = tuple[str, OfferKind]
"""The id of the player who is asked, and the kind of offer."""


class WaitingOffer(Struct, frozen=True):
    """An offer by another player in a room."""

    room: str
    what: OfferKind
    by: Who
    at: int


def keep(serial: int, asked: Collection[Asked], now: int) -> list[Statement]:
    """Return the statements that make ``asked`` the offers of a game; offers that exist keep their time.

    They skip deleted players and delete expired offers of all games.
    """
    others = "".join(" AND NOT (player = ? AND what = ?)" for _ in asked)
    return [
        (f"DELETE FROM offers WHERE game = ?{others}", (serial, *(value for each in asked for value in each))),
        ("DELETE FROM offers WHERE made_at < ?", (now - KEPT_MS,)),
        *(
            (
                """INSERT INTO offers (player, game, what, made_at) SELECT id, ?, ?, ? FROM players
                WHERE id = ? AND deleted_at IS NULL ON CONFLICT (player, game, what) DO NOTHING""",
                (serial, what, now, player),
            )
            for player, what in asked
        ),
    ]


async def list_waiting(db: Database, player: str, now: int) -> list[WaitingOffer]:
    """List the offers that a player has not answered, latest first, at most `MOST`."""
    rows = await db.fetch(
        """SELECT games.id AS room, what, made_at, players.id AS other, players.name FROM offers
        JOIN games ON serial = game
        JOIN players ON players.id = CASE WHEN player0 = offers.player THEN player1 ELSE player0 END
        WHERE offers.player = ? AND made_at >= ? AND players.deleted_at IS NULL
        ORDER BY made_at DESC, games.id, what LIMIT ?""",
        (player, now - KEPT_MS, MOST),
    )
    return [WaitingOffer(row["room"], row["what"], Who(row["other"], row["name"]), row["made_at"]) for row in rows]


def list_join_changes(guest: str, account: str) -> list[Statement]:
    """Return the statements that move a guest's offers to the account."""
    both = """DELETE FROM offers WHERE player = ? AND EXISTS (SELECT 1 FROM offers AS guests
      WHERE guests.player = ? AND guests.game = offers.game AND guests.what = offers.what)"""
    return [(both, (account, guest)), ("UPDATE offers SET player = ? WHERE player = ?", (account, guest))]
