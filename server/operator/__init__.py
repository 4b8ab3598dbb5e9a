"""The operator's commands, on the file of a server that may be running.

``arguments`` is the command line, ``request`` how a command reaches the server that holds the file, ``notice_server``
how that hears of it, ``changes`` what is done, there or by the command itself, ``listing`` the tables for people,
``backup`` the copy of a live file.
"""

from server.operator.arguments import add_arguments
from server.operator.changes import Live, perform
from server.operator.notice_server import serve_notices

__all__ = ["Live", "add_arguments", "perform", "serve_notices"]
