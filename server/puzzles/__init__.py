"""Puzzles from stored games: shown, judged by the solver, and rated by how often they are solved."""
