"""Faults at random instants while people play on several servers: nothing acknowledged may be lost."""
