"""What `pyproject.toml` cannot say: two folders of the tree lie inside the package ``server`` once installed."""

from setuptools import find_packages, setup

DATA = ("migrations", "web_client")

setup(
    packages=[*find_packages(include=["gomoku*", "bots*", "server*", "lab*"]), *(f"server.{name}" for name in DATA)],
    package_dir={f"server.{name}": name for name in DATA},
    package_data={
        "": ["py.typed", "*.txt", "*.npz", "*.md"],
        "server.migrations": ["*.sql"],
        "server.web_client": ["**/*"],
    },
)
