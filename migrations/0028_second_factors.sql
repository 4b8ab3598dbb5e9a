-- Second factors of the staff: by what an authenticator makes its codes.

CREATE TABLE second_factors (
  player       TEXT PRIMARY KEY REFERENCES accounts (player) ON DELETE CASCADE,
  secret       BLOB NOT NULL,           -- of no use without the password, and needed as it is to check a code
  made_at      INTEGER NOT NULL,
  confirmed_at INTEGER,                 -- null: not asked for yet, until a first code was right
  last_step    INTEGER NOT NULL         -- of the last code that was right: it works no second time
) STRICT;
