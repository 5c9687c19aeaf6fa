-- Apps that take messages: the tokens by which the push service finds them.
create table device_token (
	customer_id int not null,
	-- As the service gave it out.
	token text collate "C" not null,
	-- Whose it is, under the id it was registered for: it is one person's at a time.
	person uuid not null,
	-- Where it was registered last.
	domain_id uuid not null,
	platform text collate "C" not null,
	topics text[] not null default '{}',
	created_at timestamptz not null,
	-- When it was registered or renewed last.
	last_seen_at timestamptz not null,
	-- Since when nothing is sent there: the service knows it no more, or the person has newer ones. Renewed, it lives again.
	dead_at timestamptz,
	primary key (customer_id, token)
);
create index device_token_by_person on device_token (customer_id, person);
comment on table device_token is 'tenant, of profiles';
