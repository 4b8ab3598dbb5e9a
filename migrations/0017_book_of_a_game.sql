-- How much the book of own games held when a bot's game began, beside the learned patterns and weights that it began with.

ALTER TABLE games ADD COLUMN bot_book INTEGER;   -- revision of the level's book; null where it has none
