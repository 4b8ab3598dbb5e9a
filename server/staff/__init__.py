"""House-keeping for the staff: how the server stands, and what is done about it while it runs."""
