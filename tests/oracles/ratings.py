"""Ratings counted anew, all games at once in their order."""

from collections.abc import Iterable

from server.ratings.ledger import RatedGame, RatingChange, RatingLedger


def recompute(games: Iterable[RatedGame], ledger: RatingLedger) -> list[RatingChange]:
    """Count games in an empty ledger in the order in which they ended, of those that ended at once by their ids."""
    ordered = sorted(games, key=lambda game: (game.ended_at, game.id))
    return [change for game in ordered for change in ledger.rate(game)]
