"""The operator's commands, also upon the file of a running server.

``arguments`` is the command line. ``changes`` collects the acts of staff from the modules of this package and performs
them, in the server or in the command itself. ``request`` hands a command to the server that holds the file, where
``notice_server`` takes it. ``listing`` prints tables; ``backup`` copies a live file.
"""

from server.operator.arguments import add_arguments
from server.operator.changes import perform
from server.operator.notice_server import serve_notices

__all__ = ["add_arguments", "perform", "serve_notices"]
