"""Engines after published tutorials, one file each."""
