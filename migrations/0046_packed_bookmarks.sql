-- Bookmarks that the files of stored trees brought: they lie in blocks, and the list of a player's reads no block for them.

CREATE TABLE tree_bookmarks (
  tree   INTEGER NOT NULL REFERENCES trees (serial),
  number INTEGER NOT NULL,              -- of a node, as its block has it: `tree_nodes` has what edits have made of it
  PRIMARY KEY (tree, number)
) STRICT, WITHOUT ROWID;

ALTER TABLE trees ADD COLUMN bookmarks INTEGER;  -- in its blocks, of which the first ones are listed; null until they are counted
CREATE INDEX trees_uncounted ON trees (serial) WHERE bookmarks IS NULL AND state = 'here';
