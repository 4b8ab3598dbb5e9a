"""The online service: protocol, rooms, lobby, store, HTTP."""
