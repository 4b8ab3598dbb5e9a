"""The Gomocup protocol, from both of its ends."""
