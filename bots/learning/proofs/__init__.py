"""Proofs of positions and of decided games: verdicts, provers, defences, stored proofs, lessons."""
