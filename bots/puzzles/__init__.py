"""Puzzles made by the tree's own engines and proven by its solver: generation, storage, first ratings, and checks."""
