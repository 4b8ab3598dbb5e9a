"""The solver: forced wins by continuous fours and threats, their proofs, and a proof checker."""
