"""Stored games read by the solver: queued, studied in the background, shown; and games from files, kept to be read."""
