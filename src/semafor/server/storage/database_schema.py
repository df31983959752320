"""The schema of the database: tables with their journals, accounts, results and tournaments."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

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


def of_member(primary_key: bool = False) -> Column[str]:
    """The account that a row belongs to; the row is deleted with it."""
    return Column(
        "member",
        String(32),
        ForeignKey("members.id", ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
    )


members = Table(
    "members",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("plain", String(80), nullable=False),  # normalized name, unique
    Column("phrase", String(64), nullable=False),  # slow hash of the passphrase
    Column("created", Float(53), nullable=False),
    Index("members_plain", "plain", unique=True),
    Index("members_phrase", "phrase", unique=True),
)

devices = Table(
    "devices",
    metadata,
    Column("person", String(64), primary_key=True),  # hash of a browser's cookie
    of_member(),
    Column("number", Integer, nullable=False),
    Column("label", String(60), nullable=False),
    Column("added", Float(53), nullable=False),
    Column("signed_out", Boolean, nullable=False),  # its cookie is not valid any more
    Index("devices_member", "member", "number", unique=True),
)

device_codes = Table(
    "device_codes",
    metadata,
    Column("code", String(64), primary_key=True),  # hash of a code that signs in one device
    of_member(),
    Column("until", Float(53), nullable=False),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("credential", String(1400), primary_key=True),  # credential id chosen by the authenticator
    of_member(),
    Column("number", Integer, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("uses", BigInteger, nullable=False),  # signature counter, which reveals copies
    Column("label", String(60), nullable=False),
    Column("added", Float(53), nullable=False),
    Column("used", Float(53)),
    Index("passkeys_member", "member", "number", unique=True),
)

passkey_challenges = Table(
    "passkey_challenges",
    metadata,
    Column("challenge", String(64), primary_key=True),  # hash
    Column("person", String(64), nullable=False),  # the browser that got the challenge
    Column("until", Float(53), nullable=False),
)

club_secrets = Table(
    "club_secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)

push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("id", String(64), primary_key=True),  # hash of the endpoint
    Column("person", String(64), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(2), nullable=False),
    Index("push_subscriptions_person", "person"),
)

watches = Table(
    "watches",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(64), primary_key=True),  # the device that switched notifications on
    Column("push", Boolean, nullable=False),
    Column("mail", Boolean, nullable=False),
    Column("told", Float(53), nullable=False),  # start of the wait that was last notified
    Column("mailed", Float(53), nullable=False),
    Column("seen", Float(53), nullable=False),  # last visit after a mail
)

quiet_hours = Table(
    "quiet_hours",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("begin", Integer, nullable=False),  # minutes after midnight
    Column("end", Integer, nullable=False),
    Column("zone", String(64), nullable=False),
)

mail_addresses = Table(
    "mail_addresses",
    metadata,
    of_member(primary_key=True),
    Column("address", String(254), nullable=False),
    Column("language", String(2), nullable=False),
    Column("confirmed", Boolean, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("finished", Float(53), nullable=False),
    Column("board", String(64), nullable=False),
    Column("own_board", Boolean, nullable=False),
    Column("players", Integer, nullable=False),
    Column("counts", Boolean, nullable=False),  # rated
    Index("results_finished", "finished"),
)

result_seats = Table(
    "result_seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(64), nullable=False),  # empty for a bot
    Column("name", String(40), nullable=False),
    Column("level", String(8)),  # of a bot, or of the bot that a person abandoned the game to
    Column("side", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("completed", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    Column("routes", Text, nullable=False),
    Index("result_seats_person", "person"),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("host", String(32), nullable=False),  # an account; empty once it is deleted
    Column("owner", String(32), nullable=False),  # keyed hash of the address that created it, as in `tables`
    Column("created", Float(53), nullable=False),
    Column("status", String(8), nullable=False),
    Column("round", Integer, nullable=False),  # from 1; 0 before the start
    Column("setup", Text, nullable=False),
    Index("tournaments_status", "status"),
)

entrants = Table(
    "entrants",
    metadata,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("member", String(32)),  # None for a bot and for a deleted account
    Column("level", String(8)),  # of a bot
    Column("name", String(40), nullable=False),
    Column("withdrawn", Boolean, nullable=False, default=False),  # plays no further rounds
    Index("entrants_member", "member"),
)

pairings = Table(
    "pairings",
    metadata,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("table_id", String(32), nullable=False),
    Column("seats", Text, nullable=False),  # numbers of entrants; -1 for a bot that fills a seat
)
