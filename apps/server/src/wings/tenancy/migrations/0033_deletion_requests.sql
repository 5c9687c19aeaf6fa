-- Requests to delete a domain with everything of it.

create table deletion_request (
	customer_id int not null,
	request_id uuid not null,
	domain_id uuid not null,
	-- As it was: what is left of a domain that is erased.
	host text collate "C" not null,
	reason text not null,
	-- 0 open, 1 processed, 2 declined, cancelled or taken back.
	status smallint not null default 0 check (status in (0, 1, 2)),
	asked_at timestamptz not null,
	asked_by uuid not null,
	-- Whoever acted in their name, in an assisted session.
	asked_as uuid,
	decided_at timestamptz,
	decided_by uuid,
	answer text not null default '',
	-- Nothing is erased before.
	erase_at timestamptz,
	-- The domain's row while it is off every list: put back when the request is cancelled, gone with what is erased.
	parked jsonb,
	cancelled_at timestamptz,
	-- Since when something of it may be gone: it cannot be brought back from then on.
	begun_at timestamptz,
	-- Rows that runs erased which did not come to the end, by table.
	counted jsonb not null default '{}',
	-- The run that erases it.
	run_id uuid,
	erased_at timestamptz,
	-- What was erased and what stays, signed.
	report jsonb,
	primary key (customer_id, request_id)
);
create unique index deletion_request_open on deletion_request (customer_id, domain_id) where status = 0 or (status = 1 and cancelled_at is null);
create index deletion_request_by_time on deletion_request (asked_at desc, request_id);
create index deletion_request_due on deletion_request (erase_at) where status = 1 and erased_at is null;
comment on table deletion_request is 'tenant, of tenancy, platform reads, on every node';

-- A mail that is about a domain goes with it.
alter table mail add column domain_id uuid;
create index mail_by_domain on mail (domain_id) where domain_id is not null;

-- What was published of a constellation is read by its runs alone, and goes with its domain.
comment on table constellation_version is 'tenant, of engagement, append only, erasable';
