/**
 * What people are searched by, inside of words too: a row a person (`person_words`), under the kept id, of what all who are one are
 * known by and what wings above know of them. It is filled behind whatever changes it: who changes something notes whose it is, in the
 * same transaction, and a worker (words-work.ts) writes the rows of those. A trigram index on what is written at once would make a file
 * four times as dear. Whatever a search finds here is held against what is so now, and those who are still noted are asked themselves: a row
 * that is behind shows nobody who no longer fits.
 */
import { createHash } from 'node:crypto';
import type { Identifier } from '@luvalla/contract/people/identifiers.ts';
import { UPLOAD_KIND } from '@luvalla/contract/profiles/uploads.ts';
import { newId, now } from '#kernel/clock.ts';
import type { Hooks, Searched } from '#kernel/hooks.ts';
import { isRunning } from '#kernel/runs/store.ts';
import { int4s, texts, uuids } from '#kernel/storage/arrays.ts';
import { int, ints, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Cluster, clustersFound, clustersOf } from './clusters.ts';
import type { Within } from './naming.ts';

/** Tells workers that people were touched, whatever of them. The payload is the customer. */
export const TOUCHED = 'touched';

/** Letters and digits from which on a search looks inside of words. */
const FEWEST_INSIDE = 3;
/** People that one note names at most, and that a step of the worker looks at; notes that it takes. */
const NOTE = 1_000;
const A_STEP = 2_000;
const NOTES_A_STEP = 100;
/** People still noted, of the last notes, whom a search asks themselves. */
const MOST_DUE = 5_000;
const NOTES_ASKED = 200;
/** As many are found inside by one thing that is looked for; and who has found so many by beginnings looks no further. */
const MOST_INSIDE = 1_000;
/** To a domain's own admin fewer: each who has it is asked whether they are known there. */
const MOST_INSIDE_ON = 250;
export const ENOUGH = 2_500;
/** While a file is being written, whoever comes by it waits: its words are written when it is, or once the first have waited so long. */
const LONGEST_WAIT_MS = 15 * 60_000;
/** Signs of one fact, and of all of somebody's, that are searched. */
const MOST_SIGNS = 200;
const MOST_OF_FACTS = 4_000;

/** Notes numbers of people whose words may be others now. Who notes also tells of `TOUCHED`. */
export const noteWords = async (tx: Tx, customerId: number, numbers: readonly number[]): Promise<void> => {
	for (let at = 0; at < numbers.length; at += NOTE)
		await tx.run(sql`insert into person_words_due (customer_id, note_id, numbers)
			values (${customerId}, ${newId()}, ${int4s(numbers.slice(at, at + NOTE))}::int[])`);
};

/** A consonant and a digit, twice: no word that somebody types. */
const CONSONANTS = 'bcdfghjklmnpqrstvwxz';
const codeOf = (key: string): string => {
	const [a = 0, b = 0, c = 0, d = 0] = createHash('sha256').update(key).digest();
	return `${CONSONANTS[a % CONSONANTS.length]}${b % 10}${CONSONANTS[c % CONSONANTS.length]}${d % 10}`;
};

/** Yes and no as a sign each: nobody who looks for `true` inside of words means all of them. */
const writtenOf = (value: Searched['value']): string => (typeof value === 'boolean' ? (value ? 't' : 'f') : String(value));

/** Where a fact begins as it is typed: what is looked for of a key. */
export const factBeginning = (key: string, typed: string): string[] => {
	const small = typed.toLowerCase();
	return [typed, ...['true', 'false'].flatMap((one) => (one.startsWith(small) ? [one.slice(0, 1)] : []))].map(
		(value) => `\n${codeOf(key)}${value}`,
	);
};

/** As many whole facts as there is room for. */
const factsOf = (searched: readonly Searched[]): string => {
	let all = '';
	for (const { key, value } of searched) {
		const one = `\n${key === undefined ? '' : codeOf(key)}${[...writtenOf(value)].slice(0, MOST_SIGNS).join('')}`;
		if (all.length + one.length <= MOST_OF_FACTS) all += one;
	}
	return all;
};

/**
 * Held until the transaction ends. Whoever takes somebody's words away holds it, too: no worker that read them before writes them
 * afterwards. Of locks it is the last one.
 */
const holdWords = (tx: Tx, customerId: number): Promise<number> =>
	tx.run(sql`select pg_advisory_xact_lock(hashtext('words'), ${customerId}::int)`);

/** The words of these go, by any of their ids: whoever stays is written anew. */
export const dropWords = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<void> => {
	if (persons.length === 0) return;
	await holdWords(tx, customerId);
	await tx.run(sql`delete from person_words where customer_id = ${customerId} and person = any(${uuids(persons)}::uuid[])`);
};

const NamedRow = row({ person: uuid, value: text });

