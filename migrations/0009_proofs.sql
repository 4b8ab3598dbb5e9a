-- Positions that are proven won or lost, of which no row says where it comes from; the positions of studied games, so
-- that a game is studied again when more is known of it; and how hard studies look.

CREATE TABLE pools (                    -- what a position's key holds for
  id      INTEGER PRIMARY KEY,
  rules   TEXT NOT NULL,
  size    INTEGER NOT NULL,
  proofs  INTEGER NOT NULL DEFAULT 0,   -- rows of `proofs` ...
  bytes   INTEGER NOT NULL DEFAULT 0,   -- ... what their positions and proofs take ...
  dropped INTEGER NOT NULL DEFAULT 0,   -- ... and how many there were that are no longer kept
  UNIQUE (rules, size)
) STRICT;

CREATE TABLE proofs (                   -- see `bots.learning.proven`
  id       INTEGER PRIMARY KEY AUTOINCREMENT,   -- who has all up to one asks for what came after
  pool     INTEGER NOT NULL REFERENCES pools (id),
  key      INTEGER NOT NULL,            -- of `gomoku.keys`
  position BLOB NOT NULL,               -- the side to move and the stones, as they lie for the key
  won      INTEGER NOT NULL CHECK (won IN (0, 1)),      -- whether the side to move wins, or loses
  method   TEXT NOT NULL,
  length   INTEGER NOT NULL,
  nodes    INTEGER NOT NULL,
  day      INTEGER NOT NULL,            -- since 1970: when it was proven
  seal     BLOB NOT NULL,               -- hash of the above but for pool's number and day
  proof    BLOB NOT NULL                -- zlib of JSON
) STRICT;
CREATE INDEX proofs_of_position ON proofs (pool, key);
CREATE INDEX proofs_by_nodes ON proofs (nodes, id);

CREATE TRIGGER proof_kept AFTER INSERT ON proofs
BEGIN
  UPDATE pools SET proofs = proofs + 1, bytes = bytes + length(NEW.position) + length(NEW.proof) WHERE id = NEW.pool;
END;
CREATE TRIGGER proof_dropped AFTER DELETE ON proofs
BEGIN
  UPDATE pools SET proofs = proofs - 1, bytes = bytes - length(OLD.position) - length(OLD.proof),
    dropped = dropped + 1 WHERE id = OLD.pool;
END;

CREATE TABLE positions_of_games (       -- of the games that were studied, one for each ply
  pool INTEGER NOT NULL REFERENCES pools (id),
  key  INTEGER NOT NULL,
  game INTEGER NOT NULL REFERENCES games (serial) ON DELETE CASCADE,
  ply  INTEGER NOT NULL,
  PRIMARY KEY (pool, key, game, ply)
) STRICT, WITHOUT ROWID;
CREATE INDEX positions_by_game ON positions_of_games (game);

ALTER TABLE jobs ADD COLUMN effort INTEGER NOT NULL DEFAULT 1;      -- times the nodes of a first study
ALTER TABLE jobs ADD COLUMN again INTEGER NOT NULL DEFAULT 0;       -- 1: for what became known since the last study
ALTER TABLE analyses ADD COLUMN effort INTEGER NOT NULL DEFAULT 1;  -- with which it was made

CREATE TABLE idle_studies (             -- what was spent on studies that nobody waits for
  day INTEGER PRIMARY KEY,              -- since 1970
  ms  INTEGER NOT NULL
) STRICT;
