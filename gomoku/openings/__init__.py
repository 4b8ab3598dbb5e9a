"""Opening rules: who lays the first stones, where, and who takes which colour once they lie."""
