-- Vendor lists of IAB Europe's framework: the same for every customer. Written through the functions below only.
create table vendor_list (
	version int primary key check (version between 1 and 4095),
	policy_version int not null,
	last_updated timestamptz not null,
	-- Those that have not left, and those that have.
	vendors int not null,
	deleted int not null,
	source text not null check (source in ('fetched', 'uploaded')),
	stored_at timestamptz not null default now(),
	-- Of the content.
	sha256 bytea not null,
	-- JSON as it was validated: about half a megabyte, read at publish and by the configurator only.
	content bytea not null
);
comment on table vendor_list is 'shared, of consent: vendor lists';

-- Official texts in a language other than English, the newest only: what was published keeps its own.
create table vendor_list_texts (
	language text collate "C" primary key,
	stored_at timestamptz not null default now(),
	content bytea not null
);
comment on table vendor_list_texts is 'shared, of consent: official texts of vendor lists';

-- What the source said last, file by file, so that an unchanged one is not sent again.
create table vendor_list_source (
	url text collate "C" primary key,
	etag text not null default '',
	checked_at timestamptz not null default now(),
	-- Why the last try failed; null: it did not.
	problem text
);
comment on table vendor_list_source is 'shared, of consent: where vendor lists come from';
