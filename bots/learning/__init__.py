"""Learning from lost games: a game is walked back to where it was lost, and what won it is kept as a pattern.

``prover`` asks the solver, ``siege`` is the defender's turn against a threat, ``backward`` walks a game back to its
``lesson``; ``minimise`` and ``extract`` make a ``pattern`` of ``cells`` out of a win. ``study`` is all that is said of
a game, ``command`` the command line. ``table`` finds patterns on a board, ``current`` has those that bots play with.
"""
