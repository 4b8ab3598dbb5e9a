"""Ratings recomputed from all games in their order."""

from collections.abc import Iterable

from server.ratings.ledger import RatedGame, RatingChange, RatingLedger


def recompute(games: Iterable[RatedGame], ledger: RatingLedger) -> list[RatingChange]:
    """Rate games in an empty ledger in the order of their ends, ties by id."""
    ordered = sorted(games, key=lambda game: (game.ended_at, game.id))
    return [change for game in ordered for change in ledger.rate(game)]
