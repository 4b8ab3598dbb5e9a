"""The store in a PostgreSQL database, which several servers share; see docs/decisions/15-postgresql.md."""
