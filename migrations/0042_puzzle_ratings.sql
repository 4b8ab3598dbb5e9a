-- Puzzles and the people who solve them have ratings; a daily puzzle; runs in which one puzzle follows another.

ALTER TABLE puzzles ADD COLUMN rating REAL NOT NULL DEFAULT 1500;      -- Glicko-2, as people's
ALTER TABLE puzzles ADD COLUMN deviation REAL NOT NULL DEFAULT 350;
ALTER TABLE puzzles ADD COLUMN volatility REAL NOT NULL DEFAULT 0.06;
ALTER TABLE puzzles ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;       -- attempts that its rating has counted
ALTER TABLE puzzles DROP COLUMN prior_solved;
ALTER TABLE puzzles DROP COLUMN prior_failed;
DELETE FROM supplies WHERE name = 'puzzles';   -- read again: each puzzle of the tree brings its first rating
CREATE INDEX puzzles_of_rules ON puzzles (rules, rating);

ALTER TABLE attempts ADD COLUMN command TEXT;         -- the one that ended it, sent again if the answer was lost
ALTER TABLE attempts ADD COLUMN rating_before REAL;   -- of the player; null where the attempt changed no rating
ALTER TABLE attempts ADD COLUMN rating_after REAL;

CREATE TABLE puzzle_ratings (           -- of people, at puzzles
  player     TEXT PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
  rating     REAL NOT NULL,
  deviation  REAL NOT NULL,
  volatility REAL NOT NULL,
  games      INTEGER NOT NULL,          -- attempts that it has counted
  last_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE daily_puzzles (            -- the choice of a day, made when the first asks for it
  day    INTEGER NOT NULL,              -- days since 1970, UTC
  rules  TEXT NOT NULL,
  puzzle INTEGER NOT NULL REFERENCES puzzles (id) ON DELETE CASCADE,
  PRIMARY KEY (day, rules)
) STRICT, WITHOUT ROWID;
CREATE INDEX days_of_puzzle ON daily_puzzles (puzzle);

CREATE TABLE daily_results (            -- how the first attempt of that day at a daily puzzle ended
  player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  day    INTEGER NOT NULL,
  rules  TEXT NOT NULL,
  solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
  at     INTEGER NOT NULL,
  PRIMARY KEY (player, day, rules)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_results_of_day ON daily_results (day, rules, solved);

CREATE TABLE puzzle_runs (              -- the latest run of each player and mode
  player   TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  mode     TEXT NOT NULL CHECK (mode IN ('streak', 'storm')),
  run      TEXT NOT NULL,               -- id of the command that began it
  rules    TEXT NOT NULL,
  puzzles  TEXT NOT NULL,               -- JSON: their ids in order
  step     INTEGER NOT NULL,            -- so many of them are answered
  score    INTEGER NOT NULL,            -- so many of these are solved
  began_at INTEGER NOT NULL,
  ends_at  INTEGER,                     -- null without a clock
  over     INTEGER NOT NULL CHECK (over IN (0, 1)),   -- ended before the clock did
  PRIMARY KEY (player, mode)
) STRICT, WITHOUT ROWID;

CREATE TABLE puzzle_scores (            -- the best run of a player, mode and day
  player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  mode   TEXT NOT NULL,
  day    INTEGER NOT NULL,
  score  INTEGER NOT NULL,
  PRIMARY KEY (player, mode, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_scores_of_day ON puzzle_scores (mode, day);
