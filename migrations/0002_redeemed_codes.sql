-- A code that was used stays until it expires: the command that used it may come again after a lost connection.

ALTER TABLE codes ADD COLUMN redeemed_by TEXT;  -- the player who used it, before becoming the code's own
ALTER TABLE codes ADD COLUMN command TEXT;      -- that player's id of the command
