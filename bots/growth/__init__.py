"""Measurements of growth: a bot that learns plays, loses, studies, and is measured again: ``tengen learn grow``."""
