"""Patterns: the cells that a forced win needs, extracted from games and found on boards by a compiled matcher."""
