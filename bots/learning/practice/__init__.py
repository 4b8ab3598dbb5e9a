"""Practice: games that a learner plays from before the mistake of a game that it lost, and learns from."""
