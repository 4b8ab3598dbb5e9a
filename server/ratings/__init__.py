"""Ratings: how strong a player is, by the results of rated games.

``glicko2`` and ``first_move`` are the arithmetic, ``ledger`` counts games in their order: pure, without clock or store.
"""
