"""Learning from lost games: a game is walked back to where it was lost, and what won it is kept as a pattern.

Each folder stands on those after it: ``players``, ``study``, ``patterns``, ``proofs``.
"""
