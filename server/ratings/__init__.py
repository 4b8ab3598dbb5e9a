"""Ratings: strength of players by the results of rated games.

``glicko2`` and ``first_move`` are the arithmetic, ``ledger`` counts games in order: pure, without clock or store.
"""
