/** What people did, written in batches. */

import { DOMAIN_NAMES, type EventOutcome, NAMES_KNOWN, type NewEvent } from '@luvalla/contract/profiles/api.ts';
import type { RuleKind } from '@luvalla/contract/rules.ts';
import { now } from '#kernel/clock.ts';
import { lockPeople, type Named } from '../../people/wing.ts';
import { millisOf } from '../events/ids.ts';
import {
	CUSTOMER,
	countTypes,
	type EventRow,
	insertEvents,
	misfits,
	type Properties,
	readEvents,
	readTypes,
	serverScope,
} from '../events/store.ts';
import { kindOfValue } from '../profiles/attributes.ts';
import { numbersBy } from '../profiles/facts.ts';
import type { Take } from './items.ts';
import { isRefusal, keepNames, namesBy, type Placed, type Refusal, refusedAs, settle, unfit, unnamed } from './items.ts';
import { KIND_MISMATCH, TOO_MANY_NAMES } from './sentences.ts';

/** A server's clock may be a little ahead of ours. */
const AHEAD_MS = 5 * 60_000;

/** An event whose time is possible and its own. */
export const withTime = (event: NewEvent | Refusal): NewEvent | Refusal => {
	if (isRefusal(event)) return event;
	const at = Date.parse(event.at);
	if (at > now().getTime() + AHEAD_MS) return { code: 'at_future' };
	return millisOf(event.id) === at ? { ...event, id: event.id.toLowerCase() } : { code: 'at_mismatch' };
};

interface Taken {
	readonly outcome: 'stored' | 'known';
	readonly who: Named;
	readonly event: NewEvent;
}

/** The same for the same event, in whatever order its properties were written. */
const canonical = (domainId: string, { type, properties }: { type: string; properties: Properties }): string =>
	JSON.stringify([domainId, type, Object.entries(properties).sort()]);

/** Takes a batch in its order; what is refused makes nobody known. */
export const takeEvents: Take<NewEvent, EventOutcome> = async (tx, kernel, sender, items, language) => {
	const { customerId, domainId, within } = sender;
	await lockPeople(tx, customerId);
	const events = items.flatMap((item) => (isRefusal(item) ? [] : [item]));
	const types = [...new Set(events.map(({ type }) => type))];
	const scope = serverScope(within, domainId);
	const before = await readTypes(tx, customerId, types, [CUSTOMER, scope], scope);
	const most = within === null ? NAMES_KNOWN : DOMAIN_NAMES;
	const room = most - (types.some((type) => !before.has(type)) ? await countTypes(tx, customerId, scope) : 0);
	const stored = await readEvents(tx, customerId, events);

	const judgeEvents = async (placed: readonly (Placed<NewEvent> | null)[]): Promise<(Taken | Refusal | null)[]> => {
		const members = [...new Set(placed.flatMap((one) => (one?.who.known && stored.has(one.item.id) ? one.who.cluster.members : [])))];
		const numbers = await numbersBy(tx, customerId, members);
		const kinds = new Map([...before].map(([type, known]) => [type, new Map(known.kinds)]));
		const batch = new Map<string, { said: string; person: string }>();
		let news = 0;
		return placed.map((one) => {
			if (one === null) return null;
			const { item, who } = one;
			const said = canonical(domainId, item);
			const there = stored.get(item.id);
			const own = who.cluster.members.flatMap((member) => numbers.get(member) ?? []);
			if (there)
				return canonical(there.domainId, there) === said && own.includes(there.number)
					? { outcome: 'known', who, event: item }
					: { code: 'id_conflict' };
			const earlier = batch.get(item.id);
			if (earlier)
				return earlier.said === said && earlier.person === who.person ? { outcome: 'known', who, event: item } : { code: 'id_conflict' };
			const known: Map<string, RuleKind> = kinds.get(item.type) ?? new Map();
			const wrong = misfits(known, item.properties);
			if (wrong.length > 0)
				return unfit(
					'kind_mismatch',
					wrong.map((name) => `properties.${name}`),
					KIND_MISMATCH,
				);
			const fresh = Object.entries(item.properties).filter(([name]) => !known.has(name));
			if (known.size + fresh.length > NAMES_KNOWN) return unfit('too_much', ['properties'], TOO_MANY_NAMES);
			if (!kinds.has(item.type)) {
				if (news >= room) return unfit('too_much', ['type'], TOO_MANY_NAMES);
				news += 1;
			}
			for (const [name, value] of fresh) known.set(name, kindOfValue(value));
			kinds.set(item.type, known);
			batch.set(item.id, { said, person: who.person });
			return { outcome: 'stored', who, event: item };
		});
	};

	const settled = await settle(items, namesBy(tx, sender), unnamed, judgeEvents);
	const taken = settled.flatMap((one) => (isRefusal(one) || one.outcome === 'known' ? [] : [one]));
	await keepNames(tx, kernel, sender, taken);
	const numbers = await numbersBy(tx, customerId, [...new Set(taken.map(({ who }) => who.own))]);
	const rows = taken.map(({ who, event: { id, at, type, properties } }): EventRow => {
		const number = numbers.get(who.own);
		if (number === undefined) throw new Error('Somebody who was named has no number.');
		return { id, at: new Date(at), number, domainId, type, properties, how: 'api' };
	});
	await insertEvents(tx, customerId, rows, () => scope);
	return settled.map((one) =>
		isRefusal(one) ? refusedAs(one, language) : { outcome: one.outcome, code: null, fields: null, luvallaId: one.who.person },
	);
};
