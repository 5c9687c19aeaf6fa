/** Makes people known: their numbers, what they are known by, and where. Set by set: a file of 600,000 rows passes here. */
import type { Identifier } from '@luvalla/contract/people/identifiers.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { texts, uuids } from '#kernel/storage/arrays.ts';
import { bool, int, orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { NO_DOMAIN, tellCounts } from '#kernel/tally/news.ts';
import { heedNoes } from '../objections/carry.ts';
import { type Named, wordOf } from './naming.ts';

/** How somebody came to be named, and by whom. */
export interface Naming {
	/** As of a record: `api`, `import`, … */
	readonly how: string;
	/** `user:…`, `application:…`; absent when people name themselves. */
	readonly by?: string | undefined;
	/** The upload that it came by, which can be taken back. */
	readonly upload?: string;
}

/** Somebody named in something that was said on a domain; null: of the whole customer. */
export interface NamedOn {
	readonly who: Named;
	readonly domainId: string | null;
}

/** What was added to somebody who was known. */
export interface Added {
	readonly person: string;
	readonly identifiers: readonly Identifier[];
}

/** What keeping people changed. */
export interface KeptPersons {
	readonly added: readonly Added[];
	/** Who became known on a domain by something that they had not been known by there, of those to whom nothing was added. */
	readonly seen: readonly string[];
	/** Who became known, with their numbers. */
	readonly newcomers: ReadonlyMap<string, number>;
}

const First = row({ first: int });

/**
 * Numbers for so many new people, each used once: the first of a block that is theirs. The block goes with the transaction, so
 * that what is rolled back leaves no gap; only people who are forgotten do.
 */
const leaseNumbers = async (tx: Tx, customerId: number, count: number): Promise<number> => {
	const leased = await tx.first(
		First,
		sql`insert into person_counter as c (customer_id, next) values (${customerId}, ${count}::int)
		on conflict (customer_id) do update set next = c.next + excluded.next returning next - ${count}::int as first`,
	);
	if (!leased) throw new Error('No numbers were leased.');
	return leased.first;
};

const Numbered = row({ person: uuid, number: int });
const Made = row({ made_on: orNull(uuid) });

/** Answers their numbers. */
const insertPersons = async (
	tx: Tx,
	customerId: number,
	/** And on which domain they were named. */
	madeOn: ReadonlyMap<string, string | null>,
	at: Date,
): Promise<Map<string, number>> => {
	const strangers = [...madeOn.keys()];
	if (strangers.length === 0) return new Map();
	const ids = uuids(strangers);
	const first = await leaseNumbers(tx, customerId, strangers.length);
	const made = await tx.rows(
		Made,
		sql`insert into person (customer_id, person, number, created_at, made_on)
		select ${customerId}, p, ${first}::int + n - 1, ${at}, nullif(d, ${NO_DOMAIN}::uuid)
		from unnest(${ids}::uuid[], ${uuids([...madeOn.values()].map((domain) => domain ?? NO_DOMAIN))}::uuid[]) with ordinality g (p, d, n)
		on conflict do nothing returning made_on`,
	);
	await tellCounts(
		tx,
		customerId,
		made.map(({ made_on: domainId }) => ({ what: 'profile', domainId, at, n: 1 })),
	);
	if (made.length === strangers.length) return new Map(strangers.map((person, place) => [person, first + place]));
	// Somebody was kept before in this transaction, and has the number of then.
	const rows = await tx.rows(
		Numbered,
		sql`select person, number from person where customer_id = ${customerId} and person = any(${ids}::uuid[])`,
	);
	return new Map(rows.map(({ person, number }) => [person, number]));
};

/** What led to nobody before. */
interface Fresh {
	readonly one: Identifier;
	/** Kept id. */
	readonly person: string;
	/** Whose it is, should they be told apart. */
	readonly own: string;
	readonly with: string | null;
	/** Whether the person was known. */
	readonly known: boolean;
}

const insertIdentifiers = async (
	tx: Tx,
	customerId: number,
	rows: readonly Fresh[],
	{ how, by, upload }: Naming,
	at: Date,
): Promise<void> => {
	if (rows.length === 0) return;
	await tx.run(sql`insert into person_identifier (customer_id, kind, value, person, created_at, how, added_by, came_with, upload)
		select ${customerId}, g.kind, g.value, g.person, ${at}, ${how}, ${by ?? null}, g.came_with, ${upload ?? null}
		from unnest(${texts(rows.map(({ one }) => one.kind))}::text[], ${texts(rows.map(({ one }) => one.value))}::text[],
			${uuids(rows.map(({ own }) => own))}::uuid[], ${texts(rows.map((one) => one.with))}::text[]) g (kind, value, person, came_with)
		on conflict do nothing`);
};

/**
 * Makes these people known by all that was said of them, on the domains it was said on. Answers what was added to whom of those
 * who were known before, which a caller writes down, and who became known where. Call it under `lockPeople`.
 */
export const keepPeople = async (
	tx: Tx,
	secrets: Kernel['secrets'],
	customerId: number,
	kept: readonly NamedOn[],
	naming: Naming,
): Promise<KeptPersons> => {
	if (kept.length === 0) return { added: [], seen: [], newcomers: new Map() };
	const at = now();
	const fresh = new Map<string, Fresh>();
	for (const { who } of kept) {
		if (who.fresh.length === 0) continue;
		const email = who.identifiers.find(({ kind }) => kind === 'email')?.value ?? null;
		for (const one of who.fresh) {
			const word = wordOf(one);
			if (!fresh.has(word))
				fresh.set(word, { one, person: who.person, own: who.own, with: one.kind === 'email' ? null : email, known: who.known });
		}
	}
	const rows = [...fresh.values()];
	const madeOn = new Map<string, string | null>();
	for (const { who, domainId } of kept) if (!who.known) madeOn.set(who.person, madeOn.get(who.person) ?? domainId);
	// None waits for another's answer: while PostgreSQL works on one, the next is put together here.
	const [newcomers, , seen] = await Promise.all([
		insertPersons(tx, customerId, madeOn, at),
		insertIdentifiers(tx, customerId, rows, naming, at),
		see(tx, customerId, kept, naming.upload ?? null, at),
	]);
	await heedNoes(
		tx,
		secrets,
		customerId,
		rows.map(({ one, person }) => ({ ...one, person })),
	);
	const added = [
		...Map.groupBy(
			rows.filter(({ known }) => known),
			({ person }) => person,
		),
	].map(([person, own]) => ({ person, identifiers: own.map(({ one }) => one) }));
	return { added, seen, newcomers };
};

interface SeenWord {
	readonly kind: string;
	readonly value: string;
	readonly domainId: string;
}

const Seen = row({ kind: text, value: text, is_new: bool });

/** What puts words on domains, for whoever needs to know which were new there and for whoever does not. */
const seeWords = (customerId: number, rows: readonly SeenWord[], upload: string | null, at: Date) =>
	sql`insert into person_seen as s (customer_id, kind, value, domain_id, seen_at, upload)
		select ${customerId}, g.kind, g.value, g.domain_id, ${at}, ${upload}
		from unnest(${texts(rows.map(({ kind }) => kind))}::text[], ${texts(rows.map(({ value }) => value))}::text[],
			${uuids(rows.map(({ domainId }) => domainId))}::uuid[]) g (kind, value, domain_id)
		-- What uploads alone named stays when something else names it, too. The first of them has it, and passes it on.
		on conflict (customer_id, kind, value, domain_id) do update set upload = null where s.upload is not null and excluded.upload is null`;

/**
 * Notes on which domains these were named by what; answers of whom anything of that is new. Only of those to whom nothing was added:
 * the others changed anyway, and to hear of each of their words would cost as much as to write it.
 */
const see = async (tx: Tx, customerId: number, kept: readonly NamedOn[], upload: string | null, at: Date): Promise<string[]> => {
	const seen = new Map<string, SeenWord>();
	const whose = new Map<string, Set<string>>();
	for (const { who, domainId } of kept) {
		if (domainId === null) continue;
		const words = who.byId === null ? who.identifiers : [...who.identifiers, { kind: 'luvallaId', value: who.byId }];
		const told = who.known && who.fresh.length === 0;
		for (const { kind, value } of words) {
			seen.set(`${domainId} ${kind}:${value}`, { kind, value, domainId });
			if (told) whose.set(`${kind}:${value}`, (whose.get(`${kind}:${value}`) ?? new Set()).add(who.person));
		}
	}
	const rows = [...seen.values()];
	const quiet = whose.size === 0 ? rows : rows.filter(({ kind, value }) => !whose.has(`${kind}:${value}`));
	const asked = whose.size === 0 ? [] : rows.filter(({ kind, value }) => whose.has(`${kind}:${value}`));
	if (quiet.length > 0) await tx.run(seeWords(customerId, quiet, upload, at));
	if (asked.length === 0) return [];
	const noted = await tx.rows(
		Seen,
		// Nobody's transaction has touched a row that was put in just now.
		sql`${seeWords(customerId, asked, upload, at)} returning s.kind, s.value, s.xmax = 0 as is_new`,
	);
	return [...new Set(noted.flatMap(({ kind, value, is_new }) => (is_new ? [...(whose.get(`${kind}:${value}`) ?? [])] : [])))];
};
