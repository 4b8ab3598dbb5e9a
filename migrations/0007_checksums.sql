-- Checksums of what a game consists of, so that a flipped byte is noticed. Those of older games are added while the
-- server runs: `summing` says which wait for theirs.

ALTER TABLE games ADD COLUMN sum INTEGER;       -- of the columns that never change; the others follow from the actions
ALTER TABLE actions ADD COLUMN sum INTEGER;     -- of the whole row

CREATE TABLE summing (                          -- no row: every game has its checksums
  one  INTEGER PRIMARY KEY CHECK (one = 1),
  next INTEGER NOT NULL,                        -- the first game that waits ...
  last INTEGER NOT NULL                         -- ... and the last
) STRICT;
INSERT INTO summing SELECT 1, min(serial), max(serial) FROM games HAVING count(*) > 0;
