"""Puzzles made by the tree's own engines and proven by its solver: how they are made, kept, rated and checked again."""
