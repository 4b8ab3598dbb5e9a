"""Seeks: people who look for a game on terms of theirs, and who of them plays whom."""
