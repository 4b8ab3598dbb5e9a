"""Players that wrap another player and change or restrict its choices."""
