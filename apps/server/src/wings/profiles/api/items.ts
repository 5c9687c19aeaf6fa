/** Items of a batch: each is read, named and judged alone, and says what became of it. */

import { NOT_A_PHONE, type PersonKey } from '@luvalla/contract/people/identifiers.ts';
import type { ItemRefusal } from '@luvalla/contract/profiles/api.ts';
import { findNotText, NOT_TEXT } from '@luvalla/contract/well-formed.ts';
import type * as z from 'zod';
import type { Asker } from '#kernel/access/asker.ts';
import { type Issue, invalidFields, type Language, type Sentences, told } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { nameKept, whyRefused } from '../../consent/wing.ts';
import { type Named, namePeople, type Unnamed, type Within } from '../../people/wing.ts';

/** On whose behalf a batch is written. */
export interface Sender {
	readonly customerId: number;
	readonly domainId: string;
	/** `application:…`, `domain:…`. */
	readonly by: string;
	readonly asker: Pick<Asker, 'userId' | 'actorId'>;
	readonly within: Within;
}

/** Why an item is not taken. */
export interface Refusal {
	readonly code: ItemRefusal;
	readonly fields?: Readonly<Record<string, Sentences>>;
}
export const isRefusal = <T extends object, R extends { readonly code: string } = Refusal>(item: T | R): item is R => 'code' in item;

const malformed = (issues: readonly Issue[]): Refusal => ({ code: 'malformed', fields: invalidFields(issues).fields ?? {} });

/** An item by its shape, or what is wrong with it. */
export const readItem = <T extends object>(shape: z.ZodType<T>, given: unknown): T | Refusal => {
	const path = findNotText(given);
	if (path !== null) return malformed([{ message: NOT_TEXT, path: path.map(told) }]);
	const { data, error } = shape.safeParse(given);
	return data ?? malformed((error?.issues ?? []) as Issue[]);
};

/** Sentence of a field, for an item that can be read and does not fit. */
export const unfit = (code: ItemRefusal, names: readonly string[], sentences: Sentences): Refusal => ({
	code,
	fields: Object.fromEntries(names.map((name) => [name, sentences])),
});

/** What a refused item is answered. */
export const refusedAs = ({ code, fields }: Refusal, language: Language) => ({
	outcome: 'refused' as const,
	code,
	fields:
		fields === undefined
			? whyRefused(code, language)
			: Object.fromEntries(Object.entries(fields).map(([name, said]) => [name, said[language]])),
	luvallaId: null,
});

/** An item that is somebody's, at its place in the batch. */
export interface Placed<T> {
	readonly place: number;
	readonly item: T;
	readonly who: Named;
}

/** A batch can be made so that each refusal brings another to light: it is not followed further than this. */
const ROUNDS = 4;

/** Whom a sender's items name: a machine of a domain may say more of whom it names. */
export const namesBy =
	(tx: Tx, { customerId, within }: Pick<Sender, 'customerId' | 'within'>) =>
	(keys: readonly PersonKey[]): Promise<(Named | Unnamed)[]> =>
		namePeople(tx, customerId, keys, within, { mayAdd: true });

/** Of what has the right shape only a telephone number can be none. @param path where it stands in the item */
export const unnamed = (code: Unnamed, path: string[] = ['person', 'phone']): Refusal =>
	code === 'malformed' ? malformed([{ message: NOT_A_PHONE, path }]) : { code };

/**
 * Names whom items are about and judges them in their order, until what is taken stands: what is refused names nobody, not even for
 * the items after it. `judge` begins anew each time, and answers for each item what it is, or why it is not taken.
 */
export const settle = async <T extends { readonly person: PersonKey }, J extends object, R extends { readonly code: string }>(
	items: readonly (T | R)[],
	nameAll: (keys: readonly PersonKey[]) => Promise<(Named | Unnamed)[]>,
	refuse: (code: Unnamed) => R,
	judge: (placed: readonly (Placed<T> | null)[]) => Promise<(J | R | null)[]>,
): Promise<(J | R)[]> => {
	const refused = new Map<number, R>();
	for (let round = 1; ; round++) {
		const open = items.flatMap((item, place) => (isRefusal<T, R>(item) || refused.has(place) ? [] : [{ place, item }]));
		const named = await nameAll(open.map(({ item }) => item.person));
		const placed = open.map(({ place, item }, n) => {
			const who = named[n] ?? 'malformed';
			return typeof who === 'string' ? null : { place, item, who };
		});
		const judged = await judge(placed);
		let again = false;
		for (const [n, one] of judged.entries()) {
			const place = open[n]?.place;
			const who = named[n];
			// Whoever cannot be named beside items that are refused later is looked at again, but not for ever.
			if (round >= ROUNDS && typeof who === 'string' && place !== undefined) refused.set(place, refuse(who));
			if (one === null || !isRefusal<J, R>(one) || place === undefined) continue;
			refused.set(place, one);
			again = true;
		}
		if (again) continue;
		const byPlace = new Map(open.map(({ place }, n) => [place, { found: judged[n] ?? null, who: named[n] ?? 'malformed' }]));
		return items.map((item, place): J | R => {
			if (isRefusal<T, R>(item)) return item;
			const before = refused.get(place);
			if (before) return before;
			const one = byPlace.get(place);
			if (!one || typeof one.who === 'string' || one.found === null) return refuse(typeof one?.who === 'string' ? one.who : 'malformed');
			return one.found;
		});
	}
};

/** Takes a batch of one kind in its order; what is refused changes nothing and makes nobody known. */
export type Take<Item, Outcome> = (
	tx: Tx,
	kernel: Pick<Kernel, 'secrets' | 'hooks'>,
	sender: Sender,
	items: readonly (Item | Refusal)[],
	language: Language,
) => Promise<Outcome[]>;

/** Whoever was named by what was taken stays known, on the sender's domain. */
export const keepNames = (
	tx: Tx,
	kernel: Pick<Kernel, 'secrets' | 'hooks'>,
	{ customerId, domainId, by, asker }: Sender,
	taken: readonly Pick<Parameters<typeof nameKept>[3][number], 'who'>[],
) =>
	nameKept(
		tx,
		kernel,
		customerId,
		taken.map(({ who }) => ({ who, domainId })),
		{ how: 'api', by, asker },
	);
