-- Roll-ups: how much of what came when, on which domain. `n` is what happened; of `gone` the rows are no more (erased, or kept no longer).
-- Each table has all of it by its own grain, for as long as that is kept: minutes, quarters of an hour, hours, and days for ever.
-- what: choice (key: all, some, none), record, withdrawn, event (key: its type), message (key: channel and outcome), profile, merged,
-- unmerged, left. Those of no domain have the nil id.
create table count_minute (
	customer_id int not null,
	what text collate "C" not null,
	at timestamptz not null,
	domain_id uuid not null,
	key text collate "C" not null,
	n bigint not null,
	gone bigint not null,
	primary key (customer_id, what, at, domain_id, key)
);
comment on table count_minute is 'tenant, of insight';

create table count_quarter (like count_minute including indexes);
comment on table count_quarter is 'tenant, of insight';

create table count_hour (like count_minute including indexes);
comment on table count_hour is 'tenant, of insight';

create table count_day (like count_minute including indexes);
comment on table count_day is 'tenant, of insight';

-- What is there already and comes by no news: consents are read from the log.
create temporary table counted on commit drop as
	select customer_id, 'event' as what, date_trunc('minute', at, 'UTC') as at, domain_id, type as key, count(*) as n
	from (select customer_id, at, domain_id, type from event union all select customer_id, at, domain_id, type from visitor_event) e group by 1, 3, 4, 5
	union all
	select customer_id, 'profile', date_trunc('minute', created_at, 'UTC'), '00000000-0000-0000-0000-000000000000', '', count(*) from person group by 1, 3
	union all
	select customer_id, 'merged', date_trunc('minute', merged_at, 'UTC'), '00000000-0000-0000-0000-000000000000', '', count(*) from person_alias group by 1, 3
	union all
	select customer_id, 'unmerged', date_trunc('minute', undone_at, 'UTC'), '00000000-0000-0000-0000-000000000000', '', count(*)
	from person_alias where undone_at is not null group by 1, 3
	union all
	select c.customer_id, 'message', c.minute, r.domain_id, c.channel || ' ' || c.what, sum(c.n)
	from delivery_count c join campaign_run r on r.customer_id = c.customer_id and r.run_id = c.run_id and r.kind = 'real'
	where c.what in ('accepted', 'failed', 'skipped', 'opened', 'clicked') group by 1, 3, 4, 5;
insert into count_minute select customer_id, what, at, domain_id, key, n, 0 from counted where at >= now() - interval '61 days';
insert into count_quarter select customer_id, what, date_bin('15 minutes', at, timestamptz '1970-01-01 00:00:00Z'), domain_id, key, sum(n), 0 from counted
	where at >= now() - interval '732 days' group by 1, 2, 3, 4, 5;
insert into count_hour select customer_id, what, date_trunc('hour', at, 'UTC'), domain_id, key, sum(n), 0 from counted
	where at >= now() - interval '732 days' group by 1, 2, 3, 4, 5;
insert into count_day select customer_id, what, date_trunc('day', at, 'UTC'), domain_id, key, sum(n), 0 from counted group by 1, 2, 3, 4, 5;

-- Reports that are mailed again and again.
create table report_schedule (
	customer_id int not null,
	schedule_id uuid not null,
	report text collate "C" not null,
	-- Null: all domains that its maker may see when it is sent.
	domain_id uuid,
	every jsonb not null,
	hour smallint not null check (hour between 0 and 23),
	zone text collate "C" not null,
	recipients text[] not null,
	csv boolean not null,
	link boolean not null,
	language text collate "C" not null check (language in ('en', 'fi')),
	-- Whose rights count.
	made_by uuid not null,
	made_at timestamptz not null,
	next_at timestamptz not null,
	last_at timestamptz,
	primary key (customer_id, schedule_id)
);
create index report_schedule_due on report_schedule (next_at);
comment on table report_schedule is 'tenant, of insight, platform reads';
