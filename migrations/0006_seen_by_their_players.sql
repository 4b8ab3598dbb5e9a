-- Games that are not public are told of to nobody but their players: what earlier versions had already told is taken back.

-- A game that goes on from one that is not public shows its moves, so it is private.
UPDATE games SET visibility = 'private' WHERE visibility <> 'private'
  AND from_game IN (SELECT id FROM games WHERE visibility <> 'public');
UPDATE actions SET data = json_set(data, '$.visibility', 'private')
WHERE kind = 'created' AND json_extract(data, '$.visibility') <> 'private'
  AND game IN (SELECT serial FROM games WHERE visibility = 'private' AND from_game IS NOT NULL);

-- Puzzles come from public games. Where the game is gone, nothing says that it was one. Attempts go with them.
DELETE FROM puzzles WHERE game IS NULL OR game IN (SELECT serial FROM games WHERE visibility <> 'public');

-- The patterns that a bot's move answered are counted, and no longer part of the reasons that are told.
UPDATE actions SET data = json_set(json_remove(data, '$.why.met'), '$.met', json(json_extract(data, '$.why.met')))
WHERE kind = 'moved' AND data LIKE '%"met"%' AND json_type(data, '$.why.met') = 'array';

-- A trap that nobody who may look at the game could find is a defence like any other. So is a position that the bot
-- remembered: which game it lost there was not kept.
UPDATE actions SET data = json_set(
  json_remove(data, '$.why.pattern', '$.why.point', '$.why.cells'), '$.why.kind', 'defend')
WHERE kind = 'moved' AND data LIKE '%"kind":"remembered"%' AND json_extract(data, '$.why.kind') = 'remembered'
  OR kind = 'moved' AND data LIKE '%"kind":"trap"%' AND json_extract(data, '$.why.kind') = 'trap'
  AND NOT EXISTS (
    SELECT 1 FROM games AS here, patterns LEFT JOIN pattern_sources ON pattern = patterns.id
      LEFT JOIN games AS taught ON taught.serial = pattern_sources.game
    WHERE here.serial = actions.game AND patterns.key = json_extract(data, '$.why.pattern')
      AND patterns.state <> 'forgotten'
      AND (patterns.imported OR taught.visibility = 'public'
        OR here.visibility = 'private' AND here.player0 IN (taught.owner, taught.player0, taught.player1)));
