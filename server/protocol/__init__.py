"""Typed messages of the realtime protocol and of the HTTP API: one file per direction.

``inbound`` holds the messages of clients, ``outbound`` those of the server, ``events`` the versioned history of a room
(the store keeps the same structs), ``values`` shared values, ``staff`` the values that only staff receives, ``api`` the
bodies of the HTTP API.
"""
