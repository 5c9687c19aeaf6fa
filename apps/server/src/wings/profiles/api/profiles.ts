/** What is known of people, written in batches. */

import { fitsTogether, type ProfileChange, type ProfileOutcome, TOO_MANY_VALUES } from '@luvalla/contract/profiles/api.ts';
import { sentencesOf } from '#kernel/http/errors.ts';
import { lockPeople, type Named, wordOf } from '../../people/wing.ts';
import { type AttributeKind, attributeKinds, fitsKind, keepAttributes, kindOfValue, roomForAttributes } from '../profiles/attributes.ts';
import { changeProfiles } from '../profiles/change.ts';
import { changed, type FactChange, type Facts, readFacts } from '../profiles/facts.ts';
import type { Take } from './items.ts';
import { isRefusal, keepNames, namesBy, type Placed, type Refusal, refusedAs, settle, unfit, unnamed } from './items.ts';
import { KIND_MISMATCH, TOO_MANY_NAMES } from './sentences.ts';

/** What is written of an item. */
interface Taken {
	readonly outcome: 'created' | 'updated' | 'unchanged';
	readonly who: Named;
	readonly change: FactChange;
}

/** The same for the same facts, in whatever order they were written. */
const canonical = ({ attributes = {}, ...rest }: Facts): string =>
	JSON.stringify([Object.entries(rest).sort(), Object.entries(attributes).sort()]);

/** Values that stay: an empty text takes away, as null does. */
const given = (attributes: ProfileChange['attributes'] = {}) =>
	Object.entries(attributes).flatMap(([key, value]) => (value === null || value === '' ? [] : [[key, value] as const]));

const changeOf = ({ person: _, ...change }: ProfileChange): FactChange =>
	Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/** Takes a batch in its order; what is refused changes nothing and makes nobody known. */
export const takeProfiles: Take<ProfileChange, ProfileOutcome> = async (tx, kernel, sender, items, language) => {
	const { customerId, domainId, within } = sender;
	await lockPeople(tx, customerId);
	const keys = [...new Set(items.flatMap((item) => (isRefusal(item) ? [] : Object.keys(item.attributes ?? {}))))];
	const before = await attributeKinds(tx, customerId, keys, within);
	const room = keys.some((key) => !before.has(key)) ? await roomForAttributes(tx, customerId, within) : 0;
	let fresh = new Map<string, AttributeKind>();

	const judgeChanges = async (placed: readonly (Placed<ProfileChange> | null)[]): Promise<(Taken | Refusal | null)[]> => {
		const persons = [...new Set(placed.flatMap((one) => (one?.who.known ? [one.who.person] : [])))];
		const facts = await readFacts(tx, customerId, persons);
		const met = new Set<string>();
		const said = new Set<string>();
		fresh = new Map();
		return placed.map((one) => {
			if (one === null) return null;
			const { item, who } = one;
			const values = given(item.attributes);
			const misfits = values.flatMap(([key, value]) => {
				const kind = before.get(key) ?? fresh.get(key);
				return kind === undefined || fitsKind(value, kind) ? [] : [`attributes.${key}`];
			});
			if (misfits.length > 0) return unfit('kind_mismatch', misfits, KIND_MISMATCH);
			const news = values.filter(([key]) => !before.has(key) && !fresh.has(key));
			if (fresh.size + news.length > room) return unfit('too_much', ['attributes'], TOO_MANY_NAMES);
			const change = changeOf(item);
			const was = facts.get(who.person) ?? {};
			const is = changed(was, change);
			if (!fitsTogether(is.attributes ?? {})) return unfit('too_much', ['attributes'], sentencesOf({ message: TOO_MANY_VALUES, path: [] }));
			for (const [key, value] of news) fresh.set(key, kindOfValue(value));
			const adds = who.fresh.some((word) => !said.has(wordOf(word)));
			const outcome = !who.known && !met.has(who.person) ? 'created' : adds || canonical(was) !== canonical(is) ? 'updated' : 'unchanged';
			for (const word of who.fresh) said.add(wordOf(word));
			met.add(who.person);
			facts.set(who.person, is);
			return { outcome, who, change };
		});
	};

	const settled = await settle(items, namesBy(tx, sender), unnamed, judgeChanges);
	const taken = settled.flatMap((one) => (isRefusal(one) ? [] : [one]));
	await keepAttributes(tx, customerId, fresh, { domainId: within === null ? null : domainId });
	await keepNames(tx, kernel, sender, taken);
	await changeProfiles(
		tx,
		customerId,
		taken.flatMap(({ outcome, who, change }) => (outcome === 'unchanged' ? [] : [{ cluster: who.cluster, change }])),
	);
	return settled.map((one) =>
		isRefusal(one) ? refusedAs(one, language) : { outcome: one.outcome, code: null, fields: null, luvallaId: one.who.person },
	);
};
