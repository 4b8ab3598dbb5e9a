"""Proofs of positions and decided games: verdicts, provers, defences, stored proofs, lessons."""
