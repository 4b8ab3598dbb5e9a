-- Classes: pupils whose accounts a teacher has made, who sign in by codes that the teacher hands out.

CREATE TABLE classrooms (
  id      TEXT PRIMARY KEY,
  name    TEXT NOT NULL,
  owner   TEXT REFERENCES players (id) ON DELETE SET NULL,   -- the teacher; null: only the server's owner looks after it
  made_at INTEGER NOT NULL
) STRICT;
CREATE INDEX classrooms_of_owner ON classrooms (owner);

CREATE TABLE pupils (
  player    TEXT PRIMARY KEY REFERENCES accounts (player) ON DELETE CASCADE,
  classroom TEXT NOT NULL REFERENCES classrooms (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX pupils_of_classroom ON pupils (classroom);

-- A player may have two codes: one for another device of his own, and one of a class, which lasts and has a slow hash.
CREATE TABLE codes_of_two_kinds (
  hash        BLOB PRIMARY KEY,
  player      TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  expires_at  INTEGER NOT NULL,
  redeemed_by TEXT,               -- the player who used it, before becoming the code's own
  command     TEXT,               -- that player's id of the command
  asked_with  BLOB,               -- the beginning of the hash of the token that asked for the code
  brought     BLOB,               -- the hash of the token that the code has brought
  classroom   TEXT REFERENCES classrooms (id) ON DELETE CASCADE   -- by which class it was made
) STRICT, WITHOUT ROWID;
INSERT INTO codes_of_two_kinds (hash, player, expires_at, redeemed_by, command, asked_with, brought)
  SELECT hash, player, expires_at, redeemed_by, command, asked_with, brought FROM codes;
DROP TABLE codes;
ALTER TABLE codes_of_two_kinds RENAME TO codes;
CREATE UNIQUE INDEX codes_of_player ON codes (player, classroom IS NULL);
CREATE INDEX codes_of_classroom ON codes (classroom) WHERE classroom IS NOT NULL;
