"""Pages of staff: the state of the running server, and changes to it."""
