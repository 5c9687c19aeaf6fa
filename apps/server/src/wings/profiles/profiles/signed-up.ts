/**
 * What somebody typed into a sign-up form that they confirmed. Whoever likes fills in a form, so it is kept where nothing is known yet and
 * replaces nothing; a telephone number is a fact and no identifier, since nobody has shown that it is theirs.
 */
import type { SignedUp } from '#kernel/hooks.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { membersOf } from '../../people/wing.ts';
import { attributeKinds, keepAttributes, roomForAttributes } from './attributes.ts';
import { changeProfiles } from './change.ts';
import { type FactChange, readFacts } from './facts.ts';

const ATTRIBUTE = 'attributes.';
const NAMED = ['firstName', 'lastName', 'street', 'postalCode', 'city'] as const;

/** Call it under `lockPeople`. */
export const keepSignedUp = async (tx: Tx, { customerId, domainId, person, facts: typed }: SignedUp): Promise<void> => {
	const cluster = await membersOf(tx, customerId, person);
	const known = (await readFacts(tx, customerId, [cluster.kept])).get(cluster.kept) ?? {};
	const own = Object.fromEntries(
		NAMED.flatMap((key) => (typed[key] !== undefined && known[key] === undefined ? [[key, typed[key]] as const] : [])),
	);
	const given = Object.entries(typed).flatMap(([key, value]) =>
		key === 'phone' ? [['phone', value] as const] : key.startsWith(ATTRIBUTE) ? [[key.slice(ATTRIBUTE.length), value] as const] : [],
	);
	const within = [domainId];
	const kinds = await attributeKinds(
		tx,
		customerId,
		given.map(([key]) => key),
		within,
	);
	const fresh = given.filter(([key]) => !kinds.has(key));
	const room = fresh.length === 0 ? 0 : await roomForAttributes(tx, customerId, within);
	const named = new Map(fresh.slice(0, Math.max(0, room)).map(([key]) => [key, 'text'] as const));
	await keepAttributes(tx, customerId, named, { domainId });
	const attributes = Object.fromEntries(
		given.filter(([key]) => known.attributes?.[key] === undefined && (kinds.get(key) === 'text' || named.has(key))),
	);
	const change: FactChange = { ...own, ...(Object.keys(attributes).length > 0 && { attributes }) };
	if (Object.keys(change).length > 0) await changeProfiles(tx, customerId, [{ cluster, change }]);
};
