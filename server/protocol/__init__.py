"""Typed messages of the realtime protocol and of the HTTP API: one file per direction.

``inbound`` is what a client may say, ``outbound`` what the server answers, ``events`` the versioned history of a
room (the same structs are stored), ``values`` the values that these share, ``staff`` those that
only staff is shown, ``api`` the bodies of the HTTP API.
"""
