"""Players that learn: what decides each move, and experience from their own games."""
