"""Stored trees."""
