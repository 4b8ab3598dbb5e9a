-- What a lost game teaches, found before the rest of its study and told at once; and who may be named for having taught.

ALTER TABLE jobs ADD COLUMN lesson INTEGER NOT NULL DEFAULT 0;  -- 1: its lesson comes first, 2: after those; 0: is there

CREATE TABLE lessons (                  -- of games that were won against bots or by them; plies as in the analysis
  game    INTEGER PRIMARY KEY REFERENCES games (serial) ON DELETE CASCADE,
  at      INTEGER NOT NULL,             -- when it was first looked for
  entry   INTEGER,                      -- from there on the win is proven; null where nothing is
  mistake INTEGER,                      -- the move that led there, where another withstood more
  suspect INTEGER,                      -- the last free move, where no mistake is named
  method  TEXT NOT NULL DEFAULT '',     -- by which the win at the entry is proven
  line    TEXT NOT NULL DEFAULT '[]'    -- JSON: the points of that win
) STRICT;
CREATE INDEX lessons_by_time ON lessons (at, game);

CREATE INDEX games_from_games ON games (from_game) WHERE from_game IS NOT NULL;

ALTER TABLE players ADD COLUMN named INTEGER CHECK (named IN (0, 1));   -- whether a lesson may carry the name; null:
                                                                        -- was not asked yet
