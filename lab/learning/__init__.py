"""Experiments on learning: a bot plays, loses, studies, and is measured again: ``tengen learn grow``."""
