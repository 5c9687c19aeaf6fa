-- The proof: a Merkle log a customer over the leaves of consent records, and one log of the installation over the customers' heads.
-- Positions count from 0. Trees are kept as tiles of 256 hashes a level (c2sp.org/tlog-tiles), so that appending and
-- proving touch a handful of rows however long a log grows.

-- Signing keys of this installation. A retired key's public half stays for ever, its private half goes.
create table ledger_key (
	-- 16 hex digits of the public key's SHA-256.
	key_id text collate "C" primary key,
	public_key bytea not null,
	-- Sealed PKCS #8; null once retired.
	private_key text,
	-- HMAC of the public key by SECRET_KEY: a key that the database alone was given is not ours.
	mark text not null,
	created_at timestamptz not null default now(),
	retired_at timestamptz
);
create unique index ledger_key_in_use on ledger_key ((retired_at is null)) where retired_at is null;
comment on table ledger_key is 'platform, of consent';

-- A customer's log. Its row is locked while something is appended.
create table ledger_log (
	customer_id int primary key,
	-- Names the log to whoever checks without an account; tells nothing about the customer.
	log_id uuid not null,
	origin text collate "C" not null,
	size bigint not null default 0,
	-- Entries under a signed head.
	head_size bigint not null default 0
);
comment on table ledger_log is 'tenant, of consent, platform reads';

-- Records that were stored and have no place in the log yet: a row for those of one commit, written with them and taken away with
-- the commit that gives them their places. So none is missed, whenever it was committed and whatever a clock said.
create table ledger_arrival (
	customer_id int not null,
	received_at timestamptz not null,
	-- The first of the records.
	arrival_id uuid not null,
	records int not null,
	-- Of the records, in the server's order: what their entries are made of, so that nobody looks the records up.
	ids uuid[] not null,
	ats timestamptz[] not null,
	leaves bytea[] not null,
	primary key (customer_id, received_at, arrival_id)
);
-- Random ids and hashes do not compress.
alter table ledger_arrival alter column ids set storage external, alter column leaves set storage external;
comment on table ledger_arrival is 'tenant, of consent, platform reads';

-- How far each reader of the log has come.
create table ledger_reader (
	customer_id int not null,
	reader text collate "C" not null,
	-- Entries before this were read.
	position bigint not null,
	primary key (customer_id, reader)
);
comment on table ledger_reader is 'tenant, of consent, platform reads';

create table ledger_entry (
	customer_id int not null,
	position bigint not null,
	kind text collate "C" not null check (kind in ('record', 'erasure')),
	-- Lead to the record's row; null for erasures and for what was erased.
	record_at timestamptz,
	record_id uuid,
	leaf bytea not null,
	appended_at timestamptz not null default now(),
	-- Position of the erasure that covers it, and SHA-256 of the id that the record had: who holds its link learns that it went.
	erased_by bigint,
	erased_id bytea,
	primary key (customer_id, position)
);
-- A record has one place. By record first, so that a receipt's holder, who knows no customer, is found an answer.
create unique index ledger_entry_by_record on ledger_entry (record_id, customer_id) where record_id is not null;
create index ledger_entry_by_erased on ledger_entry (customer_id, erased_id) where erased_id is not null;
comment on table ledger_entry is 'tenant, of consent, append only, erasable';

create table ledger_tile (
	customer_id int not null,
	level smallint not null,
	tile bigint not null,
	hashes bytea not null,
	primary key (customer_id, level, tile)
);
-- Hashes do not compress; external also lets a part be read.
alter table ledger_tile alter column hashes set storage external;
comment on table ledger_tile is 'tenant, of consent';

-- What was erased: canonical JSON, signed; its hash is the leaf at this position.
create table ledger_erasure (
	customer_id int not null,
	position bigint not null,
	body text not null,
	signature bytea not null,
	key_id text collate "C" not null,
	primary key (customer_id, position)
);
comment on table ledger_erasure is 'tenant, of consent, append only';

create table ledger_head (
	customer_id int not null,
	head_id uuid not null,
	size bigint not null,
	root bytea not null,
	signed_at timestamptz not null,
	key_id text collate "C" not null,
	-- The signed note, to the byte.
	note text not null,
	primary key (customer_id, head_id)
);
create index ledger_head_by_size on ledger_head (customer_id, size);
comment on table ledger_head is 'tenant, of consent, append only';

-- Whom a customer wants told of its heads, every day.
create table ledger_address (
	customer_id int not null,
	address_id uuid not null,
	kind text collate "C" not null check (kind in ('mail', 'https')),
	address text not null,
	language text collate "C" not null default 'en' check (language in ('en', 'fi')),
	created_at timestamptz not null default now(),
	-- When its owner said that they want it; nothing but that question goes there before.
	confirmed_at timestamptz,
	told_at timestamptz,
	error text,
	primary key (customer_id, address_id)
);
create unique index ledger_address_once on ledger_address (customer_id, lower(address));
comment on table ledger_address is 'tenant, of consent';

-- What the daily self-check found.
create table ledger_check (
	customer_id int not null,
	check_id uuid not null,
	started_at timestamptz not null,
	ended_at timestamptz not null,
	size bigint not null,
	heads int not null,
	-- How many there are; the first hundred stand in `findings`.
	found int not null,
	findings jsonb not null,
	primary key (customer_id, check_id)
);
comment on table ledger_check is 'tenant, of consent, append only';

-- The installation's log --------------------------------------------------------------------------------------

create table installation_log (
	one boolean primary key default true check (one),
	origin text collate "C" not null,
	size bigint not null default 0
);
comment on table installation_log is 'platform, of consent';

-- Customers' heads that wait for a place; written with the head, so that none is left out.
create table installation_waiting (
	head_id uuid primary key,
	customer_id int not null,
	leaf bytea not null
);
comment on table installation_waiting is 'platform, of consent, with tenants';

create table installation_entry (
	position bigint primary key,
	head_id uuid not null unique,
	customer_id int not null,
	leaf bytea not null
);
comment on table installation_entry is 'platform, of consent, append only';

create table installation_tile (
	level smallint not null,
	tile bigint not null,
	hashes bytea not null,
	primary key (level, tile)
);
alter table installation_tile alter column hashes set storage external;
comment on table installation_tile is 'platform, of consent';

create table installation_head (
	head_id uuid primary key,
	size bigint not null,
	root bytea not null,
	signed_at timestamptz not null,
	key_id text collate "C" not null,
	note text not null
);
create index installation_head_by_size on installation_head (size);
comment on table installation_head is 'platform, of consent, append only';

create table installation_cosignature (
	head_id uuid not null references installation_head (head_id),
	witness text collate "C" not null,
	-- The signature line, as the witness answered it.
	line text not null,
	cosigned_at timestamptz not null,
	primary key (head_id, witness)
);
comment on table installation_cosignature is 'platform, of consent, append only';

create table ledger_witness (
	-- The witness's name, as its key says it.
	name text collate "C" primary key,
	-- What it cosigned last.
	size bigint not null default 0,
	asked_at timestamptz,
	error text
);
comment on table ledger_witness is 'platform, of consent';
