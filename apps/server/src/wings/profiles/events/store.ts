/** Events: what people did, and the kinds of them that were ever told. */

import { RULE_KINDS } from '@luvalla/contract/profiles/segments.ts';
import type { RuleKind } from '@luvalla/contract/rules.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { timestamps, uuids } from '#kernel/storage/arrays.ts';
import { int, json, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Within } from '../../people/wing.ts';
import { noteNews } from '../news.ts';
import { type AttributeKind, fitsKind, kindOfValue } from '../profiles/attributes.ts';
import { AttributeValue } from '../profiles/facts.ts';
import { markSeen } from '../profiles/seen.ts';
import { touchNumbers } from '../rules/follow.ts';
import { tellEvents } from './counted.ts';

export type Properties = Readonly<Record<string, z.infer<typeof AttributeValue>>>;

/** An event of somebody, named by their own number. */
export interface EventRow {
	readonly id: string;
	readonly at: Date;
	readonly number: number;
	readonly domainId: string;
	readonly type: string;
	readonly properties: Properties;
	readonly how: string;
}

const TypeRow = row({ type: text, scope: text, properties: json(z.record(z.string(), z.enum(RULE_KINDS))) });

/** Who tells of events: what one says sets no kind and no limit for another. */
export const CUSTOMER = '';
/** A domain's own server is told apart from the customer's: @param within the domains of its token; null: the customer's own */
export const serverScope = (within: Within, domainId: string): string => (within === null ? CUSTOMER : domainId);
export const pageScope = (domainId: string): string => `page:${domainId}`;

/** What is known of a type to somebody who tells of it. */
export interface KnownType {
	/** Kinds that hold for them. */
	readonly kinds: ReadonlyMap<string, RuleKind>;
	/** Names of properties that they need not make known any more. */
	readonly names: ReadonlySet<string>;
}

/**
 * The kinds of properties of these types of events, as far as they are known.
 * @param binding whose word holds, the first before the next; @param own whose names count besides
 */
export const readTypes = async (
	tx: Tx,
	customerId: number,
	types: readonly string[],
	binding: readonly string[],
	own: string,
): Promise<Map<string, KnownType>> => {
	const scopes = [...new Set([...binding, own])];
	const rows = await tx.rows(
		TypeRow,
		sql`select type, scope, properties from event_type
		where customer_id = ${customerId} and type = any(${types}::text[]) and scope = any(${scopes}::text[])`,
	);
	return new Map(
		[...Map.groupBy(rows, ({ type }) => type)].map(([type, said]) => {
			const of = (scope: string) => Object.entries(said.find((one) => one.scope === scope)?.properties ?? {});
			const kinds = new Map(binding.toReversed().flatMap(of));
			return [type, { kinds, names: new Set([...kinds.keys(), ...of(own).map(([name]) => name)]) }];
		}),
	);
};

const Count = row({ count: int });

/** How many types of events somebody has told of. */
export const countTypes = async (tx: Tx, customerId: number, scope: string): Promise<number> => {
	const found = await tx.first(
		Count,
		sql`select count(*)::int as count from event_type where customer_id = ${customerId} and scope = ${scope}`,
	);
	return found?.count ?? 0;
};

const StoredEvent = row({ id: uuid, number: int, domain_id: uuid, type: text, properties: json(z.record(z.string(), AttributeValue)) });

/** Events that are stored under these ids, whose time is inside them. */
export const readEvents = async (
	tx: Tx,
	customerId: number,
	asked: readonly { readonly id: string; readonly at: string }[],
): Promise<Map<string, Pick<EventRow, 'number' | 'domainId' | 'type' | 'properties'>>> => {
	if (asked.length === 0) return new Map();
	const rows = await tx.rows(
		StoredEvent,
		sql`select e.id, e.number, e.domain_id, e.type, e.properties
		from unnest(${timestamps(asked.map(({ at }) => new Date(at)))}::timestamptz[], ${uuids(asked.map(({ id }) => id))}::uuid[]) g (at, id)
		join event e on e.customer_id = ${customerId} and e.at = g.at and e.id = g.id`,
	);
	return new Map(rows.map(({ domain_id: domainId, ...found }) => [found.id, { ...found, domainId }]));
};

/** Properties of an event that are of another kind than those that hold. */
export const misfits = (known: ReadonlyMap<string, RuleKind> | undefined, properties: Properties): string[] =>
	Object.entries(properties).flatMap(([key, value]) => {
		const kind = known?.get(key) as AttributeKind | undefined;
		return kind === undefined || fitsKind(value, kind) ? [] : [key];
	});

const Stored = row({ id: uuid });

/** Notes types of events and their properties, for rules to offer. */
export const noteTypes = async (
	tx: Tx,
	customerId: number,
	events: readonly (Pick<EventRow, 'type' | 'properties'> & { readonly scope: string })[],
	at: Date,
): Promise<void> => {
	if (events.length === 0) return;
	const kinds = new Map<string, { type: string; scope: string; own: Record<string, AttributeKind> }>();
	for (const { type, scope, properties } of events) {
		const key = `${scope} ${type}`;
		const noted = kinds.get(key) ?? { type, scope, own: {} };
		for (const [name, value] of Object.entries(properties)) noted.own[name] ??= kindOfValue(value);
		kinds.set(key, noted);
	}
	const all = [...kinds.values()];
	await tx.run(sql`insert into event_type as t (customer_id, type, scope, properties, created_at)
		select ${customerId}::int, g.type, g.scope, g.properties, ${at}
		from unnest(${all.map(({ type }) => type)}::text[], ${all.map(({ scope }) => scope)}::text[],
			${all.map(({ own }) => JSON.stringify(own))}::jsonb[]) g (type, scope, properties)
		order by g.type, g.scope
		on conflict (customer_id, type, scope) do update set properties = excluded.properties || t.properties
			where t.properties <> (excluded.properties || t.properties)`);
};

/** Keeps events, each id once; answers the ids that are new. Properties are taken to fit (`misfits`). @param scopeOf who tells of one */
export const insertEvents = async (
	tx: Tx,
	customerId: number,
	events: readonly EventRow[],
	scopeOf: (event: EventRow) => string = () => CUSTOMER,
): Promise<Set<string>> => {
	if (events.length === 0) return new Set();
	const at = now();
	await noteTypes(
		tx,
		customerId,
		events.map((one) => ({ ...one, scope: scopeOf(one) })),
		at,
	);
	const stored = await tx.rows(
		Stored,
		sql`insert into event (customer_id, at, id, number, domain_id, type, properties, received_at, how)
		select ${customerId}::int, g.at, g.id, g.number, g.domain_id, g.type, g.properties, ${at}, g.how
		from jsonb_to_recordset(${JSON.stringify(events.map(({ domainId, ...one }) => ({ ...one, domain_id: domainId })))}::jsonb)
			g (id uuid, at timestamptz, number int, domain_id uuid, type text, properties jsonb, how text)
		on conflict do nothing returning id`,
	);
	const fresh = new Set(stored.map(({ id }) => id));
	const told = events.filter(({ id }) => fresh.has(id));
	await tellEvents(tx, customerId, told);
	await markSeen(tx, customerId, told);
	await touchNumbers(tx, customerId, [...new Set(told.map(({ number }) => number))]);
	await noteNews(
		tx,
		customerId,
		told.map(({ id, at, number, domainId, type }) => ({ kind: 'event', subject: type, number, domainId, cause: id, at })),
	);
	return fresh;
};
