/** Fields as they are offered while one types: which fit, and what the editors of texts tell the list. */
import type { AnswerOf } from '@luvalla/contract/call';
import type { contentFields } from '@luvalla/contract/engagement/contents';
import type { Language } from '#portal/lib/say.ts';
import { piecesOf } from './liquid.ts';

export type OfferedField = AnswerOf<typeof contentFields>[number];

/** What every editor of a text needs to know of fields. */
export interface Fields {
	all: readonly OfferedField[];
	/** Whose values they have; null: nobody's. */
	name: string | null;
	/** Paths that the server does not know. */
	unknown: ReadonlySet<string>;
}

/** Fields that a text names and nobody knows. Of names that the text itself gives (`assign`, `for`) nothing is said here. */
export function unknownIn(text: string, all: readonly OfferedField[]): string[] {
	const roots = new Set(all.map(({ path }) => path.split('.')[0]));
	return piecesOf(text).flatMap(({ field }) =>
		field !== null && /^\w+\.[\w-]+$/.test(field) && roots.has(field.split('.')[0]) && !all.some(({ path }) => path === field)
			? [field]
			: [],
	);
}

const MOST = 8;

/** Those that fit what was typed: by path or label; those whose path begins so stand first. */
export function fitting(all: readonly OfferedField[], query: string, language: Language): OfferedField[] {
	const wanted = query.toLocaleLowerCase();
	const rank = ({ path, label }: OfferedField): number => {
		const places = [path.toLowerCase(), label[language].toLocaleLowerCase(), path.toLowerCase().split('.').at(-1) ?? ''];
		if (places.some((one) => one.startsWith(wanted))) return 0;
		return places.some((one) => one.includes(wanted)) ? 1 : 2;
	};
	return all
		.map((field) => ({ field, rank: rank(field) }))
		.filter((one) => one.rank < 2)
		.toSorted((one, other) => one.rank - other.rank)
		.slice(0, MOST)
		.map(({ field }) => field);
}
