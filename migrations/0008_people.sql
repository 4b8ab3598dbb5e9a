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

-- Whether somebody has anything to come back for is asked of games and attempts by the player.
CREATE INDEX unlisted_of_player0 ON games (player0) WHERE plies = 0 OR reason = 'aborted';   -- the library's have the
CREATE INDEX unlisted_of_player1 ON games (player1) WHERE plies = 0 OR reason = 'aborted';   -- others
CREATE INDEX attempts_of_player ON attempts (player);

-- What an operator wants to know of the studies.
ALTER TABLE jobs ADD COLUMN started_at INTEGER;       -- since when it is being done
CREATE INDEX analyses_by_time ON analyses (at);
CREATE TABLE studies_not_queued (                     -- games for which the queue had no room, by the day
  day   INTEGER PRIMARY KEY,                          -- days since 1970
  games INTEGER NOT NULL
) STRICT;

-- Parts of names are looked for among those that people have chosen, however many guests there are.
CREATE INDEX players_by_chosen_name ON players (name_key)
  WHERE name_key NOT GLOB 'guest [0-9]*' AND name_key NOT GLOB '游客 [0-9]*' AND name_key NOT GLOB '遊客 [0-9]*';
