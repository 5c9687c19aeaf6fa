/** From what was pressed to the TC string, the additional string and the answers that the ledger keeps. */

import type { Values } from '../shapes.ts';
import { acString } from './ac.ts';
import { ranges } from './bits.ts';
import { encode } from './encode.ts';
import { among, idsOf } from './ids.ts';
import type { Restriction, Tc, TcfChoice, TcfData, TcfPointer } from './shapes.ts';

/** Everything allowed, or nothing: the two buttons. Refusing objects to every legitimate interest, too. */
export const everything = (data: TcfData, yes: boolean, screen: 1 | 2): TcfChoice => ({
	screen,
	purposes: yes ? data.purposes : [],
	purposesLi: yes ? data.purposesLi : [],
	specialFeatures: yes ? data.specialFeatures : [],
	vendors: yes ? idsOf(data.vendors) : [],
	vendorsLi: yes ? idsOf(data.vendorsLi) : [],
	ac: yes ? data.ac : [],
});

/** Midnight UTC in deciseconds: the framework forbids a finer time in the string. */
export const dayOf = (ms: number): number => Math.floor(ms / 86_400_000) * 864_000;

/** What the string says for a choice. Nothing outside the published configuration is ever set. */
export const tcOf = (choice: TcfChoice, data: TcfData, pointer: TcfPointer, ms = Date.now()): Tc => ({
	created: dayOf(ms),
	cmpId: pointer.cmpId,
	cmpVersion: pointer.cmpVersion,
	screen: choice.screen,
	language: data.language.toUpperCase(),
	listVersion: pointer.listVersion,
	policyVersion: pointer.policyVersion,
	country: pointer.country,
	specialFeatures: among(choice.specialFeatures, data.specialFeatures),
	purposes: among(choice.purposes, data.purposes),
	purposesLi: among(choice.purposesLi, data.purposesLi),
	vendors: among(choice.vendors, idsOf(data.vendors)),
	// Special purposes cannot be objected to: disclosure is all that they need.
	vendorsLi: [...among(choice.vendorsLi, idsOf(data.vendorsLi)), ...idsOf(data.vendorsSpecial)].sort((a, b) => a - b),
	restrictions: data.restrictions,
	disclosed: idsOf(data.disclosed),
	publisher: among(choice.purposes, data.publisher),
	publisherLi: among(choice.purposesLi, data.publisherLi),
});

/** @param base what stands, where no layer was shown: then nothing is told of that the visitor was not told of */
export const stringsOf = (
	choice: TcfChoice,
	data: TcfData,
	pointer: TcfPointer,
	ms?: number,
	base?: Pick<Tc, 'listVersion' | 'restrictions' | 'disclosed'> | null,
): [tcString: string, ac: string] => {
	const tc = tcOf(choice, data, pointer, ms);
	const { listVersion, restrictions, disclosed } = base ?? tc;
	return [encode({ ...tc, listVersion, restrictions, disclosed }), acString(choice.ac, data.ac)];
};

/** The answers by key: every purpose and special feature that was asked about. */
export const valuesOf = (choice: TcfChoice, data: TcfData): Values =>
	Object.fromEntries([
		...data.purposes.map((id) => [`p${id}`, choice.purposes.includes(id)] as const),
		...data.specialFeatures.map((id) => [`sf${id}`, choice.specialFeatures.includes(id)] as const),
	]);

/** A choice as it stands in a string; without one, nothing is allowed and nothing objected to. */
export const choiceOf = (tc: Tc | null, ac: number[], data: TcfData, screen: 1 | 2): TcfChoice => ({
	screen,
	purposes: tc?.purposes ?? [],
	purposesLi: tc?.purposesLi ?? data.purposesLi,
	specialFeatures: tc?.specialFeatures ?? [],
	vendors: tc?.vendors ?? [],
	vendorsLi: tc?.vendorsLi ?? idsOf(data.vendorsLi),
	ac,
});

/** Purpose and vendor, as one number → type of the restriction that counts. */
const typesOf = (restrictions: Restriction[]): Record<number, number> => {
	const types: Record<number, number> = {};
	for (const [purpose, type, parts] of restrictions)
		for (const [first, last] of parts) for (let id = first; id <= last; id++) types[(purpose << 16) | id] ??= type;
	return types;
};

type Lets = Pick<Tc, 'purposes' | 'vendors' | 'purposesLi' | 'vendorsLi'>;

/**
 * A string of an earlier publication within what is published now: nothing that it said becomes more. Restrictions of both
 * hold; where they say another basis each, only for whom the visitor let use the one and the publisher lets use the other.
 */
export const within = (tc: Tc, data: TcfData): Tc => {
	const [was, now] = [typesOf(tc.restrictions), typesOf(data.restrictions)];
	const published = { ...data, vendors: idsOf(data.vendors), vendorsLi: idsOf(data.vendorsLi) };
	const disclosed = new Set(among(tc.disclosed, idsOf(data.disclosed)));
	const lists: Record<number, number[]> = {};
	for (const key of Object.keys({ ...was, ...now }).map(Number)) {
		const [purpose, id] = [key >> 16, key & 65_535];
		const [before, after] = [was[key], now[key]];
		// 1 consent, 2 legitimate interest: a restriction says the other one than the vendor's own.
		const [told, here] = [before ?? 3 - (after ?? 0), after ?? 3 - (before ?? 0)];
		const lets = (of: Lets, basis: number): boolean =>
			basis === 1 ? of.purposes.includes(purpose) && of.vendors.includes(id) : of.purposesLi.includes(purpose) && of.vendorsLi.includes(id);
		const holds = told && here && (told === here || (lets(tc, told) && lets(published, here) && lets(published, after ?? told)));
		const type = holds || !disclosed.has(id) ? (after ?? before ?? 0) : 0;
		const place = (type << 6) | purpose;
		lists[place] ??= [];
		lists[place].push(id);
	}
	return {
		...tc,
		specialFeatures: among(tc.specialFeatures, data.specialFeatures),
		purposes: among(tc.purposes, data.purposes),
		purposesLi: among(tc.purposesLi, data.purposesLi),
		vendors: among(published.vendors, tc.vendors),
		vendorsLi: among([...published.vendorsLi, ...idsOf(data.vendorsSpecial)], tc.vendorsLi),
		restrictions: Object.entries(lists)
			.filter(([, ids]) => ids.some((id) => disclosed.has(id)))
			.map(([place, ids]) => [Number(place) & 63, Number(place) >> 6, ranges(ids)]),
		disclosed: [...disclosed],
		publisher: among(tc.publisher, data.publisher),
		publisherLi: among(tc.publisherLi, data.publisherLi),
	};
};
