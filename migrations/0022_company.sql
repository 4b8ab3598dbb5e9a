-- Challenges, and whom players follow.

CREATE TABLE challenges (              -- that wait for an answer, or whose answer was not read yet
  id         TEXT PRIMARY KEY,
  player     TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,   -- who challenges
  other      TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,   -- whom
  command    TEXT NOT NULL,            -- the player's, which made it: sent again, it is the same challenge
  terms      TEXT NOT NULL,            -- what is to be played, as JSON
  made_at    INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  declined   TEXT,                     -- why, once it was
  UNIQUE (player, command)
) STRICT;
CREATE INDEX challenges_by_other ON challenges (other);
CREATE INDEX challenges_by_expiry ON challenges (expires_at);

CREATE TABLE follows (                 -- whose presence a player likes to know of
  player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  other  TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  at     INTEGER NOT NULL,
  PRIMARY KEY (player, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX follows_by_other ON follows (other);

ALTER TABLE players ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1));  -- is told to nobody as here
CREATE INDEX players_hidden ON players (id) WHERE hidden = 1;
