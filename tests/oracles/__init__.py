"""Slow references: what is right, worked out from the rules alone, for tests and scripts that make positions."""
