"""Stored trees: uploaded in chunks or merged from games, walked, changed, and exported as files."""
