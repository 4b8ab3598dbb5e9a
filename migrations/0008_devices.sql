-- Each token is a device: what it runs, when it was last here, and whether its player has ended it.
-- One that was ended stays for a while, so that its page can be told so instead of becoming somebody new.

ALTER TABLE tokens ADD COLUMN browser TEXT NOT NULL DEFAULT '';   -- "Firefox"; empty where it is not known ...
ALTER TABLE tokens ADD COLUMN system TEXT NOT NULL DEFAULT '';    -- ... "Windows"
ALTER TABLE tokens ADD COLUMN last_used_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tokens ADD COLUMN ended_at INTEGER;
UPDATE tokens SET last_used_at = (SELECT seen_at FROM players WHERE id = player);

ALTER TABLE codes ADD COLUMN asked_with BLOB;   -- the beginning of the hash of the token that asked for the code
ALTER TABLE codes ADD COLUMN brought BLOB;      -- the hash of the token that the code has brought

-- Whom nobody has seen for long is found without reading everybody.
CREATE INDEX players_by_visit ON players (seen_at);
