"""Players that have learned: who decides a move, and experience with their own games."""
