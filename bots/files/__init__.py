"""Input of files of games and variations: one reader for all formats, and one detection of encodings."""
