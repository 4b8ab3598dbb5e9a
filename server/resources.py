"""Data files and their folders: inside an installed package, or at the top of a clone."""

from importlib.resources import files
from pathlib import Path

import platformdirs

PACKAGE = Path(str(files("server")))
CLONE = PACKAGE.parent
"""Top folder of a clone."""


def installed() -> bool:
    """Return whether the data is inside the package, as in a wheel and never in a clone."""
    return (PACKAGE / "migrations").is_dir()


def find_folder(name: str) -> Path:
    """Return a data folder, ``migrations`` or ``web_client``."""
    return (PACKAGE if installed() else CLONE) / name


def find_database() -> Path:
    """Return the default path of the database.

    For a clone it is in the working directory; for an installed program, which may be started anywhere, in the user's
    data folder (``XDG_DATA_HOME`` and the like).
    """
    name = "tengen.db"
    return platformdirs.user_data_path("tengen", appauthor=False) / name if installed() else Path(name)
