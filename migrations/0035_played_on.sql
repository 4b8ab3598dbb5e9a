-- A file may tell the year or the month of a game alone, or no day at all: its start is then unknown, and not the day on
-- which it was brought.

ALTER TABLE games ADD COLUMN played_on TEXT;            -- YYYY or YYYY-MM, where a file tells no more
