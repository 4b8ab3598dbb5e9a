"""Measurements of learning, and its command line."""
