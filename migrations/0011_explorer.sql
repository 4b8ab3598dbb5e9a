-- The explorer: which moves were played in the positions of finished public games, up to symmetry, and how these ended.
-- `edges` is the sum of `passages`, and triggers keep it so. What is in neither yet, or no more, waits in `uncounted`.

CREATE TABLE books (                    -- games that are counted together
  id    INTEGER PRIMARY KEY,
  rules TEXT NOT NULL,
  size  INTEGER NOT NULL,
  who   TEXT NOT NULL CHECK (who IN ('people', 'bots', 'files')),   -- who played: people, one a bot, or elsewhere
  UNIQUE (rules, size, who)
) STRICT;

CREATE TABLE edges (
  book  INTEGER NOT NULL REFERENCES books (id),
  key   INTEGER NOT NULL,               -- of `gomoku.keys`
  move  INTEGER NOT NULL,               -- the least image where the position lies as its key has it; -1: the end
  black INTEGER NOT NULL,               -- games that black won ...
  draw  INTEGER NOT NULL,
  white INTEGER NOT NULL,
  last  INTEGER NOT NULL,               -- the number of the newest
  PRIMARY KEY (book, key, move)
) STRICT, WITHOUT ROWID;

CREATE TABLE passages (                 -- which games went through a position, and by which move they left it
  book INTEGER NOT NULL REFERENCES books (id),
  key  INTEGER NOT NULL,
  game INTEGER NOT NULL,                -- of `games`; an index by it would be as large as the table
  move INTEGER NOT NULL,
  PRIMARY KEY (book, key, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE counted (                  -- the games that are in `passages`
  game INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE uncounted (                -- games to be put there or taken away, as they are now
  game INTEGER PRIMARY KEY REFERENCES games (serial) ON DELETE CASCADE
) STRICT;
INSERT INTO uncounted SELECT serial FROM games
  WHERE visibility = 'public' AND plies > 0 AND reason NOT IN ('aborted', 'unfinished');

CREATE TABLE explorer (
  one      INTEGER PRIMARY KEY CHECK (one = 1),
  version  INTEGER NOT NULL,            -- of the way in which games are counted
  emptying INTEGER NOT NULL CHECK (emptying IN (0, 1))   -- 1: all is being taken away, to be counted anew
) STRICT;
INSERT INTO explorer VALUES (1, 1, 0);

CREATE TRIGGER passage_made AFTER INSERT ON passages
BEGIN
  INSERT INTO edges
    SELECT NEW.book, NEW.key, NEW.move, winner IS 'black', winner IS NULL, winner IS 'white', serial
    FROM games WHERE serial = NEW.game
  ON CONFLICT (book, key, move) DO UPDATE SET black = edges.black + excluded.black,
    draw = edges.draw + excluded.draw, white = edges.white + excluded.white, last = max(edges.last, excluded.last);
END;

CREATE TRIGGER passage_gone AFTER DELETE ON passages
BEGIN
  UPDATE edges SET black = edges.black - (winner IS 'black'), draw = edges.draw - (winner IS NULL),
      white = edges.white - (winner IS 'white')
    FROM games WHERE serial = OLD.game AND edges.book = OLD.book AND edges.key = OLD.key AND edges.move = OLD.move;
  DELETE FROM edges
    WHERE book = OLD.book AND key = OLD.key AND move = OLD.move AND black + draw + white <= 0;
  UPDATE edges SET last = coalesce((
      SELECT game FROM passages WHERE book = OLD.book AND key = OLD.key AND move = OLD.move ORDER BY game DESC LIMIT 1
    ), last)
    WHERE book = OLD.book AND key = OLD.key AND move = OLD.move AND last = OLD.game;
END;

CREATE TRIGGER game_over AFTER UPDATE OF ended_at ON games
WHEN OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL AND NEW.visibility = 'public'
BEGIN
  INSERT INTO uncounted VALUES (NEW.serial) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER game_brought AFTER INSERT ON games WHEN NEW.ended_at IS NOT NULL AND NEW.visibility = 'public'
BEGIN
  INSERT INTO uncounted VALUES (NEW.serial) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER game_shown_or_hidden AFTER UPDATE OF visibility ON games WHEN NEW.visibility <> OLD.visibility
BEGIN
  INSERT INTO uncounted VALUES (NEW.serial) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER counted_game_gone BEFORE DELETE ON games WHEN OLD.serial IN (SELECT game FROM counted)
BEGIN                                   -- reads the whole table: who deletes a game takes its part away first
  DELETE FROM passages WHERE game = OLD.serial;
  DELETE FROM counted WHERE game = OLD.serial;
END;
