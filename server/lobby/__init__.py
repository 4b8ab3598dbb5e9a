"""The lobby: open rooms and games to watch, live to everybody who follows it."""
