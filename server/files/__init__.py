"""Files of games for people: converted from one format to another, and drawn."""
