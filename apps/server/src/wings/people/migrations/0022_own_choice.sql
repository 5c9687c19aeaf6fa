-- What somebody chose of the messages that they permit: by which channels none comes, and how many may come at most. It permits nothing.
-- As of who stopped everything, each id of theirs has a row, and so has one that came to be known by an address of which a hash says so.
create table person_channel_no (
	customer_id int not null,
	person uuid not null,
	channel smallint not null,
	said_at timestamptz not null,
	-- By a link of a letter, which whoever holds the letter may press, or by themselves.
	way text collate "C" not null check (way in ('letter', 'own')),
	primary key (customer_id, person, channel)
);
create index person_channel_no_by_channel on person_channel_no (customer_id, channel);
comment on table person_channel_no is 'tenant, of people';

-- At most so many messages in so many days, of all campaigns by all channels together.
create table person_cap (
	customer_id int not null,
	person uuid not null,
	messages int not null check (messages > 0),
	days int not null check (days > 0),
	said_at timestamptz not null,
	primary key (customer_id, person)
);
comment on table person_cap is 'tenant, of people';
