-- Whom nobody has seen for long is gone through by the last visit and the id: a name that any database gives a row.

DROP INDEX players_by_visit;
CREATE INDEX players_by_visit ON players (seen_at, id);
