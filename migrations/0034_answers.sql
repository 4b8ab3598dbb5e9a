-- A write that holds only while something is so says so in its own transaction, and a command that is sent again gets the
-- answer of the first.

CREATE TABLE demands (                 -- stays empty: what a write needs and does not find is inserted here, and refused
  met INTEGER NOT NULL CHECK (met = 1)
) STRICT;

CREATE TABLE answers (                 -- to commands that have been done, without any secret
  player  TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  command TEXT NOT NULL,               -- the player's id of it
  answer  TEXT NOT NULL,               -- JSON
  at      INTEGER NOT NULL,
  PRIMARY KEY (player, command)
) STRICT, WITHOUT ROWID;
CREATE INDEX answers_by_time ON answers (at);

CREATE TABLE code_salt (               -- of the slow hashes of one-time codes: no table of them fits two databases
  one  INTEGER PRIMARY KEY CHECK (one = 1),
  salt TEXT NOT NULL
) STRICT;
INSERT INTO code_salt (one, salt) VALUES (1, lower(hex(randomblob(16))));

-- Codes for another device were kept by a hash that can be searched through. They hold for ten minutes.
DELETE FROM codes WHERE classroom IS NULL;
