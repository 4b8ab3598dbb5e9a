"""Knowledge that bots have from the games they lost: published to all players at once, and shown."""
