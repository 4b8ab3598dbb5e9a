"""The players: engines, the ladder of levels, and the executor that runs their moves."""