/** Writes the rows of these clusters; answers how many were others, or not there. */
const writeWords = async (tx: Tx, hooks: Hooks, customerId: number, clusters: readonly Cluster[]): Promise<number> => {
	const members = clusters.flatMap((cluster) => cluster.members);
	const named = Map.groupBy(
		await tx.rows(
			NamedRow,
			sql`select i.person, i.value from person_identifier i where i.customer_id = ${customerId} and i.person = any(${uuids(members)}::uuid[])
			order by i.kind, i.value`,
		),
		({ person }) => person,
	);
	const searched = new Map(
		(await hooks.searched.ask(tx, { customerId, persons: clusters.map(({ kept }) => kept) })).flatMap((some) => [...some]),
	);
	const rows = clusters.flatMap(({ kept, members }) => {
		const names = members.flatMap((member) => (named.get(member) ?? []).map(({ value }) => `\n${value}`)).join('');
		const facts = factsOf(searched.get(kept) ?? []);
		return names === '' && facts === '' ? [] : [{ kept, members: members.length > 1 ? `{${members.join(',')}}` : null, names, facts }];
	});
	const there = new Set(rows.map(({ kept }) => kept));
	const gone = [...new Set(members)].filter((member) => !there.has(member));
	const taken =
		gone.length === 0
			? 0
			: await tx.run(sql`delete from person_words where customer_id = ${customerId} and person = any(${uuids(gone)}::uuid[])`);
	if (rows.length === 0) return taken;
	const written = await tx.run(sql`insert into person_words as w (customer_id, person, members, names, facts)
		select ${customerId}::int, g.person, g.members::uuid[], lower(g.names), lower(g.facts)
		from unnest(${uuids(rows.map(({ kept }) => kept))}::uuid[], ${texts(rows.map((one) => one.members))}::text[],
			${texts(rows.map(({ names }) => names))}::text[], ${texts(rows.map(({ facts }) => facts))}::text[]) g (person, members, names, facts)
		on conflict (customer_id, person) do update set members = excluded.members, names = excluded.names, facts = excluded.facts
			where w.members is distinct from excluded.members or w.names <> excluded.names or w.facts <> excluded.facts
		returning 1`);
	return taken + written;
};

/** Writes the words of these and of whoever is one with them; answers how many rows were others. */
export const rewriteWords = async (tx: Tx, hooks: Hooks, customerId: number, persons: readonly string[]): Promise<number> => {
	await holdWords(tx, customerId);
	return writeWords(tx, hooks, customerId, [...new Set((await clustersOf(tx, customerId, persons)).values())]);
};

const PersonRow = row({ person: uuid });

/** The same by their numbers; of whom there is nobody left, nothing is. */
const rewriteNumbers = async (tx: Tx, hooks: Hooks, customerId: number, numbers: readonly number[]): Promise<number> => {
	await holdWords(tx, customerId);
	const rows = await tx.rows(
		PersonRow,
		sql`select person from person where customer_id = ${customerId} and number = any(${int4s(numbers)}::int[])`,
	);
	return rewriteWords(
		tx,
		hooks,
		customerId,
		rows.map(({ person }) => person),
	);
};

const NoteRow = row({ note_id: uuid, numbers: ints });

/** When a note was made; the beginning of time of one that was made for everybody. */
const madeAt = (noteId: string): number => Number.parseInt(noteId.replaceAll('-', '').slice(0, 12), 16);

/** Writes the words of some of those who were noted; answers whether more are. */
export const followWords = async (tx: Tx, hooks: Hooks, customerId: number): Promise<boolean> => {
	// Held before anything is read: what was taken away by whoever held it is seen.
	await holdWords(tx, customerId);
	const notes = await tx.rows(
		NoteRow,
		sql`select note_id, numbers from person_words_due where customer_id = ${customerId} order by note_id limit ${NOTES_A_STEP}`,
	);
	const [first] = notes;
	if (!first) return false;
	const waited = now().getTime() - madeAt(first.note_id);
	if (waited < LONGEST_WAIT_MS && (await isRunning(tx, customerId, UPLOAD_KIND))) return false;
	const taken: string[] = [];
	const numbers = new Set<number>();
	for (const note of notes) {
		if (taken.length > 0 && numbers.size + note.numbers.length > A_STEP) break;
		taken.push(note.note_id);
		for (const number of note.numbers) numbers.add(number);
	}
	await tx.run(sql`delete from person_words_due where customer_id = ${customerId} and note_id = any(${uuids(taken)}::uuid[])`);
	await rewriteNumbers(tx, hooks, customerId, [...numbers]);
	return taken.length < notes.length || notes.length === NOTES_A_STEP;
};

const Next = row({ next: int });

