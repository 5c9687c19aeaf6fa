/** Plain counts over the rows, written apart from the roll-ups' own statements: nothing of them is used here. */
import type { Client } from 'pg';

interface Said {
	readonly id: string;
	readonly choice_id: string;
	readonly domain_id: string;
	readonly purpose_id: string;
	readonly category: string;
	readonly value: boolean;
	readonly how: string;
	readonly person: string | null;
	readonly configuration: string | null;
	readonly received_at: Date;
	readonly batch_position: number;
	position: string | null;
}
interface Happened {
	readonly id: string;
	readonly domain_id: string;
	readonly type: string;
	readonly at: Date;
}

/** Rows that are there, or were. */
export interface Rows {
	readonly records: Map<string, Said>;
	readonly events: Map<string, Happened>;
	readonly people: Map<string, { readonly at: Date; readonly domain: string }>;
	readonly aliases: Map<string, { readonly merged: Date; readonly undone: Date | null; readonly domain: string }>;
}

export const NONE = '00000000-0000-0000-0000-000000000000';

export const readRows = async (owner: Client, customerId: number): Promise<Rows> => {
	const all = async <R extends object>(text: string): Promise<R[]> => (await owner.query<R>(text, [customerId])).rows;
	const records = await all<Said>(
		`select r.id, r.choice_id, r.domain_id, r.purpose_id, r.category, r.value, r.how, r.person, r.configuration, r.received_at, r.batch_position,
			(select e.position from ledger_entry e where e.record_id = r.id) as position from consent_record r where r.customer_id = $1`,
	);
	const events = [
		...(await all<Happened>('select id, domain_id, type, at from event where customer_id = $1')),
		...(await all<Happened>('select id, domain_id, type, at from visitor_event where customer_id = $1')),
	];
	const people = await all<{ person: string; created_at: Date; made_on: string | null }>(
		'select person, created_at, made_on from person where customer_id = $1',
	);
	const madeOn = new Map(people.map((one) => [one.person, one.made_on ?? NONE]));
	const aliases = await all<{ gone: string; merged_at: Date; undone_at: Date | null }>(
		'select gone, merged_at, undone_at from person_alias where customer_id = $1',
	);
	return {
		records: new Map(records.map((one) => [one.id, one])),
		events: new Map(events.map((one) => [one.id, one])),
		people: new Map(people.map((one) => [one.person, { at: one.created_at, domain: one.made_on ?? NONE }])),
		aliases: new Map(
			aliases.map((one) => [
				`${one.gone} ${one.merged_at.getTime()}`,
				{ merged: one.merged_at, undone: one.undone_at, domain: madeOn.get(one.gone) ?? NONE },
			]),
		),
	};
};

/** Those of both: what was read later says what is so. */
export const joined = (before: Rows, after: Rows): Rows => {
	const records = new Map([...before.records, ...after.records]);
	// Who was erased keeps the place that was read before.
	for (const [id, one] of records) if (one.position === null) one.position = before.records.get(id)?.position ?? null;
	return {
		records,
		events: new Map([...before.events, ...after.events]),
		people: new Map([...before.people, ...after.people]),
		aliases: new Map([...before.aliases, ...after.aliases]),
	};
};

const MS = { minute: 60_000, quarter: 900_000, hour: 3_600_000, day: 86_400_000 } as const;

/** `what domain key start`, and how many. @param asked categories that each publication asks for, without the one of sale */
export const plainCounts = (rows: Rows, asked: ReadonlyMap<string, number>, grain: keyof typeof MS): Map<string, number> => {
	const counts = new Map<string, number>();
	const add = (what: string, domain: string, key: string, at: Date, n = 1): void => {
		const start = new Date(Math.floor(at.getTime() / MS[grain]) * MS[grain]).toISOString();
		const word = `${what} ${domain} ${key} ${start}`;
		counts.set(word, (counts.get(word) ?? 0) + n);
	};
	for (const { domain_id: domain, type, at } of rows.events.values()) add('event', domain, type, at);
	for (const { at, domain } of rows.people.values()) add('profile', domain, '', at);
	for (const { merged, undone, domain } of rows.aliases.values()) {
		add('merged', domain, '', merged);
		if (undone) add('unmerged', domain, '', undone);
	}
	const records = [...rows.records.values()];
	for (const { domain_id: domain, received_at: at, how } of records) add('record', domain, how === 'banner' ? '' : 'other', at);
	for (const choice of Map.groupBy(records, (one) => `${one.choice_id} ${one.domain_id}`).values()) {
		const banner = choice.filter(({ how }) => how === 'banner');
		const [first] = banner.toSorted((a, b) => a.received_at.getTime() - b.received_at.getTime());
		if (!first) continue;
		const questions = banner.filter(({ category }) => category !== 'sale_sharing');
		const folder = choice.flatMap(({ configuration }) => configuration ?? []).sort()[0] ?? '';
		const yes = banner.some(({ value }) => value);
		if (!yes && questions.length < (asked.get(folder) ?? 0)) {
			const noes = questions.filter(({ person }) => person === null).length;
			if (noes > 0) add('withdrawn', first.domain_id, '', first.received_at, noes);
		} else add('choice', first.domain_id, banner.every(({ value }) => value) ? 'all' : yes ? 'some' : 'none', first.received_at);
	}
	const last = new Map<string, boolean>();
	const order = ({ position }: Said): bigint => (position === null ? 2n ** 62n : BigInt(position));
	for (const one of records.toSorted((a, b) =>
		order(a) === order(b)
			? a.received_at.getTime() - b.received_at.getTime() || a.batch_position - b.batch_position
			: order(a) < order(b)
				? -1
				: 1,
	)) {
		if (one.person === null) continue;
		const slot = `${one.person} ${one.purpose_id}`;
		if (!one.value && last.get(slot)) add('withdrawn', one.domain_id, '', one.received_at);
		last.set(slot, one.value);
	}
	return counts;
};
