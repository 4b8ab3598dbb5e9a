-- A lesson says whether the strongest search has checked it.

ALTER TABLE lessons ADD COLUMN checked INTEGER NOT NULL DEFAULT 0;  -- nodes of each search; 0 is for not checked yet
ALTER TABLE lessons ADD COLUMN turn INTEGER;                        -- ply of the last move before which it saw no loss
