/**
 * Segments that a purpose rests on without anybody's yes (existing customers, business recipients), and those that their rules ask about:
 * whoever comes into one may be written to. So who is in them is decided by whoever answers for the customer, who shows who they are.
 * All roads by which a segment's people change pass here: `members.ts` asks it of whoever puts in and takes out, rules and merges ask it
 * where they change.
 */
import { isLeaf, kindOf, partsOf, type Rule } from '@luvalla/contract/rules.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { refusals } from '#kernel/http/errors.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { basisSegments } from '../../consent/wing.ts';
import type { Cluster } from '../../people/wing.ts';
import { numbersBy } from '../profiles/facts.ts';
import { numbersAmong } from '../sets/count.ts';
import { ruledSets } from '../sets/store.ts';

const refuseGround = refusals({
	ground_segment: [
		403,
		'A purpose permits messages to whoever is in this segment. Only whoever answers for the customer decides who that is: no domain’s own admin, and no domain’s token.',
		'Käyttötarkoitus sallii viestit kaikille, jotka ovat tässä segmentissä. Siitä, keitä he ovat, päättää vain asiakkaasta vastaava: ei verkkotunnuksen oma ylläpitäjä eikä verkkotunnuksen rajapinta-avain.',
	],
});

/** Whoever asks, now. */
interface Asking {
	readonly asker: Asker;
	readonly scope: Pick<Scope, 'as' | 'domains'>;
}

/** By whose leave people are put in or taken out. */
export type Leave =
	| Asking
	/** Grounds that somebody was asked about when this was begun or set up (`demandLeave` answers them). */
	| { readonly proven: readonly string[] };

/** What may make more people be written to. */
export type Change = 'in' | 'out';

const grow = (found: Map<string, Set<Change>>, id: string, change: Change): boolean => {
	const known = found.get(id) ?? new Set<Change>();
	if (known.has(change)) return false;
	found.set(id, known.add(change));
	return true;
};

/** Segments that a rule asks about, and what of theirs makes more people fit. */
const askedBy = (rule: Rule, change: Change): { id: string; change: Change }[] => {
	const other = change === 'in' ? 'out' : 'in';
	if (!isLeaf(rule)) return partsOf(rule).flatMap((part) => askedBy(part, kindOf(rule) === 'not' ? other : change));
	if (!rule.field.startsWith('segment.')) return [];
	return [{ id: rule.field.slice('segment.'.length), change: rule.value === true ? change : other }];
};

/** Every ground of the customer, and what widens it. Mostly there is none. */
export const groundsOf = async (tx: Tx, customerId: number): Promise<ReadonlyMap<string, ReadonlySet<Change>>> => {
	const found = new Map<string, Set<Change>>();
	const open = (await basisSegments(tx, customerId)).map((id) => ({ id, change: 'in' as Change }));
	if (open.length === 0) return found;
	const rules = new Map((await ruledSets(tx, customerId)).map(({ set_id: id, rule }) => [id, rule]));
	for (let one = open.pop(); one !== undefined; one = open.pop()) {
		if (!grow(found, one.id, one.change)) continue;
		const rule = rules.get(one.id);
		if (rule) open.push(...askedBy(rule, one.change));
	}
	return found;
};

/** Of these segments those that are widened by such a change. */
export const groundsAmong = async (tx: Tx, customerId: number, segments: readonly string[], change: Change): Promise<string[]> => {
	if (segments.length === 0) return [];
	const grounds = await groundsOf(tx, customerId);
	return segments.filter((id) => grounds.get(id)?.has(change));
};

const demandOwner = ({ asker, scope }: Asking): void => {
	const isOwn = scope.domains === 'all' && scope.as !== 'domainAdmin';
	if (!isOwn) throw refuseGround('ground_segment');
	// The customer's own machine is what whoever answers for the customer made it, with proof.
	if (asker.machineOf === undefined) demandConfirmed(asker);
};

/**
 * Asked before people of these segments change; answers which of them are grounds, for what is done later by the same leave.
 * @throws Refused 403 ground_segment; confirm_identity
 */
export const demandLeave = async (
	tx: Tx,
	customerId: number,
	segments: readonly string[],
	change: Change,
	leave: Leave,
): Promise<string[]> => {
	const grounds = await groundsAmong(tx, customerId, [...new Set(segments)], change);
	if (grounds.length === 0) return [];
	if ('asker' in leave) demandOwner(leave);
	else if (grounds.some((id) => !leave.proven.includes(id))) throw refuseGround('ground_segment');
	return grounds;
};

/** Asked before what fills a segment is changed, or who may fill it. @throws Refused 403 */
export const demandLeaveToShape = async (tx: Tx, customerId: number, segment: string, asking: Asking): Promise<void> => {
	if ((await groundsOf(tx, customerId)).has(segment)) demandOwner(asking);
};

/** Asked before these become one: whoever is in a ground brings the other in. @throws Refused 403 */
export const demandLeaveToMerge = async (tx: Tx, customerId: number, clusters: readonly Cluster[], asking: Asking): Promise<void> => {
	const grounds = await groundsOf(tx, customerId);
	if (grounds.size === 0) return;
	const numbers = await numbersBy(
		tx,
		customerId,
		clusters.map(({ kept }) => kept),
	);
	for (const id of grounds.keys()) {
		const inside = await numbersAmong(tx, customerId, id, [...numbers.values()]);
		if (inside.size > 0 && inside.size < numbers.size) demandOwner(asking);
	}
};
