"""The migrations make the schema that the code expects, on both kinds of database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect

from semafor.server.storage.database_schema import metadata
from semafor.server.storage.engine import MIGRATIONS, make_engines, migrate, sqlite_url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    return str(request.getfixturevalue("postgres_url"))


def config_of(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def differences(connection: Connection) -> list[Any]:
    """Return the differences between the migrated schema and the models."""
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def shape(connection: Connection) -> dict[str, Any]:
    """Columns, keys and indexes of every table, as the database reports them."""
    here = inspect(connection)
    return {
        name: (
            {column["name"]: (repr(column["type"]), column["nullable"]) for column in here.get_columns(name)},
            here.get_pk_constraint(name)["constrained_columns"],
            [
                (key["constrained_columns"], key["referred_table"], key["options"])
                for key in here.get_foreign_keys(name)
            ],
            sorted(
                (index["name"], index["column_names"], index["unique"]) for index in here.get_indexes(name)
            ),
        )
        for name in here.get_table_names()
        if name != "alembic_version"
    }


async def test_the_migrated_schema_is_the_one_in_the_code(database: str) -> None:
    engines = make_engines(database)
    engine = engines.asynchronous
    await migrate(engine)
    async with engine.begin() as connection:
        migrated = await connection.run_sync(shape)
        await connection.run_sync(metadata.drop_all)
        await connection.run_sync(metadata.create_all)
        assert await connection.run_sync(shape) == migrated
    assert set(migrated) == set(metadata.tables)
    await engines.dispose()


def test_a_migration_does_not_follow_the_code() -> None:
    """The schema in the code changes later; a released migration must not."""
    for migration in (MIGRATIONS / "versions").glob("*.py"):
        assert "semafor" not in migration.read_text(encoding="utf-8"), migration


async def test_an_empty_database_comes_to_the_newest_schema_and_back(database: str) -> None:
    engines = make_engines(database)
    engine = engines.asynchronous
    await migrate(engine)
    async with engine.begin() as connection:
        assert await connection.run_sync(differences) == []
        await connection.run_sync(lambda one: command.downgrade(config_of(one), "base"))
        names = await connection.run_sync(lambda one: inspect(one).get_table_names())
        assert names == ["alembic_version"]
    await engines.dispose()
