/**
 * The short way of most events: those of visitors whom nobody knows, of types that are known. One statement a commit, for all
 * customers in it, planned once a connection. The long way (keep.ts) takes nine, of which each is planned anew: of 5.3 ms that a
 * commit of 17 events took there, 1.3 went into planning who permits it (a join over every month of records), 3 into going to and fro.
 */
import { now } from '#kernel/clock.ts';
import { composites, type FieldWriter, int4s } from '#kernel/storage/arrays.ts';
import { createTypeOf } from '#kernel/storage/composite-type.ts';
import { ints, orNull, row, sql, uuids } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { millisOf } from '../events/ids.ts';
import type { Visit } from './keep.ts';

/** `otherwise`: it goes the long way, which knows what to do with it. */
export type Fate = { readonly stored: number; readonly known: number } | 'otherwise';

interface Row {
	readonly visit: Visit;
	readonly event: Visit['events'][number];
}

const FIELDS = 14;

const Answer = row({ others: orNull(ints), fresh: orNull(uuids) });

/** @param identificationIdOf under which id a visitor's record would stand had it become a person's */
export const createArrivals = (edge: Tx, identificationIdOf: (record: string) => string) => {
	const typeOf = createTypeOf(edge, 'edge_event');

	/** In the order of the type edge_event. */
	const writeRow =
		(places: ReadonlyMap<Row, number>) =>
		(to: FieldWriter, one: Row): void => {
			const { visit, event } = one;
			to.int4(places.get(one) ?? 0);
			to.int4(visit.customerId);
			to.uuid(visit.domainId);
			to.uuid(visit.id);
			to.timestamp(millisOf(visit.id));
			to.uuid(identificationIdOf(visit.id));
			to.text(visit.browser);
			to.text(visit.system);
			to.text(visit.kind);
			to.uuid(event.id);
			to.timestamp(Date.parse(event.at));
			to.text(event.type);
			to.text(JSON.stringify(event.properties));
			to.bytea(visit.key);
		};

	return async (visits: readonly Visit[]): Promise<readonly Fate[]> => {
		const oid = await typeOf();
		const rows = visits.flatMap((visit) => visit.events.map((event): Row => ({ visit, event })));
		const places = new Map(rows.map((one, place) => [one, place]));
		// Two commits with the same events meet them in the same order, so neither waits for what the other waits for.
		const sorted = rows.toSorted((a, b) => (a.event.id < b.event.id ? -1 : Number(a.event.id > b.event.id)));
		const customers = [...new Set(visits.map(({ customerId }) => customerId))].sort((a, b) => a - b);
		const answer = await edge.first(
			Answer,
			sql`select others, fresh from edge_visits(${now()}, ${int4s(customers)}, ${composites(oid, FIELDS, sorted, writeRow(places))})`,
		);
		if (!answer) throw new Error('The database answered nothing.');
		if (answer.others === null && answer.fresh === null) return visits.map(({ events }) => ({ stored: events.length, known: 0 }));
		const others = new Set(answer.others?.map((place) => rows[place]?.visit));
		const fresh = answer.fresh === null ? null : new Set(answer.fresh);
		return visits.map((visit) => {
			if (others.has(visit)) return 'otherwise';
			// The same id twice in one commit is stored once.
			const stored = fresh === null ? visit.events.length : visit.events.filter(({ id }) => fresh.delete(id)).length;
			return { stored, known: visit.events.length - stored };
		});
	};
};
