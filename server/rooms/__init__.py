"""Rooms: a pure state machine, its judge, and the live tables that people and bots sit at."""
