/**
 * Types of events that are known, and the kinds of their properties, as this process has read them. Rows of `event_type` are only
 * added to and a kind once noted stays what it is, so whatever was read is true for ever, and nobody need tell of changes: a type
 * or a property that is not here yet is asked of the database, never refused.
 */
import type { VisitorEvent } from '@luvalla/contract/profiles/visitors.ts';
import type { RuleKind } from '@luvalla/contract/rules.ts';
import { misfits } from '../events/store.ts';

type Kinds = ReadonlyMap<string, RuleKind>;

/** Types of all customers; a few kB each at the most. */
const MOST_TYPES = 10_000;

export interface KnownTypes {
	/** Of what a transaction read that had noted none itself. */
	learn(customerId: number, types: ReadonlyMap<string, Kinds>): void;
	/** Whether all of these are known by type, properties and kinds. */
	know(customerId: number, events: readonly VisitorEvent[]): boolean;
}

export const createKnownTypes = (): KnownTypes => {
	const customers = new Map<number, Map<string, Kinds>>();
	let count = 0;
	return {
		learn(customerId, types) {
			if (count + types.size > MOST_TYPES) {
				customers.clear();
				count = 0;
			}
			const known = customers.get(customerId) ?? new Map<string, Kinds>();
			customers.set(customerId, known);
			for (const [type, kinds] of types) {
				if (!known.has(type)) count++;
				// A copy: the reader goes on to note its own news there, which may come to nothing.
				known.set(type, new Map(kinds));
			}
		},
		know(customerId, events) {
			const known = customers.get(customerId);
			return (
				known !== undefined &&
				events.every(({ type, properties }) => {
					const kinds = known.get(type);
					return kinds !== undefined && Object.keys(properties).every((name) => kinds.has(name)) && misfits(kinds, properties).length === 0;
				})
			);
		},
	};
};
