-- Trees of variations that people keep here: their nodes lie in blocks, so that a page reads what is below a node and
-- not the rest.
CREATE TABLE trees (
  serial     INTEGER PRIMARY KEY AUTOINCREMENT,
  id         TEXT NOT NULL UNIQUE,
  owner      TEXT NOT NULL REFERENCES players (id),
  command    TEXT NOT NULL,             -- the owner's, which brought it: sent again, it is the same tree
  state      TEXT NOT NULL CHECK (state IN ('coming', 'here', 'going')),  -- its blocks come and go in many transactions
  title      TEXT NOT NULL,
  visibility TEXT NOT NULL CHECK (visibility IN ('public', 'link', 'private')),
  sealed     INTEGER NOT NULL,          -- 1: made of games that are not public, and so private for good
  rules      TEXT,                      -- null where nobody has said
  size       INTEGER NOT NULL,
  file       TEXT NOT NULL,             -- the name of the file; empty for games that were merged
  encoding   TEXT NOT NULL,             -- of the file's texts, in which a library is written again
  skipped    INTEGER NOT NULL,          -- branches that were left out of it
  nodes      INTEGER NOT NULL,
  depth      INTEGER NOT NULL,
  bytes      INTEGER NOT NULL,          -- of its blocks
  created_at INTEGER NOT NULL,
  UNIQUE (owner, command)
) STRICT;
CREATE INDEX trees_shown ON trees (created_at, serial) WHERE state = 'here' AND visibility = 'public';
CREATE INDEX trees_going ON trees (serial) WHERE state <> 'here';

CREATE TABLE tree_blocks (
  tree  INTEGER NOT NULL REFERENCES trees (serial),
  first INTEGER NOT NULL,               -- the number of its first node
  nodes BLOB NOT NULL,                  -- see `server.store.tree_blocks`
  notes BLOB,                           -- what is said at them; null for nothing
  sum   INTEGER NOT NULL,               -- CRC-32 of the above
  PRIMARY KEY (tree, first)
) STRICT;
