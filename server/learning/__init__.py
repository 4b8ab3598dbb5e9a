"""What bots have learned from the games they lost: published to all players at once, and shown."""
