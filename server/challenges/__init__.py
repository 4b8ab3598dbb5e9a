"""Challenges: a player asks another by name for a game."""
