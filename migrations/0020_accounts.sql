-- Accounts: players whose names stay, and what proves them on another device. Of every secret a hash is kept.

CREATE TABLE accounts (
  player      TEXT PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
  look        TEXT NOT NULL UNIQUE,     -- what the name looks like: two accounts never look the same
  password    TEXT,                     -- Argon2id with its parameters and salt; null until there is one
  role        TEXT CHECK (role IN ('owner', 'moderator', 'teacher', 'bot')),
  created_at  INTEGER NOT NULL,
  disabled_at INTEGER                   -- since when nobody may sign in
) STRICT;

CREATE TABLE account_codes (            -- that work once, instead of a password or for a right
  hash       BLOB PRIMARY KEY,          -- SHA-256
  kind       TEXT NOT NULL CHECK (kind IN ('recovery', 'reset', 'invitation', 'owner')),
  player     TEXT REFERENCES accounts (player) ON DELETE CASCADE,   -- whose: of the first two kinds
  made_at    INTEGER NOT NULL,
  expires_at INTEGER                    -- null: never
) STRICT, WITHOUT ROWID;
CREATE INDEX account_codes_of_player ON account_codes (player, kind);

CREATE TABLE sign_in_failures (         -- so that guesses have to wait, also after a restart
  key   BLOB PRIMARY KEY,               -- hash of what is counted: a name, an address, or both
  count INTEGER NOT NULL,
  at    INTEGER NOT NULL,               -- the last one, or when it was right
  known INTEGER NOT NULL CHECK (known IN (0, 1))     -- 1: from this address this name was signed in to
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_failures_by_time ON sign_in_failures (at);

-- A guest who has signed in to an account: all that was the guest's is the account's from then on.
ALTER TABLE players ADD COLUMN alias_of TEXT REFERENCES players (id) ON DELETE SET NULL;
CREATE INDEX players_by_alias ON players (alias_of) WHERE alias_of IS NOT NULL;
