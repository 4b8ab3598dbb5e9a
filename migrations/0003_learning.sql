-- Games that go on from another or came from a file; what the solver reads out of games, and the jobs that have it read.
-- Times are milliseconds since 1970.

ALTER TABLE games ADD COLUMN from_game TEXT;                      -- the game whose first moves this one began with ...
ALTER TABLE games ADD COLUMN start INTEGER NOT NULL DEFAULT 0;    -- ... and how many
ALTER TABLE games ADD COLUMN imported TEXT;                       -- the name of the file that the game came from ...
ALTER TABLE games ADD COLUMN black_name TEXT;                     -- ... and of its players, as the file has them
ALTER TABLE games ADD COLUMN white_name TEXT;

CREATE TABLE jobs (                     -- games that wait to be studied; what is done is in analyses
  game     INTEGER PRIMARY KEY REFERENCES games (serial) ON DELETE CASCADE,
  asked_by TEXT,                        -- the player who wants to see the analysis
  at       INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE analyses (
  game    INTEGER PRIMARY KEY REFERENCES games (serial) ON DELETE CASCADE,
  at      INTEGER NOT NULL,
  version INTEGER NOT NULL,             -- of the study's method
  body    BLOB NOT NULL                 -- zlib of JSON
) STRICT;

CREATE TABLE teachers (                 -- games that an operator wants to be learned from, besides those that bots lost
  game INTEGER PRIMARY KEY REFERENCES games (serial) ON DELETE CASCADE
) STRICT;

CREATE TABLE patterns (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  key        TEXT NOT NULL UNIQUE,
  rules      TEXT NOT NULL,
  state      TEXT NOT NULL DEFAULT 'on' CHECK (state IN ('on', 'off', 'forgotten')),
  imported   INTEGER NOT NULL DEFAULT 0 CHECK (imported IN (0, 1)),   -- by an operator, from a file
  learned_at INTEGER NOT NULL,
  body       TEXT NOT NULL              -- JSON of the pattern with its proof; empty once forgotten
) STRICT;
CREATE INDEX patterns_of_rules ON patterns (rules, state);

CREATE TABLE pattern_sources (          -- before which ply of which game a pattern stood on the board
  pattern INTEGER NOT NULL REFERENCES patterns (id) ON DELETE CASCADE,
  game    INTEGER NOT NULL REFERENCES games (serial) ON DELETE CASCADE,
  ply     INTEGER NOT NULL,
  PRIMARY KEY (pattern, game, ply)
) STRICT, WITHOUT ROWID;
CREATE INDEX sources_of_game ON pattern_sources (game);

CREATE TABLE encounters (               -- games in which a bot met a pattern, and whether it did not lose
  pattern INTEGER NOT NULL REFERENCES patterns (id) ON DELETE CASCADE,
  game    INTEGER NOT NULL REFERENCES games (serial) ON DELETE CASCADE,
  held    INTEGER NOT NULL CHECK (held IN (0, 1)),
  PRIMARY KEY (pattern, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX encounters_of_game ON encounters (game);

CREATE TABLE learned (                  -- the revision of what is in use: it rises with every change
  one      INTEGER PRIMARY KEY CHECK (one = 1),
  revision INTEGER NOT NULL
) STRICT;
INSERT INTO learned VALUES (1, 0);

CREATE TRIGGER pattern_learned AFTER INSERT ON patterns WHEN NEW.state = 'on'
BEGIN
  UPDATE learned SET revision = revision + 1;
END;
CREATE TRIGGER pattern_switched AFTER UPDATE OF state ON patterns WHEN NEW.state <> OLD.state
BEGIN
  UPDATE learned SET revision = revision + 1;
END;
CREATE TRIGGER pattern_dropped AFTER DELETE ON patterns WHEN OLD.state = 'on'
BEGIN
  UPDATE learned SET revision = revision + 1;
END;
CREATE TRIGGER pattern_met AFTER INSERT ON encounters       -- weights grow with what was met
BEGIN
  UPDATE learned SET revision = revision + 1;
END;
