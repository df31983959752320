"""The tables of the database."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", Float(53), nullable=False),
    Column("updated", Float(53), nullable=False),
    Column("setup", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("status", String(8), nullable=False),
    Column("version", Integer, nullable=False),
    Column("card", Text, nullable=False),  # shown in lists, as of the newest entry
    Column(
        "owner", String(32), nullable=False
    ),  # keyed hash of the address that made it, for scheduling its bots
    Column("due", Float(53)),  # when the server must act: a bot moves, a clock runs out
    Index("tables_public", "public", "status", "updated"),
    Index("tables_due", "due"),
)

journal = Table(
    "journal",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1 without gaps: this key orders all processes
    Column("at", Float(53), nullable=False),
    Column("entry", Text, nullable=False),
    Column("decision", String(80)),  # the client's id: a decision is stored once
    Index("journal_decision", "table_id", "decision", unique=True),
)

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float(53), nullable=False),  # when a process of this database last ran
)

outages = Table(
    "outages",
    metadata,
    Column("began", Float(53), primary_key=True),
    Column("ended", Float(53), primary_key=True),
)

boards = Table(
    "boards",
    metadata,
    Column("fingerprint", String(64), primary_key=True),
    Column("file", Text, nullable=False),  # built-in boards as they were when games started on them
)

holders = Table(
    "holders",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(64), nullable=False),
    Column("key", String(64), nullable=False),
    Index("holders_person", "person"),
    Index("holders_key", "key"),
)

shelf = Table(
    "shelf",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("shared", Float(53), nullable=False),
    Column("maker", String(64), nullable=False),  # a browser, as in `holders`
    Column("key", String(64), nullable=False),  # hash of the key with which its maker can remove it
    Column("fingerprint", String(64), nullable=False),
    Column("file", Text, nullable=False),
    Column("card", Text, nullable=False),  # shown in lists
    Column("plays", Integer, nullable=False),
    Index("shelf_fingerprint", "fingerprint", unique=True),
    Index("shelf_maker", "maker"),
)
