"""Scorers after published tutorials, each in a file of its own."""
