"""Shared helpers for tests of the whole server: a server process, and a client that speaks the protocol."""
