-- What every wing stands on. Class and owner of a table stand in its comment and decide its grants and policies (protect.ts):
--   'tenant, of …'     customer_id leads every key; row-level security forced
--   'platform, of …'   the installation's own rows; written through inPlatform
--   'shared, of …'     the same for everybody
-- followed by options: 'platform reads' (the platform role may select), 'append only' (no update, no delete), 'by month', and
-- for clusters 'kept together' and 'on every node' (tenants' tables that are not spread) and 'with tenants' (rows that commit with tenants' rows).
-- Text keys are collate "C": an external database may have any collation.

create table installation (
	name text collate "C" primary key,
	value text not null
);
comment on table installation is 'platform, of kernel';

-- Which customer a look-up key belongs to, for whoever arrives without a tenant.
-- Each wing says which kinds it keeps here.
create table directory (
	kind text collate "C" not null,
	key text collate "C" not null,
	customer_id int not null,
	primary key (kind, key)
);
comment on table directory is 'platform, of kernel, with tenants';

create table mail (
	id uuid primary key,
	-- On whose behalf; null: the installation's, such as a sign-in.
	customer_id int,
	-- Who it says it is from; null: the installation.
	sender text,
	recipient text not null,
	subject text not null,
	body_text text,
	body_html text,
	created_at timestamptz not null default now(),
	sent_at timestamptz,
	failed_at timestamptz,
	error text,
	tries int not null default 0,
	-- Until then somebody is sending it.
	leased_until timestamptz
);
create index mail_by_time on mail (created_at desc);
comment on table mail is 'platform, of kernel, with tenants';

create table rate_limit (
	key text collate "C" primary key,
	window_start timestamptz not null,
	count int not null
);
comment on table rate_limit is 'platform, of kernel';

create table platform_activity (
	id uuid primary key,
	at timestamptz not null default now(),
	user_id uuid,
	as_user_id uuid,
	action text not null,
	thing text not null,
	thing_id text not null,
	fields text[] not null default '{}',
	-- Salted hashes of the values, which stay when the values go: { before, after: { field: SHA-256 in hex } }.
	hashes jsonb,
	network text
);
create index platform_activity_by_time on platform_activity (at desc);
comment on table platform_activity is 'platform, of kernel, append only';

-- Personal values of before and after, and the salt of their hashes, which erasure may remove; the row above stays.
create table platform_activity_values (
	id uuid primary key references platform_activity (id),
	salt bytea,
	before jsonb,
	after jsonb
);
comment on table platform_activity_values is 'platform, of kernel, append only, erasable';

create table activity (
	customer_id int not null,
	id uuid not null,
	at timestamptz not null default now(),
	user_id uuid,
	as_user_id uuid,
	action text not null,
	thing text not null,
	thing_id text not null,
	fields text[] not null default '{}',
	hashes jsonb,
	network text,
	primary key (customer_id, id)
);
create index activity_by_time on activity (customer_id, at desc);
-- The platform admin reads activity over all customers.
create index activity_by_instant on activity (at desc, id desc);
comment on table activity is 'tenant, of kernel, platform reads, append only, kept together';

-- Taken away by removeValues alone (kernel/access/activity-values.ts), which says so in the activity.
create table activity_values (
	customer_id int not null,
	id uuid not null,
	salt bytea,
	before jsonb,
	after jsonb,
	primary key (customer_id, id)
);
comment on table activity_values is 'tenant, of kernel, platform reads, append only, erasable, kept together';

create table blob (
	customer_id int not null,
	sha256 bytea not null,
	bytes bytea not null,
	primary key (customer_id, sha256)
);
comment on table blob is 'tenant, of kernel, append only';

-- Files, in chunks of 1 MiB. What is published is addressed by its content instead (blob).
create table file (
	customer_id int not null,
	file_id uuid not null,
	-- The folder of the wing it belongs to.
	wing text collate "C" not null,
	name text not null,
	type text collate "C" not null,
	-- Both null while it is being written.
	size bigint,
	sha256 bytea,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	primary key (customer_id, file_id)
);
create index file_by_expiry on file (expires_at);
comment on table file is 'tenant, of kernel, platform reads';

create table file_chunk (
	customer_id int not null,
	file_id uuid not null,
	number int not null,
	bytes bytea not null,
	primary key (customer_id, file_id, number)
);
-- Uploads are compressed already, or read once.
alter table file_chunk alter column bytes set storage external;
comment on table file_chunk is 'tenant, of kernel';

-- Long work. Cursor and counts move in the transaction of the work itself.
create table run (
	customer_id int not null,
	run_id uuid not null,
	kind text collate "C" not null,
	-- The domain it is about; null: the customer.
	domain_id uuid,
	state text collate "C" not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'undone')),
	input jsonb not null,
	cursor jsonb not null,
	-- Moves with every step: who holds an older one works no more.
	step int not null default 0,
	-- In the kind's own units; null: not known.
	total bigint,
	done bigint not null default 0,
	counts jsonb not null default '{}',
	found bigint not null default 0,
	-- Tries that failed since the last step.
	tries int not null default 0,
	-- Why it failed: a code.
	problem text collate "C",
	created_at timestamptz not null,
	created_by uuid,
	started_at timestamptz,
	moved_at timestamptz not null,
	ended_at timestamptz,
	primary key (customer_id, run_id)
);
create index run_by_time on run (customer_id, created_at desc);
create index run_open on run (moved_at) where state in ('waiting', 'running');
comment on table run is 'tenant, of kernel, platform reads';

-- What a run found: rows it did not take, and why.
create table run_finding (
	customer_id int not null,
	run_id uuid not null,
	number bigint not null,
	body jsonb not null,
	primary key (customer_id, run_id, number)
);
comment on table run_finding is 'tenant, of kernel';

-- What a run must remember while it goes, and no longer. Unlogged: a crash of the database empties it, and the run begins anew.
create unlogged table run_scratch (
	customer_id int not null,
	run_id uuid not null,
	key text collate "C" not null,
	value jsonb not null,
	primary key (customer_id, run_id, key)
);
comment on table run_scratch is 'tenant, of kernel';
