"""The operator's commands, on the file of a server that may be running.

``arguments`` is the command line, ``perform`` what a command does, by itself or inside the server that holds the
file, ``listing`` the tables for people, ``backup`` the copy of a live file.
"""

from server.operator.arguments import add_arguments
from server.operator.perform import Live, perform, serve_notices

__all__ = ["Live", "add_arguments", "perform", "serve_notices"]
