-- What is said, by which channel, to whom, and what came of each message.

create table content (
	customer_id int not null,
	content_id uuid not null,
	domain_id uuid not null,
	title text not null,
	-- The channel it is made for, by its code; null: any that uses its one control.
	channel smallint,
	-- The one control, where it holds one alone.
	control text collate "C",
	-- The language of those whose own is not there.
	language text collate "C" not null,
	-- { language: { control: text } }
	controls jsonb not null,
	markup text collate "C" not null check (markup in ('html', 'mjml')),
	status smallint not null,
	created_at timestamptz not null,
	created_by text collate "C",
	changed_at timestamptz not null,
	primary key (customer_id, content_id)
);
create unique index content_by_title on content (customer_id, domain_id, lower(title));
comment on table content is 'tenant, of engagement';

-- Pictures of contents, by what they are: one that is added twice is kept once.
create table picture (
	customer_id int not null,
	picture_id uuid not null,
	domain_id uuid,
	sha256 bytea not null,
	type text collate "C" not null,
	name text not null,
	width int not null,
	height int not null,
	bytes bytea not null,
	created_at timestamptz not null,
	primary key (customer_id, picture_id)
);
create unique index picture_by_hash on picture (customer_id, sha256);
alter table picture alter column bytes set storage external;
comment on table picture is 'tenant, of engagement';

create table constellation (
	customer_id int not null,
	constellation_id uuid not null,
	domain_id uuid not null,
	title text not null,
	channel smallint not null check (channel between 0 and 6),
	contents uuid[] not null,
	uat text not null,
	-- { url, headerValues }; on channel 5 alone. Values of headers are sealed.
	web_hook jsonb,
	status smallint not null,
	-- The newest version; null: none was published.
	version int,
	created_at timestamptz not null,
	changed_at timestamptz not null,
	primary key (customer_id, constellation_id)
);
create unique index constellation_by_title on constellation (customer_id, domain_id, lower(title));
comment on table constellation is 'tenant, of engagement';

-- What was published is sent as it was then, whatever becomes of the contents.
create table constellation_version (
	customer_id int not null,
	constellation_id uuid not null,
	version int not null,
	channel smallint not null,
	-- A frozen message (message.ts).
	frozen jsonb not null,
	published_at timestamptz not null,
	published_by text collate "C" not null,
	primary key (customer_id, constellation_id, version)
);
comment on table constellation_version is 'tenant, of engagement, append only';

-- Who letters are from.
create table sender (
	customer_id int not null,
	sender_id uuid not null,
	domain_id uuid not null,
	-- As it stands before the address.
	name text not null,
	address text collate "C" not null,
	reply_to text collate "C",
	-- Who it is from, and where they are: stands at the end of every letter.
	postal text not null,
	-- What the names of the keys begin with: selector._domainkey.
	selector text collate "C" not null,
	public_key text collate "C" not null,
	-- The private key, sealed for this sender.
	private_key text not null,
	-- { spf, dkim, dmarc, alignment }, each { ok, found, wanted }; null: never looked for.
	checked jsonb,
	checked_at timestamptz,
	created_at timestamptz not null,
	changed_at timestamptz not null,
	primary key (customer_id, sender_id)
);
create unique index sender_by_address on sender (customer_id, domain_id, address);
comment on table sender is 'tenant, of engagement';

create table campaign (
	customer_id int not null,
	campaign_id uuid not null,
	domain_id uuid not null,
	title text not null,
	-- [{ constellationIdFK, channel }]
	constellation jsonb not null,
	audience_id uuid,
	is_transactional boolean not null,
	status smallint not null,
	-- { post, open, click }: [{ segmentId, segmentName, isRemove, domain }]
	changes jsonb not null,
	-- What the specification leaves open (contract, CampaignOptions).
	options jsonb not null,
	-- Why it needs nobody's yes; said when a transactional one is published.
	reason text,
	-- The newest real run.
	run_id uuid,
	created_at timestamptz not null,
	created_by text collate "C",
	changed_at timestamptz not null,
	primary key (customer_id, campaign_id)
);
create unique index campaign_by_title on campaign (customer_id, domain_id, lower(title));
comment on table campaign is 'tenant, of engagement';

