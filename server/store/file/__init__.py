"""The database file: its lock, migrations, checksums and high-water mark."""
