"""Matches over paired openings: `pairing` orders them, `pairing_game` plays one, `rating` and `sequential` judge."""