-- One execution. What was decided when it began stands in the plan and is not asked for again.
create table campaign_run (
	customer_id int not null,
	-- Nobody is in it before the time of this.
	run_id uuid not null,
	campaign_id uuid not null,
	domain_id uuid not null,
	kind text collate "C" not null check (kind in ('real', 'rehearsal')),
	state text collate "C" not null check (state in ('waiting', 'preparing', 'sending', 'paused', 'stopping', 'stopped', 'done', 'failed')),
	-- Why it is paused or failed: a stable word and what goes with it.
	why text collate "C",
	plan jsonb not null,
	-- Begins then.
	begins_at timestamptz not null,
	-- Whatever has not left by then is left out.
	late_at timestamptz,
	-- People of the audience are put in the run up to this chunk of their numbers; null: all are.
	preparing int,
	-- Whoever enters next, later than the audience, has this place or a greater one.
	entries int not null default 0,
	-- Somebody may enter until then; null: nobody beside the audience.
	open_until timestamptz,
	prepared_at timestamptz,
	ended_at timestamptz,
	-- Segment changes are made up to this entry; null: none are to be made, or all are.
	changing int,
	created_at timestamptz not null,
	created_by text collate "C" not null,
	primary key (customer_id, run_id)
);
create index campaign_run_by_campaign on campaign_run (customer_id, campaign_id, created_at);
create index campaign_run_open on campaign_run (state) where state in ('waiting', 'preparing', 'sending', 'stopping');
comment on table campaign_run is 'tenant, of engagement, platform reads';

-- A run by one channel: how far it has come, and how fast it may go.
create table campaign_lane (
	customer_id int not null,
	run_id uuid not null,
	channel smallint not null,
	connector_id uuid,
	-- Of those who entered with the audience, the ones above this entry were not taken yet.
	next_entry int not null,
	-- Nobody is left above it.
	spent boolean not null,
	-- Nothing leaves before: the throttle, or a connector that rests.
	free_at timestamptz not null,
	-- Tries in a row that the connector failed.
	failures int not null,
	-- Where its messages are a file: when that was made, and which it is (null: nobody is in it).
	filed_at timestamptz,
	file_id uuid,
	primary key (customer_id, run_id, channel)
);
comment on table campaign_lane is 'tenant, of engagement, platform reads';

-- A part of a file that is being made of a run by one channel, and whose messages are in it.
create table delivery_part (
	customer_id int not null,
	run_id uuid not null,
	channel smallint not null,
	-- The first of its entries, by which parts are in order.
	entry int not null,
	entries int[] not null,
	file_id uuid not null,
	primary key (customer_id, run_id, channel, entry)
);
comment on table delivery_part is 'tenant, of engagement';

-- A file of a run as it was taken from here the last time: for whom (form), and what for (kind).
create table file_taken (
	customer_id int not null,
	run_id uuid not null,
	channel smallint not null,
	form text collate "C" not null,
	kind text collate "C" not null,
	taken_at timestamptz not null,
	-- Whoever took it: a user's id.
	taken_by text not null,
	-- It was made to its end; until then nothing of it has left.
	whole boolean not null,
	primary key (customer_id, run_id, channel, form, kind)
);
comment on table file_taken is 'tenant, of engagement';

-- Who of a run is not at the other side (any more), or, where a line is kept, is to be taken out there: they are erased, and nothing else
-- tells how the other side knows them. The line goes when it was taken.
create table file_removal (
	customer_id int not null,
	run_id uuid not null,
	channel smallint not null,
	form text collate "C" not null,
	entry int not null,
	line text,
	at timestamptz not null,
	primary key (customer_id, run_id, channel, form, entry)
);
comment on table file_removal is 'tenant, of engagement';

-- An entry: a person who is to get a run's message by one channel, once. Written once when they enter, once when it is settled.
create table delivery (
	customer_id int not null,
	-- Their place in the run. Who enters with the audience has their own number for it, whoever comes later one that is greater than all.
	entry int not null,
	-- When they entered: with the audience at the run's own moment.
	at timestamptz not null,
	run_id uuid not null,
	channel smallint not null,
	-- The person's number and id at that moment.
	number int not null,
	person uuid not null,
	-- What made them enter, alone; null: they are of the audience.
	why text,
	state text collate "C" not null check (state in ('waiting', 'deferred', 'accepted', 'failed', 'skipped', 'unknown')),
	-- Why it was skipped, deferred or failed, in a stable word.
	reason text collate "C",
	-- When a deferred one is tried again, or one who came alone is to be written to; null: whenever their turn comes.
	due_at timestamptz,
	tries smallint not null default 0,
	address text collate "C",
	-- The record that permits it, and the one that permits to follow it.
	record_id uuid,
	tracked_id uuid,
	settled_at timestamptz,
	-- Of the last try: when it was known that it may be sent, and when it was handed to the channel.
	checked_at timestamptz,
	handed_at timestamptz,
	-- What the other side said last.
	said text,
	size int,
	-- Millionths of the currency.
	cost_micros bigint,
	language text collate "C",
	-- Which subject of two: 0 or 1.
	arm smallint,
	-- It arrived, came back, was called unwanted, or led to an unsubscription, after it was accepted.
	arrived_at timestamptz,
	bounced_at timestamptz,
	complained_at timestamptz,
	left_at timestamptz,
	primary key (customer_id, run_id, channel, entry, at)
) partition by range (at);
create index delivery_due on delivery (customer_id, run_id, channel, due_at) where due_at is not null;
create index delivery_by_person on delivery (customer_id, number, settled_at) where settled_at is not null;
create index delivery_by_state on delivery (customer_id, run_id, state, reason, settled_at) where settled_at is not null;
create index delivery_alone on delivery (customer_id, number) where why is not null and settled_at is null;
create table delivery_default partition of delivery default;
comment on table delivery is 'tenant, of engagement, by month';

