"""Stored trees: brought in chunks or merged from games, walked through, changed, and written as files again."""
