-- Players, their tokens, games as logs of actions, and what an operator asked of a running server.
-- Times are milliseconds since 1970.

CREATE TABLE players (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  name_key   TEXT UNIQUE,               -- the name folded for comparison; null once deleted
  created_at INTEGER NOT NULL,
  seen_at    INTEGER NOT NULL,
  banned_at  INTEGER,
  ban_reason TEXT,
  deleted_at INTEGER
) STRICT;

CREATE TABLE tokens (
  hash       BLOB PRIMARY KEY,          -- SHA-256; the token itself is never stored
  player     TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_of_player ON tokens (player);

CREATE TABLE codes (                    -- one-time codes that bring an identity to another device
  hash       BLOB PRIMARY KEY,
  player     TEXT NOT NULL UNIQUE REFERENCES players (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE games (
  serial             INTEGER PRIMARY KEY AUTOINCREMENT,   -- the order in which games are listed and learned from
  id                 TEXT NOT NULL UNIQUE,                -- room and game share it; what links name
  owner              TEXT,
  command            TEXT,                                -- the owner's id of the command that made it
  rules              TEXT NOT NULL,
  size               INTEGER NOT NULL,
  clock_kind         TEXT NOT NULL,
  clock_ms           INTEGER NOT NULL DEFAULT 0,
  clock_increment_ms INTEGER NOT NULL DEFAULT 0,
  visibility         TEXT NOT NULL CHECK (visibility IN ('public', 'link', 'private')),
  rated              INTEGER NOT NULL CHECK (rated IN (0, 1)),
  pool               TEXT NOT NULL,                       -- rating pool, one a rule set
  opening            TEXT NOT NULL DEFAULT 'free',
  player0            TEXT,                                -- seat 0 and seat 1: a player's id ...
  player1            TEXT,
  level0             INTEGER,                             -- ... or a bot's level
  level1             INTEGER,
  black              INTEGER CHECK (black IN (0, 1)),     -- the seat that has black, once settled
  bot_engine         TEXT,
  bot_version        TEXT,
  bot_seed           INTEGER,
  bot_limits         TEXT,                                -- JSON
  bot_learned        INTEGER,                             -- revision of the table of learned patterns
  created_at         INTEGER NOT NULL,
  started_at         INTEGER,
  ended_at           INTEGER,
  winner             TEXT CHECK (winner IN ('black', 'white')),
  reason             TEXT,
  plies              INTEGER NOT NULL DEFAULT 0,          -- stones standing at the end; 0 until then
  previous           TEXT,
  next               TEXT,
  UNIQUE (owner, command)
) STRICT;
CREATE INDEX games_live ON games (serial) WHERE ended_at IS NULL;
-- The library: a game is in it once it is over with a stone on the board, unless it was aborted.
CREATE INDEX library ON games (ended_at, serial)
  WHERE visibility = 'public' AND plies > 0 AND reason <> 'aborted';
CREATE INDEX library_of_rules ON games (rules, ended_at, serial)
  WHERE visibility = 'public' AND plies > 0 AND reason <> 'aborted';
CREATE INDEX library_of_player0 ON games (player0, ended_at, serial) WHERE plies > 0 AND reason <> 'aborted';
CREATE INDEX library_of_player1 ON games (player1, ended_at, serial) WHERE plies > 0 AND reason <> 'aborted';
CREATE INDEX library_of_level0 ON games (level0, ended_at, serial) WHERE plies > 0 AND reason <> 'aborted';
CREATE INDEX library_of_level1 ON games (level1, ended_at, serial) WHERE plies > 0 AND reason <> 'aborted';

CREATE TABLE actions (
  game     INTEGER NOT NULL REFERENCES games (serial) ON DELETE CASCADE,
  v        INTEGER NOT NULL,            -- the room's version after this action
  at       INTEGER NOT NULL,
  kind     TEXT NOT NULL,
  seat     INTEGER,
  ply      INTEGER,
  point    INTEGER,
  think_ms INTEGER,
  lag_ms   INTEGER,
  given_ms INTEGER,
  left0_ms INTEGER,
  left1_ms INTEGER,
  forced   INTEGER,
  command  TEXT,                        -- the client's id of the command behind it
  data     TEXT,                        -- JSON: what the columns do not hold
  PRIMARY KEY (game, v)
) STRICT, WITHOUT ROWID;

CREATE TABLE notices (                  -- what an operator asks of the server that holds this file
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  kind     TEXT NOT NULL,
  target   TEXT NOT NULL,
  argument TEXT NOT NULL DEFAULT '',
  at       INTEGER NOT NULL,
  done_at  INTEGER,
  refused  INTEGER,                     -- 1 when the answer says why nothing was done
  answer   TEXT
) STRICT;
CREATE INDEX notices_open ON notices (id) WHERE done_at IS NULL;

CREATE TABLE heartbeat (                -- when the server was last alive: downtime is charged to nobody
  one   INTEGER PRIMARY KEY CHECK (one = 1),
  at    INTEGER NOT NULL
) STRICT;
