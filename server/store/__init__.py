"""The store: games as logs of events, players, what bots have learned, and what an operator asks.

``database`` is the interface of an open database, ``store`` the one of SQLite, of which ``database_file`` decides
whether it can be used at all, ``migrations`` brings it up to date and ``writer`` commits. ``records`` are the values
that go in and come out, ``event_rows`` and ``game_rows`` make rows of them and read them. All else are functions over
the interface, a module for each kind of thing.
"""
