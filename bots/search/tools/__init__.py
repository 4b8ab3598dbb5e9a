"""Commands and scripts about the search: solve positions, measure its speed, fit its weights, make middle games."""
