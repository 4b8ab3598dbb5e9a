"""Evaluation weights learned from games.

``training_games`` holds the games, ``training_data`` turns them into rows, and ``weight_fit`` fits weights to the rows
with a prior around the tree's own weights. ``gate`` is the match that a new version must pass against the previous one.
``measure`` measures the value of the result.
"""
