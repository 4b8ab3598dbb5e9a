-- Puzzles that come with the tree, beside those out of stored games: proven, with themes and a difficulty to begin with.

ALTER TABLE puzzles ADD COLUMN answers TEXT;             -- JSON: the moves that are right; null where the solver is asked
ALTER TABLE puzzles ADD COLUMN proof TEXT;               -- of `bots.puzzles.proof_text`; null for a puzzle out of a game
ALTER TABLE puzzles ADD COLUMN length INTEGER;           -- the winner's moves in its longest line
ALTER TABLE puzzles ADD COLUMN prior_solved REAL NOT NULL DEFAULT 2;   -- solutions and failures that it is taken ...
ALTER TABLE puzzles ADD COLUMN prior_failed REAL NOT NULL DEFAULT 2;   -- ... to have had before the first

ALTER TABLE attempts ADD COLUMN shown INTEGER NOT NULL DEFAULT 0 CHECK (shown IN (0, 1));   -- 1: had the solution shown

CREATE TABLE puzzle_themes (
  theme  TEXT NOT NULL,
  puzzle INTEGER NOT NULL REFERENCES puzzles (id) ON DELETE CASCADE,
  PRIMARY KEY (theme, puzzle)
) STRICT, WITHOUT ROWID;
CREATE INDEX themes_of_puzzle ON puzzle_themes (puzzle);
INSERT INTO puzzle_themes SELECT method, id FROM puzzles;

CREATE TABLE supplies (                 -- files of the tree of which the rows are taken into tables, bit by bit
  name    TEXT PRIMARY KEY,
  version TEXT NOT NULL,                -- hash of the file
  done    INTEGER NOT NULL              -- lines that have been taken
) STRICT;
