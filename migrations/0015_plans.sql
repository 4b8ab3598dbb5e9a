-- What players have ready to answer in games by correspondence. Nobody but the player is ever shown it.
CREATE TABLE plans (
  game       INTEGER NOT NULL REFERENCES games (serial) ON DELETE CASCADE,
  seat       INTEGER NOT NULL CHECK (seat IN (0, 1)),
  ply        INTEGER NOT NULL,           -- the stones on the board when it goes on
  tree       TEXT NOT NULL,              -- the plan itself, in JSON
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
