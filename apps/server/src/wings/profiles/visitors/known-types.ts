/**
 * Types of events that are known on a domain, and the kinds that hold there, as this process has read them. What servers say may come to
 * hold later: so what was read is forgotten after a while, and a type or a property that is not here is asked of the database, never
 * refused.
 */
import type { VisitorEvent } from '@luvalla/contract/profiles/visitors.ts';
import { type KnownType, misfits } from '../events/store.ts';

/** Types of all customers' domains; a few kB each at the most. */
const MOST_TYPES = 10_000;
/** What a server says is heeded on pages after this, at the latest. */
const KEPT_MS = 60_000;

export interface KnownTypes {
	/** Of what a transaction read that had noted none itself. */
	learn(customerId: number, domainId: string, types: ReadonlyMap<string, KnownType>): void;
	/** Whether all of these are known by type, properties and kinds. */
	know(customerId: number, domainId: string, events: readonly VisitorEvent[]): boolean;
}

export const createKnownTypes = (): KnownTypes => {
	const domains = new Map<string, Map<string, { readonly known: KnownType; readonly until: number }>>();
	let count = 0;
	return {
		learn(customerId, domainId, types) {
			if (count + types.size > MOST_TYPES) {
				domains.clear();
				count = 0;
			}
			const key = `${customerId} ${domainId}`;
			const own = domains.get(key) ?? new Map<string, { known: KnownType; until: number }>();
			domains.set(key, own);
			const until = performance.now() + KEPT_MS;
			for (const [type, known] of types) {
				if (!own.has(type)) count++;
				own.set(type, { known, until });
			}
		},
		know(customerId, domainId, events) {
			const own = domains.get(`${customerId} ${domainId}`);
			return (
				own !== undefined &&
				events.every(({ type, properties }) => {
					const found = own.get(type);
					if (found === undefined || found.until < performance.now()) return false;
					const { kinds, names } = found.known;
					return Object.keys(properties).every((name) => names.has(name)) && misfits(kinds, properties).length === 0;
				})
			);
		},
	};
};
