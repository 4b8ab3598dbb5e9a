"""Experiments on learned weights: games to fit them to, and their worth."""
