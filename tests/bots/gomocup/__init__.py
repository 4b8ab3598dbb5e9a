"""The Gomocup protocol, as engine and as manager."""
