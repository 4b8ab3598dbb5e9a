-- Edits of stored trees that were undone can be done again, until another edit comes.

ALTER TABLE tree_edits ADD COLUMN undone INTEGER NOT NULL DEFAULT 0;  -- 1: the change does again what was undone to reach `v`
ALTER TABLE tree_edits RENAME COLUMN undo TO change;                  -- JSON of a NodeChange
