/**
 * A pointer as it stands in the loader's file: a list instead of an object, because every visitor loads it with every
 * page. What few sites have stands in `more`. Loaders before 0.3.0 read the object itself.
 */
import type { Pointer } from './shapes.ts';

const FEW = [
	'material',
	'cookies',
	'cookie',
	'joined',
	'base',
	'geo',
	'strip',
	'tcf',
	'google',
	'events',
	'push',
] as const satisfies readonly (keyof Pointer)[];

export interface More extends Pick<Pointer, (typeof FEW)[number]> {
	/** A law gives a way out where the visitor is: the control says so. */
	optOut?: true;
}

export type Wire = [
	folder: string,
	version: string,
	/** Keys that run without an answer: the necessary ones and, where nothing has to be asked first, all. */
	free: string[],
	asked: string[],
	storage: Pointer['storage'],
	days: Pointer['days'],
	/** The first language is the one used when the visitor's own is not there. */
	reopen: Pointer['reopen'],
	look: Pointer['look'],
	/** Keys that Global Privacy Control turns off. */
	sale: string[],
	/** Empty: known tags are not stopped. */
	known: Record<string, string>,
	more?: More,
];

export const toWire = (pointer: Pointer): Wire => {
	const { folder, version, necessary, asked, storage, days, reopen, look, sale = [], known = {}, geo } = pointer;
	const few: More = Object.fromEntries(FEW.filter((key) => pointer[key] !== undefined).map((key) => [key, pointer[key]]));
	const more: More = { ...few, ...(geo?.mode === 'opt-out' && { optOut: true }) };
	const free = geo && geo.mode !== 'opt-in' ? [...necessary, ...asked] : necessary;
	const all: Wire = [folder, version, free, asked, storage, days, reopen, look, sale, known, more];
	if (Object.keys(more).length === 0) all.pop();
	return all;
};

export const fromWire = ([folder, version, free, asked, storage, days, reopen, look, sale, known, more = {}]: Wire): Pointer => {
	const { optOut: _, ...few } = more;
	return {
		folder,
		version,
		language: Object.keys(reopen)[0] ?? '',
		necessary: free.filter((key) => !asked.includes(key)),
		asked,
		storage,
		days,
		reopen,
		look,
		...(sale.length > 0 && { sale }),
		...(Object.keys(known).length > 0 && { known }),
		...few,
	};
};
