"""Files that are no modules, and where they lie: inside an installed package, at the top of the tree in a clone."""

from importlib.resources import files
from pathlib import Path

import platformdirs

PACKAGE = Path(str(files("server")))
CLONE = PACKAGE.parent
"""The top of the tree, where this is one."""


def installed() -> bool:
    """Whether the data lie inside the package, which is so in a wheel and never in a clone."""
    return (PACKAGE / "migrations").is_dir()


def find_folder(name: str) -> Path:
    """A folder of data, ``migrations`` or ``web_client``."""
    return (PACKAGE if installed() else CLONE) / name


def find_database() -> Path:
    """Where the database is unless somebody says otherwise.

    In the working directory for a clone; for what is installed, which may be started from anywhere, in the user's own
    folder for data (``XDG_DATA_HOME`` and its like).
    """
    name = "tengen.db"
    return platformdirs.user_data_path("tengen", appauthor=False) / name if installed() else Path(name)
