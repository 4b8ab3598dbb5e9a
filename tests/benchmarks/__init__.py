"""Benchmarks: each prints a table, and with ``--json`` one JSON object with the same figures as its last line."""
