"""Oracles: slow reference answers computed from the rules alone, for tests and for scripts that make positions."""
