-- Saved views of lists: what a list is narrowed and sorted by, under a name. Own ones go with the user.
create table own_view (
	view_id uuid primary key,
	user_id uuid not null references app_user (id) on delete cascade,
	-- The list's own name in the portal.
	list text collate "C" not null,
	name text not null,
	-- { q, sort, filters, hidden }
	search jsonb not null,
	created_at timestamptz not null,
	unique (user_id, list, name)
);
comment on table own_view is 'platform, of guidance';

-- Seen by whoever works at the customer.
create table shared_view (
	customer_id int not null,
	view_id uuid not null,
	list text collate "C" not null,
	name text not null,
	search jsonb not null,
	author uuid not null,
	created_at timestamptz not null,
	primary key (customer_id, view_id),
	unique (customer_id, list, name)
);
comment on table shared_view is 'tenant, of guidance';
