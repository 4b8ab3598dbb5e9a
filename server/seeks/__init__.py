"""Seeks: players who look for a game, and their matching."""
