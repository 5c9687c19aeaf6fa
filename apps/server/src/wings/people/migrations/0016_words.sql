-- What people are searched by, inside of words too: derived, and filled behind what it is derived from (persons/words.ts).

create table person_words (
	customer_id int not null,
	-- The id that is kept where several are one.
	person uuid not null,
	-- All ids that are this person; null: this one alone.
	members uuid[],
	-- What they are known by, and what wings above know of them: small letters, a line break before each.
	names text collate "C" not null,
	facts text collate "C" not null,
	primary key (customer_id, person)
);
-- Trigrams: what stands anywhere in a text is found by them. The list of what is not sorted in yet is walked by each search: it is short.
-- Without the customer: where one has most of the rows, that list of all that are theirs is what takes longest (4 ms of 5 among a million);
-- the rows of one who has few are read by the key.
create index person_words_inside on person_words using gin (names gin_trgm_ops, facts gin_trgm_ops) with (gin_pending_list_limit = 512);
comment on table person_words is 'tenant, of people';

-- People whose words may be others now. Only added to and taken from: no writer waits for another.
create table person_words_due (
	customer_id int not null,
	note_id uuid not null,
	numbers int[] not null,
	primary key (customer_id, note_id)
);
comment on table person_words_due is 'tenant, of people, platform reads';

-- Whoever was known before this was.
insert into person_words_due (customer_id, note_id, numbers)
select customer_id, ('00000000-0000-4000-8000-' || lpad(to_hex(number / 1000), 12, '0'))::uuid, array_agg(number)
from person group by customer_id, number / 1000;
