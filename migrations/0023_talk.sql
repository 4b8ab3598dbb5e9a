-- What people say in rooms, whom they do not want to meet, and what staff does about it.

CREATE TABLE remarks (                  -- what somebody has said in a room
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  room      INTEGER NOT NULL REFERENCES games (serial) ON DELETE CASCADE,
  side      TEXT NOT NULL CHECK (side IN ('players', 'watchers')),
  at        INTEGER NOT NULL,
  player    TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  command   TEXT,                       -- the player's, which brought it: sent again, it is the same remark
  kind      TEXT NOT NULL CHECK (kind IN ('phrase', 'text')),
  body      TEXT NOT NULL,              -- the phrase's name, or the words
  hidden_by TEXT REFERENCES players (id) ON DELETE SET NULL,
  hidden_at INTEGER,
  UNIQUE (player, command)
) STRICT;
CREATE INDEX remarks_of_room ON remarks (room, id);
CREATE INDEX remarks_by_time ON remarks (at);
CREATE INDEX remarks_by_hider ON remarks (hidden_by) WHERE hidden_by IS NOT NULL;

CREATE TABLE player_blocks (           -- by a player, of another; neither meets the other
  player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  other  TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  at     INTEGER NOT NULL,
  PRIMARY KEY (player, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX player_blocks_by_other ON player_blocks (other);

CREATE TABLE sanctions (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  player    TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  kind      TEXT NOT NULL CHECK (kind IN ('mute', 'timeout', 'ban')),
  reason    TEXT NOT NULL,              -- of a fixed list, which the player is told
  note      TEXT NOT NULL,              -- for staff alone
  at        INTEGER NOT NULL,
  until     INTEGER,                    -- null: until it is lifted
  by_player TEXT REFERENCES players (id) ON DELETE SET NULL,  -- null: the command line
  lifted_at INTEGER
) STRICT;
CREATE INDEX sanctions_of_player ON sanctions (player, lifted_at);
CREATE INDEX sanctions_by_staff ON sanctions (by_player) WHERE by_player IS NOT NULL;

CREATE TABLE reports (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  at         INTEGER NOT NULL,
  by_player  TEXT REFERENCES players (id) ON DELETE SET NULL,
  command    TEXT,                      -- of who reports: sent again, it is the same report
  about      TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  game       INTEGER REFERENCES games (serial) ON DELETE SET NULL,
  reason     TEXT NOT NULL,
  note       TEXT NOT NULL,             -- in the words of who reports
  remarks    TEXT NOT NULL,             -- JSON: what was said last, as it stood
  state      TEXT NOT NULL CHECK (state IN ('open', 'handled', 'dismissed')),
  handled_by TEXT REFERENCES players (id) ON DELETE SET NULL,
  handled_at INTEGER,
  UNIQUE (by_player, command)
) STRICT;
CREATE INDEX reports_by_state ON reports (state, id);
CREATE INDEX reports_about ON reports (about, state);
CREATE INDEX reports_by_reporter ON reports (by_player, at);
CREATE INDEX reports_by_staff ON reports (handled_by) WHERE handled_by IS NOT NULL;
CREATE INDEX reports_of_game ON reports (game) WHERE game IS NOT NULL;

CREATE TABLE audit (                    -- what staff has done; nothing of it is ever changed
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  at        INTEGER NOT NULL,
  by_player TEXT REFERENCES players (id) ON DELETE SET NULL,  -- null: the command line, or somebody who was deleted
  command   TEXT,                       -- of the staff's: sent again, it is the same act
  action    TEXT NOT NULL,
  target    TEXT REFERENCES players (id) ON DELETE SET NULL,  -- whom it was done to, if anybody
  data      TEXT NOT NULL,              -- JSON: what else there is to say
  UNIQUE (by_player, command)
) STRICT;
CREATE INDEX audit_of_target ON audit (target, id);

-- Of who is kept out: until when, null for good, and for which reason of that list.
ALTER TABLE players ADD COLUMN banned_until INTEGER;
ALTER TABLE players ADD COLUMN banned_for TEXT;
