-- The bots' book of their own games: which of them count, where they went, and what a search finds in those positions.

CREATE TABLE experience_games (         -- the games of bots that are over
  id      INTEGER PRIMARY KEY AUTOINCREMENT,   -- who has all up to one asks for what came after
  game    INTEGER NOT NULL UNIQUE REFERENCES games (serial) ON DELETE CASCADE,
  counts  INTEGER CHECK (counts IN (0, 1)),    -- null while it waits to be read
  looked  TEXT                          -- the version that has looked for choices in it
) STRICT;
CREATE INDEX experience_unread ON experience_games (game) WHERE counts IS NULL;
CREATE INDEX experience_unlooked ON experience_games (game) WHERE counts = 1 AND looked IS NULL;
INSERT INTO experience_games (game)
  SELECT serial FROM games WHERE ended_at IS NOT NULL AND bot_engine IS NOT NULL ORDER BY serial;

CREATE TABLE experience (               -- the bot's own moves in the games that count
  game INTEGER NOT NULL REFERENCES experience_games (game) ON DELETE CASCADE,
  ply  INTEGER NOT NULL,
  key  INTEGER NOT NULL,                -- of `gomoku.keys`
  move INTEGER NOT NULL,                -- the least image where the position lies as its key has it
  PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE experience_choices (       -- see `bots.learning.choices`; no row says which game it was looked for in
  id      INTEGER PRIMARY KEY AUTOINCREMENT,   -- as above
  pool    INTEGER NOT NULL REFERENCES pools (id),
  key     INTEGER NOT NULL,
  version TEXT NOT NULL,
  body    TEXT NOT NULL,                -- JSON: moves as above, each with what it is expected to score
  UNIQUE (pool, key)
) STRICT;

CREATE TABLE experience_dropped (       -- how many games that counted do so no more
  one   INTEGER PRIMARY KEY CHECK (one = 1),
  games INTEGER NOT NULL
) STRICT;
INSERT INTO experience_dropped VALUES (1, 0);
CREATE TRIGGER experience_taken_away AFTER DELETE ON experience_games WHEN OLD.counts = 1
BEGIN
  UPDATE experience_dropped SET games = games + 1;
END;
