"""Run the migrations on the connection that `migrate` passes to Alembic."""

from alembic import context

from spookhouse.stores.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
