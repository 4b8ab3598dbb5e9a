"""Knowledge of the bots: proofs, patterns, weights, studies, puzzles."""
