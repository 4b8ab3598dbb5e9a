-- Settings that were changed while the server ran; all others are as it is started with.

CREATE TABLE settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL,               -- as the command line takes it
  at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
