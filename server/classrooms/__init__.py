"""Classes: a teacher makes pupils' accounts and hands out codes by which they sign in."""
