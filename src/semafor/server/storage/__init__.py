"""Where tables are kept: SQLite by default, PostgreSQL by URL."""
