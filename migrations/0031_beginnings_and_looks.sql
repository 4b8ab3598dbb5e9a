-- Whether a game counts is settled as it begins, so that nothing that a player becomes meanwhile changes it. Games that go
-- on are taken as they stand now.

CREATE TABLE rating_beginnings (        -- games to be rated that have begun, also when they are over
  game   INTEGER PRIMARY KEY REFERENCES games (serial) ON DELETE CASCADE,
  reason TEXT                           -- why it will change nothing; null where it counts if it is played
) STRICT;

INSERT INTO rating_beginnings (game, reason)
SELECT serial,
  CASE WHEN rules NOT IN ('freestyle', 'standard', 'renju', 'caro') THEN 'rules'
    WHEN visibility <> 'public' THEN 'not_public'
    WHEN player0 = player1
      OR level0 IS NULL AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.player = player0)
      OR level1 IS NULL AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.player = player1) THEN 'no_account'
    WHEN level1 IS NOT NULL AND 5 <= (SELECT count(*) FROM games AS other
      WHERE other.player0 = games.player0 AND other.level1 = games.level1 AND other.rated = 1
        AND other.serial < games.serial AND other.created_at > games.created_at - 86400000
        AND (other.ended_at IS NULL OR other.ended_at > games.created_at OR EXISTS (
          SELECT 1 FROM rating_entries AS had WHERE had.game = other.serial AND had.reason IS NULL))) THEN 'same_bot'
    END
FROM games WHERE ended_at IS NULL AND started_at IS NOT NULL AND rated = 1;

-- What names look like is made by the program. Where it tells names apart in another way than when they were kept, it
-- makes all of them anew.
CREATE TABLE looks (
  one     INTEGER PRIMARY KEY CHECK (one = 1),
  version INTEGER NOT NULL
) STRICT;
INSERT INTO looks (one, version) VALUES (1, 1);
