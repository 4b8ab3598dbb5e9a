"""The game of five in a row: boards, rules, openings, clocks and notation, on the standard library alone."""
