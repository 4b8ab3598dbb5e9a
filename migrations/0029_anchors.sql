-- Classic bots are anchors of the ratings: they always play alike, so theirs move little. What was counted before is
-- counted anew by that.

ALTER TABLE rating_bots ADD COLUMN anchor INTEGER NOT NULL DEFAULT 0 CHECK (anchor IN (0, 1));
UPDATE rating_bots SET anchor = 1
  WHERE substr(version, 1, instr(version, ' ') - 1) IN ('live_rush', 'vector', 'situation_flat', 'wins_array', 'double_threat');

UPDATE rating_entries SET waits = 1 WHERE reason IS NULL AND game IN (
  SELECT game FROM (SELECT game, row_number() OVER (PARTITION BY family ORDER BY ended_at, game) AS n
    FROM rating_entries WHERE reason IS NULL) AS counted WHERE n = 1);
