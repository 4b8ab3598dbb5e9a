"""Game files: one record of a game, and the formats it is written in and read from."""
