-- Whoever wins a line again by the same moves is not the first to do so: lost positions are found by what they are.

CREATE INDEX last_chances_by_position ON last_chances (rules, body ->> 'cells', body ->> 'color', body ->> 'lost');
