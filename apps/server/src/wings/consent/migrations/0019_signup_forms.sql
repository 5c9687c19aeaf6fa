-- Sign-up forms: drafts, what was published of them, and requests that wait until whoever has the address confirms.

create table signup_form (
	customer_id int not null,
	form_id uuid not null,
	domain_id uuid not null,
	title text not null,
	-- FormConfig of the contract.
	config jsonb not null,
	-- The last that was published, and whether the draft changed since.
	published_folder text collate "C",
	changed boolean not null default true,
	created_at timestamptz not null default now(),
	saved_at timestamptz not null default now(),
	saved_by text not null,
	primary key (customer_id, form_id)
);
create unique index signup_form_by_title on signup_form (customer_id, domain_id, lower(title));
comment on table signup_form is 'tenant, of consent';

-- What was published stays for ever: records point at it. Its files are those of `publication_file`.
create table signup_publication (
	customer_id int not null,
	-- 'f' and 96 bits (base64url) of the SHA-256 over the folder's files.
	folder text collate "C" not null,
	form_id uuid not null,
	domain_id uuid not null,
	version int not null,
	hash bytea not null,
	title text not null,
	config jsonb not null,
	purpose_id uuid not null,
	purpose_version int not null,
	-- { language: ShownForm of the contract }
	shown jsonb not null,
	-- Whether its pictures were taken.
	pictured boolean not null,
	published_at timestamptz not null default now(),
	published_by text not null,
	primary key (customer_id, folder)
);
create unique index signup_publication_by_version on signup_publication (customer_id, form_id, version);
comment on table signup_publication is 'tenant, of consent, append only';

-- Somebody asked by a form. Nobody is known by it and nothing is permitted; 7 days later it is erased.
create table signup_request (
	customer_id int not null,
	request_id uuid not null,
	form_id uuid not null,
	folder text collate "C" not null,
	language text collate "C" not null,
	-- Null once it is confirmed: then it is a record's.
	email text collate "C",
	-- What was typed beside it, by field.
	fields jsonb not null default '{}',
	-- Where it came from: script, page, server.
	way text collate "C" not null check (way in ('script', 'page', 'server')),
	asked_at timestamptz not null,
	network text,
	browser text not null,
	device text not null,
	country text,
	-- The letter: waits, may have left, was taken, was refused.
	letter text collate "C" not null default 'waiting' check (letter in ('waiting', 'begun', 'sent', 'failed')),
	due_at timestamptz not null,
	tries int not null default 0,
	-- When it was found that it may leave; the mail server's last words.
	judged_at timestamptz,
	said text,
	confirmed_at timestamptz,
	record_id uuid,
	primary key (customer_id, request_id)
);
create index signup_request_due on signup_request (customer_id, due_at) where letter = 'waiting';
create index signup_request_by_form on signup_request (customer_id, form_id, asked_at);
create index signup_request_by_email on signup_request (customer_id, email) where email is not null;
comment on table signup_request is 'tenant, of consent, platform reads';

-- Whom a letter of any form of the customer went to, by a keyed hash of the address.
create table signup_mailed (
	customer_id int not null,
	address bytea not null,
	request_id uuid not null,
	mailed_at timestamptz not null,
	primary key (customer_id, address)
);
comment on table signup_mailed is 'tenant, of consent, platform reads';

-- The same of the whole installation, whoever's form it was: one letter a day.
create table signup_letter (
	address bytea primary key,
	request_id uuid not null,
	mailed_at timestamptz not null
);
comment on table signup_letter is 'platform, of consent, with tenants';

create table signup_count (
	customer_id int not null,
	form_id uuid not null,
	-- asked, confirmed, lapsed, and why a post was kept out: robot, pace, second, stopped.
	what text collate "C" not null,
	-- The first of the day, UTC.
	minute timestamptz not null,
	part smallint not null,
	n bigint not null,
	primary key (customer_id, form_id, what, minute, part)
);
comment on table signup_count is 'tenant, of consent';

-- A post on its way in, as edge_signups takes it. With `kept_out` it is counted and not stored.
create type edge_signup as (
	customer_id int,
	request_id uuid,
	form_id uuid,
	folder text,
	language text,
	email text,
	fields text,
	way text,
	network text,
	browser text,
	device text,
	country text,
	kept_out text
);
