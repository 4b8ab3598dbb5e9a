-- Lessons that their players have not seen yet, which a bell tells of.

CREATE TABLE lesson_notices (
  player  TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  game    INTEGER NOT NULL REFERENCES games (serial) ON DELETE CASCADE,
  made_at INTEGER NOT NULL,
  PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX lesson_notices_by_age ON lesson_notices (made_at);
CREATE INDEX lesson_notices_of_game ON lesson_notices (game);
