-- The library's indexes have the columns that its filters ask for, so that a page of rare games reads no others: before,
-- it read all games of a player or of a bot.

DROP INDEX library_of_player0;
DROP INDEX library_of_player1;
DROP INDEX library_of_level0;
DROP INDEX library_of_level1;
CREATE INDEX library_of_player0 ON games (player0, ended_at, serial, rules, level1, winner, visibility)
  WHERE plies > 0 AND reason <> 'aborted';
CREATE INDEX library_of_player1 ON games (player1, ended_at, serial, rules, level0, winner, visibility)
  WHERE plies > 0 AND reason <> 'aborted';
CREATE INDEX library_of_level0 ON games (level0, ended_at, serial, winner, visibility)
  WHERE level0 IS NOT NULL AND plies > 0 AND reason <> 'aborted';
CREATE INDEX library_of_level1 ON games (level1, ended_at, serial, winner, visibility)
  WHERE level1 IS NOT NULL AND plies > 0 AND reason <> 'aborted';
CREATE INDEX library_of_level0_and_rules ON games (level0, rules, ended_at, serial, winner, visibility)
  WHERE level0 IS NOT NULL AND plies > 0 AND reason <> 'aborted';
CREATE INDEX library_of_level1_and_rules ON games (level1, rules, ended_at, serial, winner, visibility)
  WHERE level1 IS NOT NULL AND plies > 0 AND reason <> 'aborted';
CREATE INDEX library_of_draws ON games (ended_at, serial, rules, level0, level1, visibility)
  WHERE winner IS NULL AND plies > 0 AND reason <> 'aborted' AND reason <> 'unfinished';
