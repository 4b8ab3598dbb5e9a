-- What a learning bot has practised after the games that it lost.

CREATE TABLE practice (                 -- of lost games
  id      INTEGER PRIMARY KEY AUTOINCREMENT,   -- as in experience_games; a row is inserted anew when it is done
  game    INTEGER NOT NULL UNIQUE REFERENCES games (serial) ON DELETE CASCADE,
  version TEXT NOT NULL,                -- the bot that practises
  record  BLOB,                         -- compressed JSON of its PracticeRecord while it goes on, null once it is done
  kept    TEXT,                         -- JSON: the games for the book, each its number, its steps and its score
  figures TEXT                          -- JSON: what it brought, null if nothing was played
) STRICT;
CREATE TRIGGER practice_taken_away AFTER DELETE ON practice WHEN OLD.record IS NULL
BEGIN
  UPDATE experience_dropped SET games = games + 1;
END;
