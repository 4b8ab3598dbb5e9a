"""Review of stored games by the solver: queueing, studying and showing; and imports of games from files."""
