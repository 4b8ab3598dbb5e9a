"""Classes: a teacher creates accounts of pupils and hands out codes with which they sign in."""
