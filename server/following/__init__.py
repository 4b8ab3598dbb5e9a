"""Followed players and their presence."""
