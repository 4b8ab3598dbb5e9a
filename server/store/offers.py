"""Offers that wait for an answer, by the player who is asked: until it is given, or for two weeks."""

from collections.abc import Collection

from msgspec import Struct

from server.protocol.values import OfferKind, Who
from server.store.database import Database
from server.store.sql import Statement

KEPT_MS = 14 * 86_400_000
MOST = 20
"""So many are told, the latest ones."""

Asked = tuple[str, OfferKind]
"""Which player is asked for what."""


class WaitingOffer(Struct, frozen=True):
    """An offer of another player's, in a room."""

    room: str
    what: OfferKind
    by: Who
    at: int


def keep(serial: int, asked: Collection[Asked], now: int) -> list[Statement]:
    """What keeps exactly these offers of a game, those that stand as they are. Nobody who is gone is asked, and what
    nobody has answered for long goes."""
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
    """Those that a player has not answered, the latest first."""
    rows = await db.fetch(
        """SELECT games.id AS room, what, made_at, players.id AS other, players.name FROM offers
        JOIN games ON serial = game
        JOIN players ON players.id = CASE WHEN player0 = offers.player THEN player1 ELSE player0 END
        WHERE offers.player = ? AND made_at >= ? ORDER BY made_at DESC, games.id, what LIMIT ?""",
        (player, now - KEPT_MS, MOST),
    )
    return [WaitingOffer(row["room"], row["what"], Who(row["other"], row["name"]), row["made_at"]) for row in rows]


def list_join_changes(guest: str, account: str) -> list[Statement]:
    """What makes a guest's the account's."""
    return [("UPDATE OR REPLACE offers SET player = ? WHERE player = ?", (account, guest))]
