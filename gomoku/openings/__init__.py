"""Opening rules: who places the first stones, where, and who takes which colour afterwards."""
