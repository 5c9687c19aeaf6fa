/** What is known of one person, as a customer's own server reads it. */

import type { ProfileState } from '@luvalla/contract/profiles/api.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { presentOf, readHeld, readPurposeFacts } from '../../consent/wing.ts';
import { type Named, readIdentifiers } from '../../people/wing.ts';
import { numbersBy, readFacts } from '../profiles/facts.ts';
import { seenOf } from '../profiles/seen.ts';
import { shownFacts } from '../profiles/shown-facts.ts';
import { withinOf } from '../segments/askable.ts';
import { readSegments } from '../segments/store.ts';
import { CHUNK } from '../sets/bits.ts';

const SetId = row({ set_id: uuid });

const setsOf = async (tx: Tx, customerId: number, number: number): Promise<Set<string>> => {
	const rows = await tx.rows(
		SetId,
		sql`select set_id from set_chunk
		where customer_id = ${customerId} and chunk = ${Math.floor(number / CHUNK)}::int and get_bit(bits, ${number % CHUNK}::int) = 1`,
	);
	return new Set(rows.map((found) => found.set_id));
};

/** What a stranger is, and to a domain's token whoever is not known there. */
export const stateOf = async (tx: Tx, scope: Scope, domainId: string, who: Named | null): Promise<ProfileState> => {
	const { customerId } = scope;
	const known = who?.known ? who : null;
	const facts = known ? ((await readFacts(tx, customerId, [known.person])).get(known.person) ?? {}) : {};
	const seenAt = known ? (await seenOf(tx, customerId, [known.person])).get(known.person) : undefined;
	const number = known ? (await numbersBy(tx, customerId, [known.person])).get(known.person) : undefined;
	const sets = number === undefined ? new Set() : await setsOf(tx, customerId, number);
	const identifiers = known ? await readIdentifiers(tx, customerId, known.cluster.members, withinOf(scope)) : [];
	const held = known ? await readHeld(tx, customerId, known.person) : new Map();
	return {
		luvallaId: known?.person ?? null,
		...shownFacts(facts, seenAt),
		identifiers: identifiers.map(({ kind, value, confirmedAt }) => ({ kind, value, confirmedAt: confirmedAt?.toISOString() ?? null })),
		consents: presentOf(await readPurposeFacts(tx, customerId, [domainId]), held),
		segments:
			sets.size === 0
				? []
				: (await readSegments(tx, scope)).filter((one) => sets.has(one.segment_id)).map(({ segment_id: id, name }) => ({ id, name })),
	};
};
