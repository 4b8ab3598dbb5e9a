"""The solver: forced wins by continuous fours and threats, the proofs it gives and their checker."""
