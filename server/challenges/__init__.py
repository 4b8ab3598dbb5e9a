"""Challenges: somebody asks somebody by name for a game."""
