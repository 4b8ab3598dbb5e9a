"""Alpha-beta: principal variation search, its move ordering, its transposition table, and iterative deepening."""
