"""Learning from lost games: find where a game was lost, and keep the win that followed as a pattern.

Each folder imports only from those listed after it: ``players``, ``study``, ``patterns``, ``proofs``.
"""
