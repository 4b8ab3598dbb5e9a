-- Clocks of more kinds: those whose numbers `clock_ms` and `clock_increment_ms` do not hold are kept as they were asked
-- for, in JSON. And games by correspondence, which wait for days: each is looked at when its flag may have fallen.
ALTER TABLE games ADD COLUMN clock TEXT;
ALTER TABLE games ADD COLUMN next_flag_at INTEGER;   -- while such a game goes on; null for all others
ALTER TABLE games ADD COLUMN waits_for TEXT;         -- the player to move in it

CREATE INDEX games_waiting ON games (next_flag_at) WHERE next_flag_at IS NOT NULL;
CREATE INDEX games_waiting_of_player0 ON games (player0) WHERE next_flag_at IS NOT NULL;
CREATE INDEX games_waiting_of_player1 ON games (player1) WHERE next_flag_at IS NOT NULL;

-- Those that are brought back when the server starts.
DROP INDEX games_live;
CREATE INDEX games_live ON games (serial) WHERE ended_at IS NULL AND next_flag_at IS NULL;

CREATE TABLE downtimes (                -- when the server was down: their clocks stood still
  from_at INTEGER NOT NULL,
  to_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX downtimes_by_end ON downtimes (to_at);

CREATE TABLE vacations (                -- when a player's clocks stand still; announced, never for what is past
  player  TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  command TEXT NOT NULL,                -- the client's id of the command that announced it
  from_at INTEGER NOT NULL,
  to_at   INTEGER NOT NULL,
  PRIMARY KEY (player, command)
) STRICT, WITHOUT ROWID;
