"""The lobby: open rooms and games to watch, live for all subscribers."""
