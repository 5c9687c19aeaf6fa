/** People of a segment, put in and taken out in batches. */
import type { PersonKey } from '@luvalla/contract/people/identifiers.ts';
import type { MemberOutcome } from '@luvalla/contract/profiles/api.ts';
import type { Language } from '#kernel/http/errors.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Cluster, lockPeople, type Named } from '../../people/wing.ts';
import { numbersBy } from '../profiles/facts.ts';
import type { Leave } from '../segments/grounds.ts';
import { type Coming, putIn, takeOut } from '../segments/members.ts';
import { numbersAmong } from '../sets/count.ts';
import { isRefusal, namesBy, type Refusal, refusedAs, type Sender, settle, unnamed } from './items.ts';

/**
 * Strangers are refused; who is in already, or out already, stays as they are.
 * @param way how these come in
 * @param leave by whose
 * @param takesAll whoever is taken out is out however they came in; else what came in this way alone
 */
export const takeMembers = async (
	tx: Tx,
	sender: Sender,
	segmentId: string,
	way: Pick<Coming, 'how' | 'source'>,
	leave: Leave,
	takesAll: boolean,
	action: 'add' | 'remove',
	people: readonly (PersonKey | Refusal)[],
	language: Language,
): Promise<MemberOutcome[]> => {
	const { customerId, by } = sender;
	await lockPeople(tx, customerId);
	const items = people.map((one) => (isRefusal(one) ? one : { person: one }));
	const settled = await settle(
		items,
		namesBy(tx, sender),
		(code) => unnamed(code, ['phone']),
		async (placed): Promise<({ who: Named } | Refusal | null)[]> =>
			// Who is named beside something new is known, and it is not for this call to add to them.
			placed.map((one) =>
				one === null ? null : one.who.known && one.who.fresh.length === 0 ? { who: one.who } : { code: 'unknown_person' },
			),
	);
	const clusters = new Map<string, Cluster>();
	for (const one of settled) if (!isRefusal(one)) clusters.set(one.who.person, one.who.cluster);
	const numbers = await numbersBy(tx, customerId, [...clusters.keys()]);
	const there = await numbersAmong(tx, customerId, segmentId, [...numbers.values()]);
	const isIn = (person: string): boolean => there.has(numbers.get(person) ?? -1);
	if (clusters.size > 0) {
		if (action === 'add') await putIn(tx, customerId, segmentId, [...clusters.values()], { ...way, by }, leave);
		else await takeOut(tx, customerId, segmentId, [...clusters.values()], takesAll ? null : way, leave);
	}
	const left = action === 'remove' && !takesAll ? await numbersAmong(tx, customerId, segmentId, [...numbers.values()]) : new Set();
	const isLeft = (person: string): boolean => left.has(numbers.get(person) ?? -1);
	const met = new Set<string>();
	return settled.map((one) => {
		if (isRefusal(one)) return refusedAs(one, language);
		const { person } = one.who;
		const changes = isIn(person) !== (action === 'add') && !isLeft(person) && !met.has(person);
		met.add(person);
		return { outcome: changes ? (action === 'add' ? 'added' : 'removed') : 'unchanged', code: null, fields: null, luvallaId: person };
	});
};
