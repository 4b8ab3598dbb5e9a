"""What is kept: games as logs of events, players, and what an operator asks, in one SQLite file.

``rows`` are the values that go in and come out, ``store`` the way to them; ``writer`` commits, ``history`` turns
events into rows and back, ``library`` lists games, ``opening`` decides whether a file can be used at all.
"""
