"""Puzzles out of stored games: shown, tried against the solver, and rated by how often they are solved."""
