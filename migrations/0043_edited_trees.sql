-- Stored trees that their owners edit: blocks stay as they are, and rows say what edits have made of single nodes.

ALTER TABLE trees ADD COLUMN v INTEGER NOT NULL DEFAULT 0;        -- edits so far, those that were undone included
ALTER TABLE trees ADD COLUMN packed INTEGER NOT NULL DEFAULT 0;   -- nodes in its blocks; `nodes` counts those that are left
ALTER TABLE trees ADD COLUMN numbers INTEGER NOT NULL DEFAULT 0;  -- numbers of nodes given so far: edits give the next ones
UPDATE trees SET packed = nodes, numbers = nodes;

CREATE TABLE tree_nodes (               -- a node that was edited, or added after its tree was packed
  tree     INTEGER NOT NULL REFERENCES trees (serial),
  number   INTEGER NOT NULL,
  parent   INTEGER,                     -- of an added node; else as in the block, and so
  move     INTEGER,                     -- its move, in the numbers of the blocks
  children TEXT,                        -- JSON: their numbers, the main one first; null as in the block
  note     TEXT,                        -- JSON of a KeptNote; null as in the block
  grown    INTEGER NOT NULL,            -- descendants that came, less those that went
  PRIMARY KEY (tree, number)
) STRICT;

CREATE TABLE tree_edits (               -- the last edits of a tree, which can be undone
  tree INTEGER NOT NULL REFERENCES trees (serial),
  v    INTEGER NOT NULL,                -- the tree's after it
  undo TEXT NOT NULL,                   -- JSON of a NodeChange
  size INTEGER NOT NULL,                -- bytes of it
  PRIMARY KEY (tree, v)
) STRICT;
