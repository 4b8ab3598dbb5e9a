"""Attacks by strangers on a running server, each with a figure and an aim: ``python -m tests.attacks``."""