-- Recipients that a worker has taken: those begun may have left, the others have not.
create table delivery_lease (
	customer_id int not null,
	lease_id uuid not null,
	run_id uuid not null,
	channel smallint not null,
	-- Their entries.
	members int[] not null,
	-- Those of them whose message may have left. Whoever is to be tried again is in neither.
	begun int[] not null,
	until timestamptz not null,
	primary key (customer_id, lease_id)
) with (fillfactor = 30);
create index delivery_lease_by_run on delivery_lease (customer_id, run_id);
-- Few rows, changed with every commit: no index has what changes, so that a page is tidied as it is written.
comment on table delivery_lease is 'tenant, of engagement, platform reads';

-- How many of a run are in which state, for reason; written with what it counts, in as many parts as there are writers. Their sum is the truth.
create table delivery_count (
	customer_id int not null,
	run_id uuid not null,
	channel smallint not null,
	-- A state, or `opened`, `clicked`, `left`, `arrived`, `complained`, `bounced`, `trackable`, `cost_micros`, `size`.
	what text collate "C" not null,
	reason text collate "C" not null,
	-- In which the row says it: a state's is that of when it was settled, or else entered.
	minute timestamptz not null,
	part smallint not null,
	n bigint not null,
	primary key (customer_id, run_id, channel, what, reason, minute, part)
);
comment on table delivery_count is 'tenant, of engagement';

-- Opens and clicks of people who permit it, and of machines.
create table delivery_hit (
	customer_id int not null,
	-- Of the run, as its deliveries have it.
	run_id uuid not null,
	channel smallint not null,
	entry int not null,
	id uuid not null,
	at timestamptz not null,
	kind text collate "C" not null check (kind in ('open', 'click')),
	-- A scanner or a fetch ahead: kept apart and not counted.
	machine boolean not null,
	-- Which link, by its place in the letter; null: an open.
	link int,
	device text collate "C",
	primary key (customer_id, run_id, channel, entry, id)
);
create index delivery_hit_by_time on delivery_hit (customer_id, run_id, at);
comment on table delivery_hit is 'tenant, of engagement';

-- First opens and clicks of people: each counts once, and changes segments once.
create table delivery_first (
	customer_id int not null,
	run_id uuid not null,
	channel smallint not null,
	entry int not null,
	kind text collate "C" not null check (kind in ('open', 'click')),
	at timestamptz not null,
	primary key (customer_id, run_id, channel, entry, kind)
);
comment on table delivery_first is 'tenant, of engagement';

-- Links that were followed without anybody being followed: how often, by the day.
create table link_count (
	customer_id int not null,
	run_id uuid not null,
	link int not null,
	-- The first of the day, UTC.
	minute timestamptz not null,
	part smallint not null,
	n bigint not null,
	primary key (customer_id, run_id, link, minute, part)
);
comment on table link_count is 'tenant, of engagement';

-- Short addresses in messages whose signs are counted, and the long ones that they stand for.
create table short_link (
	customer_id int not null,
	code text collate "C" not null,
	-- Behind the public address of the installation.
	path text collate "C" not null,
	run_id uuid not null,
	channel smallint not null,
	-- Whose it is alone; null: it is the same for everybody of the run.
	entry int,
	created_at timestamptz not null,
	primary key (customer_id, code)
);
create index short_link_of on short_link (customer_id, run_id, channel, entry);
comment on table short_link is 'tenant, of engagement';

-- Nobody is written to before then: they asked for a pause.
create table message_pause (
	customer_id int not null,
	person uuid not null,
	until timestamptz not null,
	primary key (customer_id, person)
);
comment on table message_pause is 'tenant, of engagement';

-- Addresses, in small letters, that letters are tried out on beside those of the team: asked by a mailed link, confirmed by whoever has it.
create table uat_address (
	customer_id int not null,
	address text collate "C" not null,
	-- When a link was last mailed there.
	asked_at timestamptz not null,
	confirmed_at timestamptz,
	-- They want no more of them.
	stopped_at timestamptz,
	primary key (customer_id, address)
);
comment on table uat_address is 'tenant, of engagement';
