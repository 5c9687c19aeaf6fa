-- The tariff, who pays with credits, and what is reserved and owed. Credits are in millionths of one, prices in millionths of the currency.

-- Prices from a moment on; before the first of them the installation's own hold (contract, DEFAULT_TARIFF).
create table tariff (
	tariff_id uuid primary key,
	since timestamptz not null unique,
	-- By item, each one's price.
	prices jsonb not null,
	created_at timestamptz not null,
	created_by uuid not null
);
comment on table tariff is 'platform, of billing, append only';

-- What was said of a customer: whether they pay, and below which balance their admins are told.
create table credit_terms (
	customer_id int primary key,
	-- An ADMIN's word; null: none.
	charged boolean,
	-- Millionths of a credit; null: nobody said.
	low_micros bigint check (low_micros >= 0),
	-- The balance is below it since then, and when its mail was sent.
	low_at timestamptz,
	low_told_at timestamptz
);
create index credit_terms_low on credit_terms (low_at) where low_at is not null and low_told_at is null;
comment on table credit_terms is 'tenant, of billing, platform reads';

-- What is under way is paid from here: a run of a campaign, a scan.
create table credit_hold (
	customer_id int not null,
	kind text collate "C" not null,
	reference text collate "C" not null,
	-- What it needs at most, and what is reserved of it. Of what stays open a block at a time.
	wanted bigint not null check (wanted >= 0),
	micros bigint not null default 0 check (micros >= 0),
	-- Of a block: what was handed out.
	used bigint not null default 0,
	-- Booked as spent so far, what is owed included.
	spent bigint not null default 0,
	-- Moves and debts so far: each has a reference of its own.
	moves int not null default 0,
	-- Of one credit, as it was when it began.
	credit_cents int not null,
	-- What it is for, as the ledger shows it.
	about jsonb not null,
	begins_at timestamptz not null,
	-- It could go on, but for credits; and when that was told.
	waiting_since timestamptz,
	told_at timestamptz,
	ended_at timestamptz,
	primary key (customer_id, kind, reference)
);
create index credit_hold_open on credit_hold (customer_id, begins_at) where ended_at is null;
create index credit_hold_waiting on credit_hold (waiting_since) where waiting_since is not null and told_at is null;
comment on table credit_hold is 'tenant, of billing, platform reads';

-- What was used and could not be paid: it is taken when credits come.
create table credit_due (
	customer_id int not null,
	kind text collate "C" not null,
	reference text collate "C" not null,
	-- What is left of it, and in how many parts some was taken.
	micros bigint not null check (micros > 0),
	parts int not null default 0,
	about jsonb not null,
	at timestamptz not null,
	primary key (customer_id, kind, reference)
);
comment on table credit_due is 'tenant, of billing';

-- Months of which the stored consents were counted and charged.
create table credit_month (
	customer_id int not null,
	-- YYYY-MM of Europe/Helsinki.
	month text collate "C" not null,
	records bigint not null,
	micros bigint not null,
	at timestamptz not null,
	primary key (customer_id, month)
);
comment on table credit_month is 'tenant, of billing, append only';
