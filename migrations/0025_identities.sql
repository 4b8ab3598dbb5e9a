-- Who an account is at a provider of OpenID Connect, by which it is signed in to.

CREATE TABLE identities (
  issuer  TEXT NOT NULL,
  subject TEXT NOT NULL,            -- what the provider calls its person, for good
  player  TEXT NOT NULL REFERENCES accounts (player) ON DELETE CASCADE,
  made_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_of_player ON identities (player);
