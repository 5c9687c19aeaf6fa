-- On the web channel: how a content stands on the site (packages/contract/src/placement.ts); null: it is pushed to browsers.
alter table content add column placement jsonb;

-- Messages that wait on a site for the people of a run, to be drawn by the banner's runtime.
create table site_message (
	customer_id int not null,
	run_id uuid not null,
	channel smallint not null,
	-- Their place in the run.
	entry int not null,
	person uuid not null,
	domain_id uuid not null,
	at timestamptz not null,
	-- It is taken off the site then.
	until timestamptz not null,
	-- As the page draws it (SiteMessage without what is the reader's own).
	message jsonb not null,
	-- Closed, or followed.
	over_at timestamptz,
	primary key (customer_id, run_id, channel, entry)
);
create index site_message_by_run on site_message (customer_id, run_id, until) where over_at is null;
create index site_message_by_person on site_message (customer_id, person) where over_at is null;
comment on table site_message is 'tenant, of engagement, platform reads';
