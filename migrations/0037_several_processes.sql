-- Several processes share the database: what one of them held in memory is here, and who does a job says so.

CREATE TABLE one_time_values (         -- parts of sign-ins by a provider that are under way
  key   BLOB PRIMARY KEY,              -- SHA-256 of a secret
  kind  TEXT NOT NULL,
  body  TEXT NOT NULL,                 -- JSON
  until INTEGER NOT NULL               -- it is worth nothing from then on
) STRICT, WITHOUT ROWID;
CREATE INDEX one_time_values_by_kind ON one_time_values (kind, until);
CREATE INDEX one_time_values_by_time ON one_time_values (until);

ALTER TABLE jobs ADD COLUMN worker TEXT;           -- the process that does it ...
ALTER TABLE jobs ADD COLUMN leased_until INTEGER;  -- ... and until when, if it is not heard again
