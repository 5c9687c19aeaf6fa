/** Entries of the cookie repository: the global ones, and what holds for a customer. */
import {
	COOKIE_SOURCES,
	COOKIE_TYPES,
	type CookieCounts,
	type CookieEntry,
	CookieSaid,
	type CookieSource,
	type CookieState,
	type CookieType,
	MOST_OWN_COOKIES,
} from '@luvalla/contract/consent/cookie-repository.ts';
import { inLanguages } from '@luvalla/contract/consent/languages.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { type Language, refusals } from '#kernel/http/errors.ts';
import { counted, type List, list, readPage } from '#kernel/storage/lists.ts';
import { holdNames } from '#kernel/storage/names.ts';
import { instant, int, join, json, oneOf, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { conflictsOf } from './conflicts.ts';
import { reasonIn } from './reasons.ts';

const refuseMany = refusals({
	too_many_cookies: [
		422,
		'There is room for 20,000 cookies of your own. Delete some first.',
		'Omia evästeitä mahtuu 20 000. Poista ensin joitakin.',
	],
});

const Description = inLanguages(z.string());
export type Description = z.output<typeof Description>;

const content = {
	entry_id: uuid,
	name: text,
	domain: text,
	provider: text,
	type: oneOf(COOKIE_TYPES),
	lifetime_seconds: orNull(int),
	description: json(Description),
	reason: text,
};
const StoredRow = row({ ...content, source: oneOf(COOKIE_SOURCES) });
/** An entry as it stands in its table. */
export type Stored = RowOf<typeof StoredRow>;
/** What is written of an entry. */
export type Content = Omit<Stored, 'entry_id' | 'source'>;

const EntryRow = row({
	...content,
	source: oneOf(COOKIE_SOURCES),
	customer_id: orNull(int),
	global: orNull(json(CookieSaid)),
	conflict: orNull(json(CookieSaid)),
	changed_at: instant,
});
export type EntryRow = RowOf<typeof EntryRow>;

const CONTENT = (alias: Sql): Sql =>
	sql`${alias}.entry_id, ${alias}.name, ${alias}.domain, ${alias}.provider, ${alias}.type, ${alias}.lifetime_seconds, ${alias}.description, ${alias}.reason`;

/** What another entry says; null where there is none. */
const said = (alias: Sql): Sql => sql`case when ${alias}.entry_id is null then null else jsonb_build_object(
	'id', ${alias}.entry_id, 'name', ${alias}.name, 'domain', ${alias}.domain, 'type', ${alias}.type, 'provider', ${alias}.provider,
	'lifetimeSeconds', ${alias}.lifetime_seconds) end`;

/** Of several global entries of one name and host: whose word counts first. */
const RANK = sql`array_position(array['platform', 'starter', 'ocd'], g.source)`;

const GLOBAL = sql`(select ${CONTENT(sql`g`)}, g.source, null::int as customer_id, null::jsonb as global, ${said(sql`x`)} as conflict, g.changed_at
	from cookie_entry g left join cookie_entry x on x.entry_id = g.conflict_id) e`;

/** A customer's own entries and the global ones that none of them stands over; a conflict is settled by an own entry over either side. */
const effective = (customerId: number): Sql => sql`(
	select ${CONTENT(sql`o`)}, 'own'::text as source, o.customer_id, ${said(sql`u`)} as global, null::jsonb as conflict, o.changed_at
	from customer_cookie o
	left join lateral (select g.* from cookie_entry g where g.name = o.name and g.domain = o.domain
		order by ${RANK}, g.entry_id limit 1) u on true
	where o.customer_id = ${customerId}
	union all
	select ${CONTENT(sql`g`)}, g.source, null::int, null::jsonb, ${said(sql`x`)}, g.changed_at
	from cookie_entry g
	left join cookie_entry x on x.entry_id = g.conflict_id
		and not exists (select 1 from customer_cookie s where s.customer_id = ${customerId} and s.name = x.name and s.domain = x.domain)
	where not exists (select 1 from customer_cookie s where s.customer_id = ${customerId} and s.name = g.name and s.domain = g.domain)) e`;

/** Lifetimes that are not known stand before all others. */
const LIFETIME = sql`to_char(coalesce(e.lifetime_seconds, -1) + 1, 'FM000000000000')`;

/** @param customerId null: the global entries */
export const entriesOf = (customerId: number | null): List<typeof EntryRow> =>
	list({
		row: EntryRow,
		columns: sql`${CONTENT(sql`e`)}, e.source, e.customer_id, e.global, e.conflict, e.changed_at`,
		from: customerId === null ? GLOBAL : effective(customerId),
		orders: {
			name: { by: sql`lower(e.name)`, type: 'text' },
			type: { by: sql`e.type`, type: 'text' },
			provider: { by: sql`lower(e.provider)`, type: 'text' },
			lifetime: { by: LIFETIME, type: 'text' },
			changedAt: { by: sql`e.changed_at`, type: 'timestamptz' },
		},
		usual: 'name',
		key: { by: sql`e.entry_id`, type: 'uuid' },
	});

export interface Narrowed {
	readonly q?: string | undefined;
	readonly type?: CookieType | undefined;
	readonly provider?: string | undefined;
	readonly source?: CookieSource | undefined;
	readonly state?: CookieState | undefined;
}

const STATES: Readonly<Record<CookieState, Sql>> = {
	undecided: sql`e.type = 'undecided'`,
	own: sql`e.source = 'own'`,
	conflict: sql`e.conflict is not null`,
};

export const narrowed = ({ q, type, provider, source, state }: Narrowed): Sql[] => [
	...(q === undefined || q.trim() === '' ? [] : [sql`(e.name ilike ${containing(q)} or e.provider ilike ${containing(q)})`]),
	...(type === undefined ? [] : [sql`e.type = ${type}`]),
	...(provider === undefined ? [] : [sql`lower(e.provider) = lower(${provider}::text)`]),
	...(source === undefined ? [] : [sql`e.source = ${source}`]),
	...(state === undefined ? [] : [STATES[state]]),
];

export const shown = (entry: EntryRow, language: Language): CookieEntry => ({
	id: entry.entry_id,
	customerId: entry.customer_id,
	name: entry.name,
	type: entry.type,
	provider: entry.provider,
	domain: entry.domain,
	lifetimeSeconds: entry.lifetime_seconds,
	description: entry.description,
	source: entry.source,
	reason: reasonIn(language, entry.reason),
	global: entry.global,
	conflict: entry.conflict,
	changedAt: entry.changed_at.toISOString(),
});

export const readEntry = async (tx: Tx, customerId: number | null, entryId: string): Promise<EntryRow | null> => {
	const { rows } = await readPage(tx, entriesOf(customerId), [sql`e.entry_id = ${entryId}`], { page: 1, size: 1 });
	return rows[0] ?? null;
};

const Counts = row({ all: int, undecided: int, own: int, conflicts: int });

export const countEntries = async (tx: Tx, customerId: number | null): Promise<CookieCounts> =>
	(await tx.first(
		Counts,
		sql`select count(*)::int as all, count(*) filter (where ${STATES.undecided})::int as undecided,
			count(*) filter (where ${STATES.own})::int as own, count(*) filter (where ${STATES.conflict})::int as conflicts
			from ${customerId === null ? GLOBAL : effective(customerId)}`,
	)) ?? { all: 0, undecided: 0, own: 0, conflicts: 0 };

/** Which entries of a list are chosen: these, or all that match what narrows it but a few. */
export type Choice = { readonly these: readonly string[] } | { readonly all: Narrowed; readonly but: readonly string[] };

/** Those that are there, with their descriptions: some thousands at most. */
export const chosenEntries = (tx: Tx, customerId: number | null, choice: Choice): Promise<EntryRow[]> => {
	const parts = entriesOf(customerId);
	const conditions =
		'these' in choice
			? [sql`e.entry_id = any(${[...choice.these]}::uuid[])`]
			: [sql`e.entry_id <> all(${[...choice.but]}::uuid[])`, ...narrowed(choice.all)];
	return tx.rows(parts.row, sql`select ${parts.columns} from ${parts.from} where ${join(conditions, ' and ')} order by e.entry_id`);
};

/** Held until the transaction ends: of two who change entries at once one waits. */
export const holdEntries = (tx: Tx, customerId: number | null): Promise<number> => holdNames(tx, customerId ?? 0, 'cookies');

export const globalEntries = (tx: Tx): Promise<Stored[]> =>
	tx.rows(StoredRow, sql`select ${CONTENT(sql`g`)}, g.source from cookie_entry g order by ${RANK}, g.entry_id`);

export const ownEntries = (tx: Tx, customerId: number): Promise<Stored[]> =>
	tx.rows(
		StoredRow,
		sql`select ${CONTENT(sql`o`)}, 'own'::text as source from customer_cookie o where o.customer_id = ${customerId} order by o.entry_id`,
	);

const Conflicting = row({
	entry_id: uuid,
	name: text,
	domain: text,
	type: text,
	lifetime_seconds: orNull(int),
	conflict_id: orNull(uuid),
});

/** Works out anew which global entries contradict each other; to be called after every change of them, in its transaction. */
const settleConflicts = async (tx: Tx): Promise<void> => {
	const entries = await tx.rows(
		Conflicting,
		sql`select entry_id, name, domain, type, lifetime_seconds, conflict_id from cookie_entry order by entry_id`,
	);
	const found = conflictsOf(entries);
	const changed = entries.flatMap(({ entry_id: id, conflict_id: before }) => {
		const after = found.get(id) ?? null;
		return after === before ? [] : [[id, after] as const];
	});
	if (changed.length > 0) await tx.run(sql`select settle_cookie_conflicts(${JSON.stringify(Object.fromEntries(changed))}::jsonb)`);
};

/** Adds global entries and changes those that are there. Names, hosts and providers must be apart: see `holdEntries`. */
export const storeGlobal = async (tx: Tx, entries: readonly Stored[]): Promise<void> => {
	if (entries.length === 0) return;
	await tx.run(sql`select store_cookie_entries(${JSON.stringify(entries)}::jsonb, ${now()})`);
	await settleConflicts(tx);
};

export const deleteGlobal = async (tx: Tx, ids: readonly string[]): Promise<void> => {
	await tx.run(sql`select delete_cookie_entries(${[...ids]}::uuid[])`);
	await settleConflicts(tx);
};

/** The same of a customer's own. @throws Refused 422 too_many_cookies */
export const storeOwn = async (
	tx: Tx,
	customerId: number,
	entries: readonly (Content & { readonly entry_id: string })[],
): Promise<void> => {
	if (entries.length === 0) return;
	await tx.run(sql`insert into customer_cookie
			(customer_id, entry_id, name, domain, provider, type, lifetime_seconds, description, reason, changed_at)
		select ${customerId}, g.entry_id, g.name, g.domain, g.provider, g.type, g.lifetime_seconds, g.description, g.reason, ${now()}
		from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) g (
			entry_id uuid, name text, domain text, provider text, type text, lifetime_seconds bigint, description jsonb, reason text
		)
		on conflict (customer_id, entry_id) do update set name = excluded.name, domain = excluded.domain, provider = excluded.provider,
			type = excluded.type, lifetime_seconds = excluded.lifetime_seconds, description = excluded.description,
			reason = excluded.reason, changed_at = excluded.changed_at`);
	const { total } = await counted(tx, sql`customer_cookie o where o.customer_id = ${customerId}`, MOST_OWN_COOKIES + 1);
	if (total > MOST_OWN_COOKIES) throw refuseMany('too_many_cookies');
};

export const deleteOwn = (tx: Tx, customerId: number, ids: readonly string[]): Promise<number> =>
	tx.run(sql`delete from customer_cookie where customer_id = ${customerId} and entry_id = any(${[...ids]}::uuid[])`);

/** By what a global entry is told from others. */
export const globalKey = ({ name, domain, provider }: Pick<Content, 'name' | 'domain' | 'provider'>): string =>
	`${domain}\n${name}\n${provider}`;
/** By what an entry of a customer's own is. */
export const ownKey = ({ name, domain }: Pick<Content, 'name' | 'domain'>): string => `${domain}\n${name}`;

const languages = (description: Description): [string, string][] =>
	Object.entries(description).sort(([one], [other]) => (one < other ? -1 : 1));

/** Whether two say the same. */
export const same = (one: Content, other: Content): boolean =>
	one.name === other.name &&
	one.domain === other.domain &&
	one.provider === other.provider &&
	one.type === other.type &&
	one.lifetime_seconds === other.lifetime_seconds &&
	one.reason === other.reason &&
	JSON.stringify(languages(one.description)) === JSON.stringify(languages(other.description));
