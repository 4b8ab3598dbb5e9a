"""The study of a game: finds where it was lost, and records all that it teaches as plain data."""
