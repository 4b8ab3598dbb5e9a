"""Learning of the bots from the games that they lost: published to all players at once, and shown to people."""
