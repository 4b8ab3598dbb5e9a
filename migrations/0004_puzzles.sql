-- Puzzles: positions out of stored games with a proven answer, and how each player's first attempt at them ended.

CREATE TABLE puzzles (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  key        BLOB NOT NULL UNIQUE,      -- hash of what is asked and the position, the same for all eight images
  rules      TEXT NOT NULL,
  size       INTEGER NOT NULL,
  kind       TEXT NOT NULL CHECK (kind IN ('win', 'defence')),
  method     TEXT NOT NULL CHECK (method IN ('vcf', 'vct')),   -- by which its answer is proven
  nodes      INTEGER NOT NULL,          -- the limit of each search that did so
  moves      TEXT NOT NULL,             -- JSON: the points played before it, black's first
  game       INTEGER REFERENCES games (serial) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  solved     INTEGER NOT NULL DEFAULT 0,   -- players by their first attempt
  failed     INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX puzzles_of_game ON puzzles (game);

CREATE TABLE attempts (
  puzzle INTEGER NOT NULL REFERENCES puzzles (id) ON DELETE CASCADE,
  player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
  at     INTEGER NOT NULL,
  PRIMARY KEY (puzzle, player)
) STRICT, WITHOUT ROWID;
