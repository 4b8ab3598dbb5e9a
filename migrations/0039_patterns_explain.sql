-- Bots do not match learned patterns in play any more: nothing counts where they met one.

DROP TRIGGER pattern_met;
DROP TABLE encounters;
