"""Scripts that make and check the puzzles of `bots.puzzles`."""
