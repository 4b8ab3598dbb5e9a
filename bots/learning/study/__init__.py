"""The study of a game: it is walked back to where it was lost, and all that it teaches is said as plain data."""
