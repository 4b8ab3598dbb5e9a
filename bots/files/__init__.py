"""Files of games and variations on their way in: one reader for all formats, and one detection of encodings."""
