-- A game from a file is now stored open and ended by the same update as every other game, which queues it to be counted.
-- No insert into games brings a finished game any more.

DROP TRIGGER game_brought;
