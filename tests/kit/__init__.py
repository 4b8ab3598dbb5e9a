"""What tests of the whole server share: a server process, and a client that speaks the protocol."""
