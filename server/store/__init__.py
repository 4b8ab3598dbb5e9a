"""The store: games as event logs, players, what bots have learned, and the operator's queries.

``database`` defines the interface of an open database; ``store`` implements it with SQLite. ``database_file`` checks
whether a file can be used, ``migrations`` brings it up to date and ``writer`` commits. ``records`` defines the values
that go in and come out; ``event_rows`` and ``game_rows`` convert them to rows and back. The other modules hold
functions over the interface, one module for each kind of data.
"""
