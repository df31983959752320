"""Runs migrations on the connection that `storage.migrate` hands over."""

from alembic import context

from semafor.server.storage.database_schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes tables by copying them
)
with context.begin_transaction():
    context.run_migrations()
