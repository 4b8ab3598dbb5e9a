"""Patterns: the cells that a forced win consists of, taken out of games, and found on a board by a compiled matcher."""
