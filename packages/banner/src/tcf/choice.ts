/** From what was pressed to the TC string, the additional string and the answers that the ledger keeps. */

import type { Values } from '../shapes.ts';
import { acString } from './ac.ts';
import { encode } from './encode.ts';
import { idsOf } from './ids.ts';
import type { Tc, TcfChoice, TcfData, TcfPointer } from './shapes.ts';

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

const among = (ids: number[], allowed: number[]): number[] => {
	const set = new Set(ids);
	return allowed.filter((id) => set.has(id));
};

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

export const stringsOf = (choice: TcfChoice, data: TcfData, pointer: TcfPointer, ms?: number): [tcString: string, ac: string] => [
	encode(tcOf(choice, data, pointer, ms)),
	acString(choice.ac, data.ac),
];

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