/** Words of people with numbers from one on, held against what they follow from; null: there is nobody so far up. */
export const checkWords = async (
	tx: Tx,
	hooks: Hooks,
	customerId: number,
	from: number,
): Promise<{ next: number; differed: number } | null> => {
	let differed = 0;
	if (from === 0) {
		await holdWords(tx, customerId);
		// Words of nobody: there should never be any.
		differed = await tx.run(sql`delete from person_words w where w.customer_id = ${customerId}
			and not exists (select 1 from person pn where pn.customer_id = ${customerId} and pn.person = w.person)`);
	}
	const counter = await tx.first(Next, sql`select next from person_counter where customer_id = ${customerId}`);
	if (from >= (counter?.next ?? 0)) return null;
	const to = from + A_STEP;
	const numbers = Array.from({ length: A_STEP }, (_, n) => from + n);
	return { next: to, differed: differed + (await rewriteNumbers(tx, hooks, customerId, numbers)) };
};

/** What is looked for inside of words, as it stands there: letters in one piece, and no blanks around it; null where it is too short. */
export const insideOf = (typed: string): string | null => {
	const one = typed.normalize('NFC').trim();
	return [...one].length < FEWEST_INSIDE ? null : one;
};

/**
 * Whom a search inside of words has to ask: who is still noted, and who has it in their words. `names` is looked for in what they are known
 * by, `facts` in what else is known (`factBeginning` for how one begins). Whoever asks holds them against what is so now.
 * @param few all whom the asker may see, where they are few (`fewOn`)
 * @param every for what is done to all who match, however many they are; otherwise `more` says that not all were asked
 */
export const maybeInside = async (
	tx: Tx,
	customerId: number,
	{ names, facts }: { readonly names: readonly string[]; readonly facts: readonly string[] },
	within: Within,
	few: readonly Cluster[] | null = null,
	every = false,
): Promise<{ readonly clusters: readonly Cluster[]; readonly more: boolean }> => {
	const most = within === null ? MOST_INSIDE : MOST_INSIDE_ON;
	// Who is noted first: whose note is gone by then has their row. Each is asked by itself, since a node of a cluster can ask no other.
	const noted = await tx.rows(
		PersonRow,
		sql`select pn.person from (
			select distinct u.number from person_words_due d cross join lateral unnest(d.numbers) u (number)
			where d.customer_id = ${customerId} and d.note_id in (
				select l.note_id from person_words_due l where l.customer_id = ${customerId} order by l.note_id desc limit ${every ? null : NOTES_ASKED})
			limit ${every ? null : MOST_DUE}
		) n
		cross join lateral (select o.person from person o where o.customer_id = ${customerId} and o.number = n.number limit 1) pn`,
	);
	const having = await tx.rows(
		PersonRow,
		few === null
			? sql`select f.person from person_inside(${customerId}, ${names}::text[], ${facts}::text[], ${within}::uuid[], ${every ? null : most + 1}) f (person)`
			: sql`select w.person from person_words w where w.customer_id = ${customerId} and w.person = any(${uuids(few.map(({ kept }) => kept))}::uuid[])
			and (exists (select 1 from unnest(${names}::text[]) n where position(lower(n) in w.names) > 0)
				or exists (select 1 from unnest(${facts}::text[]) n where position(lower(n) in w.facts) > 0))`,
	);
	const people = [...new Set([...noted, ...having].map(({ person }) => person))];
	const clusters = await clustersFound(tx, customerId, sql`select p.person from unnest(${uuids(people)}::uuid[]) p (person)`);
	const more = !every && few === null && clusters.reduce((sum, { members }) => sum + members.length, 0) > most;
	return { clusters: more ? clusters.slice(0, most) : clusters, more };
};

/** Kept ids of those of them who are known by something in which this stands; to a domain's own admin by what is known on their domains. */
export const namedInside = async (
	tx: Tx,
	customerId: number,
	clusters: readonly Cluster[],
	inside: string,
	within: Within,
): Promise<string[]> => {
	const kept = new Map(clusters.flatMap((cluster) => cluster.members.map((member) => [member, cluster.kept] as const)));
	if (kept.size === 0) return [];
	const rows = await tx.rows(
		PersonRow,
		sql`select i.person from person_identifier i
		where i.customer_id = ${customerId} and i.person = any(${uuids([...kept.keys()])}::uuid[]) and position(lower(${inside}::text) in lower(i.value)) > 0
			and (${within}::uuid[] is null or exists (select 1 from person_seen s
				where s.customer_id = ${customerId} and s.kind = i.kind and s.value = i.value and s.domain_id = any(${within}::uuid[])))`,
	);
	return [...new Set(rows.flatMap(({ person }) => kept.get(person) ?? []))];
};

/** Whether one of these stands in it, as it is typed. */
export const standsIn = ({ value }: Identifier, typed: string): boolean =>
	value.toLowerCase().includes(typed.normalize('NFC').trim().toLowerCase());
