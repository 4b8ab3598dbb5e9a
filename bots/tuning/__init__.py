"""Weights of the evaluation that learn from games.

``training_games`` are what they learn from; ``training_data`` takes these apart; ``weight_fit`` fits the weights, drawn
towards those of the tree; ``gate`` is the match that a new version has to pass against the one before it; ``measure``
says in numbers what all of it is worth.
"""
