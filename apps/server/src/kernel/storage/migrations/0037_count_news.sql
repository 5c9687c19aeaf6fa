-- What was counted and stands in no roll-up yet: a row for one transaction, written with the rows it counts and taken away by whoever adds it up.
create table count_news (
	customer_id int not null,
	news_id uuid not null,
	told_at timestamptz not null default now(),
	-- One count at each place of these.
	whats text[] not null,
	domains uuid[] not null,
	keys text[] not null,
	minutes timestamptz[] not null,
	-- How many came, and of how many the rows went.
	ns int[] not null,
	gones int[] not null,
	primary key (customer_id, news_id),
	check (array[cardinality(domains), cardinality(keys), cardinality(minutes), cardinality(ns), cardinality(gones)] = array_fill(cardinality(whats), array[5]))
);
comment on table count_news is 'tenant, of kernel, platform reads';

-- A file of text that goes with a mail; forgotten with its texts.
alter table mail add column attached_name text, add column attached text;
