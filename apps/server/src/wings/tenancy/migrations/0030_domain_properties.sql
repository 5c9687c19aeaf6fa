-- Keys and values that websites read at run time.

create table domain_property (
	customer_id int not null,
	property_id uuid not null,
	domain_id uuid not null,
	key text collate "C" not null,
	value text not null,
	active boolean not null,
	-- It goes with the next submission.
	deleted boolean not null default false,
	changed_at timestamptz not null,
	-- What websites read; null: they never did, or do no more.
	live_key text collate "C",
	live_value text,
	primary key (customer_id, property_id)
);
create unique index domain_property_by_key on domain_property (customer_id, domain_id, key);
comment on table domain_property is 'tenant, of tenancy';
