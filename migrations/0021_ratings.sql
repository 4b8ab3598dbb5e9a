-- Ratings: which games count, what each has changed, and what everybody has come to by them.
-- Whatever waits is counted in the order in which the games ended; what has been counted after it is undone first.

CREATE TABLE rating_entries (           -- games that were to be rated, once they are over
  game     INTEGER PRIMARY KEY,         -- its serial; stays, where the game is deleted, until that is undone
  ended_at INTEGER NOT NULL,
  family   TEXT NOT NULL CHECK (family IN ('gomoku', 'renju', 'caro', 'none')),
  kind     TEXT NOT NULL,               -- rules, size and opening, which the worth of the first move is estimated for
  slow     INTEGER NOT NULL CHECK (slow IN (0, 1)),
  reason   TEXT,                        -- why it changes nothing; null where it counts
  waits    INTEGER NOT NULL CHECK (waits IN (0, 1)),
  nth      INTEGER                      -- of those of its kind that were counted; null where it has changed nothing
) STRICT;
CREATE INDEX rating_entries_waiting ON rating_entries (family, ended_at, game) WHERE waits = 1;
CREATE INDEX rating_entries_counted ON rating_entries (family, ended_at, game) WHERE nth IS NOT NULL;
CREATE INDEX rating_entries_of_kind ON rating_entries (kind, nth) WHERE nth IS NOT NULL;

CREATE TABLE ratings (                  -- since the last game that was counted
  player     TEXT NOT NULL,             -- an id, or a bot of rating_bots
  pool       TEXT NOT NULL,
  rating     REAL NOT NULL,
  deviation  REAL NOT NULL,
  volatility REAL NOT NULL,
  games      INTEGER NOT NULL,
  last_at    INTEGER NOT NULL,
  last_game  INTEGER NOT NULL,
  PRIMARY KEY (player, pool)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_by_strength ON ratings (pool, rating, player) WHERE deviation < 110;

CREATE TABLE rating_changes (           -- what a game has changed for either seat
  game       INTEGER NOT NULL,
  seat       INTEGER NOT NULL CHECK (seat IN (0, 1)),
  player     TEXT NOT NULL,
  pool       TEXT NOT NULL,
  ended_at   INTEGER NOT NULL,
  first      INTEGER NOT NULL CHECK (first IN (0, 1)),    -- 1: had black, and so the first move
  score      REAL NOT NULL,
  expected   REAL NOT NULL,
  advantage  REAL NOT NULL,             -- what the first move counted for, in points
  rating0    REAL NOT NULL,             -- before it, the deviation grown until then ...
  deviation0 REAL NOT NULL,
  rating     REAL NOT NULL,             -- ... and after it
  deviation  REAL NOT NULL,
  volatility REAL NOT NULL,
  games      INTEGER NOT NULL,          -- so many with this one
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_changes_of_player ON rating_changes (player, pool, ended_at, game);

CREATE TABLE rating_bots (              -- what plays in a bot's seat: a level, its engine, the weights that it learned
  id      TEXT PRIMARY KEY,
  level   INTEGER NOT NULL,
  version TEXT NOT NULL,
  weights INTEGER NOT NULL,
  seed    REAL NOT NULL                 -- its rating before the first game, as long as no version of the level has one
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_bots_of_level ON rating_bots (level);

CREATE TABLE first_moves (              -- what the first move was worth after so many games of a kind
  kind     TEXT NOT NULL,
  games    INTEGER NOT NULL,
  family   TEXT NOT NULL,
  ended_at INTEGER NOT NULL,            -- of the last of these games
  game     INTEGER NOT NULL,
  points   REAL NOT NULL,
  error    REAL NOT NULL,
  PRIMARY KEY (kind, games)
) STRICT, WITHOUT ROWID;
CREATE INDEX first_moves_by_end ON first_moves (family, ended_at, game);
