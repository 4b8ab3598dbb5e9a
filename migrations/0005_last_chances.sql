-- Positions that lost a game which teaches: what was played there, and what is proven to have held.

CREATE TABLE last_chances (
  game  INTEGER PRIMARY KEY REFERENCES games (serial) ON DELETE CASCADE,
  rules TEXT NOT NULL,
  body  TEXT NOT NULL                   -- JSON of `bots.learning.memory`
) STRICT;

CREATE TRIGGER last_chance_learned AFTER INSERT ON last_chances
BEGIN
  UPDATE learned SET revision = revision + 1;
END;
CREATE TRIGGER last_chance_changed AFTER UPDATE ON last_chances WHEN NEW.body <> OLD.body
BEGIN
  UPDATE learned SET revision = revision + 1;
END;
CREATE TRIGGER last_chance_dropped AFTER DELETE ON last_chances
BEGIN
  UPDATE learned SET revision = revision + 1;
END;
