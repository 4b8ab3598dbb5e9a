"""Players around a player: each changes what the one inside would choose, or keeps it from it."""
