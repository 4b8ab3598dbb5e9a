-- Offers that wait for an answer, which a bell tells of, and two more kinds of notices on devices.

CREATE TABLE offers (
  player  TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,     -- who is asked
  game    INTEGER NOT NULL REFERENCES games (serial) ON DELETE CASCADE,
  what    TEXT NOT NULL CHECK (what IN ('draw', 'takeback', 'rematch')),
  made_at INTEGER NOT NULL,
  PRIMARY KEY (player, game, what)
) STRICT, WITHOUT ROWID;
CREATE INDEX offers_of_game ON offers (game);
CREATE INDEX offers_by_age ON offers (made_at);

ALTER TABLE push_outbox RENAME TO push_outbox_before;
CREATE TABLE push_outbox (             -- notices to be sent, and reminders that were
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  player     TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  kind       TEXT NOT NULL CHECK (kind IN ('your_move', 'deadline', 'challenge', 'lesson', 'offer', 'rematch')),
  target     TEXT NOT NULL,            -- the room, the challenge or the game
  made_at    INTEGER NOT NULL,
  not_before INTEGER NOT NULL,
  sent_at    INTEGER,                  -- of a reminder, so that there is no second one
  UNIQUE (player, kind, target)
) STRICT;
INSERT INTO push_outbox (id, player, kind, target, made_at, not_before, sent_at)
  SELECT id, player, kind, target, made_at, not_before, sent_at FROM push_outbox_before;
DROP TABLE push_outbox_before;
CREATE INDEX push_outbox_by_time ON push_outbox (not_before) WHERE sent_at IS NULL;
