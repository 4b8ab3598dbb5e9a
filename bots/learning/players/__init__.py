"""Players that learn: the authority over each move, and experience from their own games."""
