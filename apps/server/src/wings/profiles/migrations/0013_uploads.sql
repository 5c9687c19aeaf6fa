-- Files of people that were uploaded, and what each brought, so that it can be taken back.
create table upload (
	customer_id int not null,
	upload_id uuid not null,
	-- The stored file (kernel); it goes by itself after a while.
	file_id uuid not null,
	-- As the browser called it.
	name text not null,
	size bigint not null,
	-- The sheets of a workbook, of which the file holds the first; empty: it came as CSV.
	sheets text[] not null default '{}',
	-- The domain its people become known on; null: the customer as a whole.
	domain_id uuid,
	created_at timestamptz not null,
	created_by text collate "C" not null,
	primary key (customer_id, upload_id)
);
comment on table upload is 'tenant, of profiles';

-- What columns became, for the next file that has the same.
create table upload_mapping (
	customer_id int not null,
	-- SHA-256 of the names of the columns.
	columns bytea not null,
	reading jsonb not null,
	targets jsonb not null,
	changed_at timestamptz not null,
	primary key (customer_id, columns)
);
comment on table upload_mapping is 'tenant, of profiles';

-- What a run of an upload did of somebody, under the id that was kept then.
create table upload_person (
	customer_id int not null,
	run_id uuid not null,
	person uuid not null,
	-- Nobody knew them before.
	created boolean not null,
	-- What rows of the file named them by, as `email:anna@example.com`.
	words text[] not null,
	-- What was known of them on their own before, with when it was changed last; null: nothing.
	before jsonb,
	after jsonb not null,
	-- Ids of the records of each yes, and of each no.
	yeses uuid[] not null,
	noes uuid[] not null,
	primary key (customer_id, run_id, person)
);
create index upload_person_by_person on upload_person (customer_id, person);
comment on table upload_person is 'tenant, of profiles';
