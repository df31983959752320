-- The schema of release 0.1.0, for SQLite and PostgreSQL. Never change this file: write a new migration.

create table boards (
    fingerprint varchar(64) not null,
    file text not null,
    primary key (fingerprint)
);

create table club_secrets (
    name varchar(32) not null,
    value text not null,
    primary key (name)
);

create table members (
    id varchar(32) not null,
    name varchar(40) not null,
    plain varchar(80) not null,
    phrase varchar(64) not null,
    created float not null,
    primary key (id)
);
create unique index members_phrase on members (phrase);
create unique index members_plain on members (plain);

create table outages (
    began float not null,
    ended float not null,
    primary key (began, ended)
);

create table passkey_challenges (
    challenge varchar(64) not null,
    person varchar(64) not null,
    until float not null,
    primary key (challenge)
);

create table pulse (
    id integer not null,
    at float not null,
    primary key (id)
);

create table push_subscriptions (
    id varchar(64) not null,
    person varchar(64) not null,
    endpoint text not null,
    p256dh varchar(120) not null,
    auth varchar(40) not null,
    language varchar(2) not null,
    primary key (id)
);
create index push_subscriptions_person on push_subscriptions (person);

create table quiet_hours (
    person varchar(64) not null,
    "begin" integer not null,
    "end" integer not null,
    zone varchar(64) not null,
    primary key (person)
);

create table shelf (
    id varchar(32) not null,
    shared float not null,
    maker varchar(64) not null,
    "key" varchar(64) not null,
    fingerprint varchar(64) not null,
    file text not null,
    card text not null,
    plays integer not null,
    primary key (id)
);
create unique index shelf_fingerprint on shelf (fingerprint);
create index shelf_maker on shelf (maker);

create table tables (
    id varchar(32) not null,
    created float not null,
    updated float not null,
    setup text not null,
    public boolean not null,
    status varchar(8) not null,
    version integer not null,
    card text not null,
    owner varchar(32) not null,
    due float,
    primary key (id)
);
create index tables_due on tables (due);
create index tables_public on tables (public, status, updated);

create table tournaments (
    id varchar(32) not null,
    name varchar(60) not null,
    host varchar(32) not null,
    owner varchar(32) not null,
    created float not null,
    status varchar(8) not null,
    round integer not null,
    setup text not null,
    primary key (id)
);
create index tournaments_status on tournaments (status);

create table device_codes (
    code varchar(64) not null,
    member varchar(32) not null,
    until float not null,
    primary key (code),
    foreign key(member) references members (id) on delete cascade
);

create table devices (
    person varchar(64) not null,
    member varchar(32) not null,
    number integer not null,
    label varchar(60) not null,
    added float not null,
    signed_out boolean not null,
    primary key (person),
    foreign key(member) references members (id) on delete cascade
);
create unique index devices_member on devices (member, number);

create table entrants (
    tournament varchar(32) not null,
    number integer not null,
    member varchar(32),
    level varchar(8),
    name varchar(40) not null,
    withdrawn boolean not null,
    primary key (tournament, number),
    foreign key(tournament) references tournaments (id) on delete cascade
);
create index entrants_member on entrants (member);

create table holders (
    table_id varchar(32) not null,
    seat integer not null,
    person varchar(64) not null,
    "key" varchar(64) not null,
    primary key (table_id, seat),
    foreign key(table_id) references tables (id) on delete cascade
);
create index holders_key on holders ("key");
create index holders_person on holders (person);

create table journal (
    table_id varchar(32) not null,
    number integer not null,
    at float not null,
    entry text not null,
    decision varchar(80),
    primary key (table_id, number),
    foreign key(table_id) references tables (id) on delete cascade
);
create unique index journal_decision on journal (table_id, decision);

create table mail_addresses (
    member varchar(32) not null,
    address varchar(254) not null,
    language varchar(2) not null,
    confirmed boolean not null,
    primary key (member),
    foreign key(member) references members (id) on delete cascade
);

create table pairings (
    tournament varchar(32) not null,
    round integer not null,
    number integer not null,
    table_id varchar(32) not null,
    seats text not null,
    primary key (tournament, round, number),
    foreign key(tournament) references tournaments (id) on delete cascade
);

create table passkeys (
    credential varchar(1400) not null,
    member varchar(32) not null,
    number integer not null,
    public_key text not null,
    uses bigint not null,
    label varchar(60) not null,
    added float not null,
    used float,
    primary key (credential),
    foreign key(member) references members (id) on delete cascade
);
create unique index passkeys_member on passkeys (member, number);

create table result_seats (
    table_id varchar(32) not null,
    seat integer not null,
    person varchar(64) not null,
    name varchar(40) not null,
    level varchar(8),
    side integer not null,
    rank integer not null,
    total integer not null,
    won boolean not null,
    completed integer not null,
    failed integer not null,
    routes text not null,
    primary key (table_id, seat),
    foreign key(table_id) references tables (id) on delete cascade
);
create index result_seats_person on result_seats (person);

create table results (
    table_id varchar(32) not null,
    finished float not null,
    board varchar(64) not null,
    own_board boolean not null,
    players integer not null,
    counts boolean not null,
    primary key (table_id),
    foreign key(table_id) references tables (id) on delete cascade
);
create index results_finished on results (finished);

create table watches (
    table_id varchar(32) not null,
    person varchar(64) not null,
    push boolean not null,
    mail boolean not null,
    told float not null,
    mailed float not null,
    seen float not null,
    primary key (table_id, person),
    foreign key(table_id) references tables (id) on delete cascade
);

insert into pulse (id, at) values (1, 0.0); -- the row that health checks write to
