-- Trees that staff have deleted, for their owners to be told of.

CREATE TABLE tree_notices (
  player  TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  tree    TEXT NOT NULL,            -- its id; the tree itself is gone
  title   TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  PRIMARY KEY (player, tree)
) STRICT, WITHOUT ROWID;
CREATE INDEX tree_notices_by_age ON tree_notices (made_at);
