-- Learned weights of the evaluation, a row for each version, with the match that it was measured by; and what came of
-- each point that blocks a pattern, so that the weights of blocks follow from what happened.

CREATE TABLE weights (
  version    INTEGER PRIMARY KEY AUTOINCREMENT,
  parent     INTEGER NOT NULL,              -- the version that was in use, and that it has to meet; 0: those of the tree
  at         INTEGER NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('trial', 'passed', 'refused', 'forgotten')),
  engine     TEXT NOT NULL,                 -- name and version of the engine that they are for
  games      INTEGER NOT NULL,              -- that taught it
  spread     REAL NOT NULL,                 -- how far from the tree's a weight was expected, chosen by games left out
  body       TEXT NOT NULL,                 -- JSON of the numbers; empty once forgotten
  openings   TEXT NOT NULL,                 -- JSON: numbers of those of the match, in their order
  points     TEXT NOT NULL DEFAULT '[]',    -- JSON: its points in each pair of the match so far, 0 to 2
  elo        REAL,                          -- above its parent ...
  low        REAL,                          -- ... with the bounds of 95 %
  high       REAL,
  decided_at INTEGER,
  note       TEXT NOT NULL DEFAULT ''       -- why it was not measured to the end
) STRICT;

CREATE TABLE weights_in_use (
  one       INTEGER PRIMARY KEY CHECK (one = 1),
  version   INTEGER NOT NULL,               -- that games begin with; 0: the tree's
  frozen    INTEGER NOT NULL CHECK (frozen IN (0, 1)),
  games     INTEGER NOT NULL,               -- finished games there were when weights were last fitted ...
  fitted_at INTEGER NOT NULL                -- ... and when
) STRICT;
INSERT INTO weights_in_use VALUES (1, 0, 0, 0, 0);

ALTER TABLE games ADD COLUMN bot_weights INTEGER;   -- version of the weights that a bot's game began with

CREATE TABLE blocks (                       -- points that block a pattern where a game was looked into
  pattern INTEGER NOT NULL REFERENCES patterns (id) ON DELETE CASCADE,
  game    INTEGER NOT NULL REFERENCES games (serial) ON DELETE CASCADE,
  dx      INTEGER NOT NULL,
  dy      INTEGER NOT NULL,
  held    INTEGER NOT NULL CHECK (held IN (0, 1)),        -- 1: it withstood all that was asked, or held the game
  studied INTEGER NOT NULL CHECK (studied IN (0, 1)),     -- 1: the study says so; 0: the game's result, of a bot's move
  PRIMARY KEY (pattern, game, dx, dy)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_of_game ON blocks (game);

CREATE TRIGGER block_seen AFTER INSERT ON blocks
BEGIN
  UPDATE learned SET revision = revision + 1;
END;
CREATE TRIGGER block_changed AFTER UPDATE OF held ON blocks WHEN NEW.held <> OLD.held
BEGIN
  UPDATE learned SET revision = revision + 1;
END;
