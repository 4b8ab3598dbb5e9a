"""Players, their accounts, and what lies between them."""
