-- Notices by web push: the server's key, where they go, what of, and those that are to be sent.

CREATE TABLE push_key (                -- by which push services know this server; one row once there is one
  id      INTEGER PRIMARY KEY CHECK (id = 1),
  private BLOB NOT NULL,               -- of the curve P-256, 32 bytes
  made_at INTEGER NOT NULL
) STRICT;

CREATE TABLE push_subscriptions (      -- a browser that wants notices
  endpoint TEXT PRIMARY KEY,           -- where its maker's push service takes them
  player   TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  device   BLOB NOT NULL,              -- which asked for them; once that is signed out none are sent
  public   BLOB NOT NULL,              -- for whom they are encrypted: the browser's key and secret
  secret   BLOB NOT NULL,
  language TEXT NOT NULL,
  made_at  INTEGER NOT NULL,
  failed   INTEGER NOT NULL DEFAULT 0  -- notices that could not be delivered, since the last that could
) STRICT;
CREATE INDEX push_subscriptions_of_player ON push_subscriptions (player, made_at);

CREATE TABLE push_settings (           -- of a player who has changed them: else all kinds, at any hour
  player     TEXT PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
  kinds      TEXT NOT NULL,            -- those that are wanted, separated by spaces
  quiet_from INTEGER,                  -- minutes of the day between which none are sent; null: there are none such
  quiet_to   INTEGER,
  zone       TEXT NOT NULL,            -- whose minutes they are: an IANA name, or empty
  east       INTEGER NOT NULL          -- minutes east of Greenwich, where that name says nothing
) STRICT, WITHOUT ROWID;

CREATE TABLE push_outbox (             -- notices to be sent, and reminders that were
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  player     TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  kind       TEXT NOT NULL CHECK (kind IN ('your_move', 'deadline', 'challenge', 'lesson')),
  target     TEXT NOT NULL,            -- the room, the challenge or the game
  made_at    INTEGER NOT NULL,
  not_before INTEGER NOT NULL,
  sent_at    INTEGER,                  -- of a reminder, so that there is no second one
  UNIQUE (player, kind, target)
) STRICT;
CREATE INDEX push_outbox_by_time ON push_outbox (not_before) WHERE sent_at IS NULL;
