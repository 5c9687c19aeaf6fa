/** Posts of forms on their way into the database: one statement a commit, acknowledged after it. */
import type { FormLanguage, KeptOut } from '@luvalla/contract/consent/forms.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { composites, type FieldWriter, int4s } from '#kernel/storage/arrays.ts';
import { createTypeOf } from '#kernel/storage/composite-type.ts';
import { int, row, sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { newPart } from '#kernel/tally/tally.ts';
import { createFairLane } from '../intake/fair.ts';

/** What somebody wrote into a form, and from where. */
export interface Written {
	readonly requestId: string;
	readonly folder: string;
	readonly language: string;
	readonly email: string;
	readonly fields: Readonly<Record<string, string>>;
	readonly way: 'script' | 'page' | 'server';
	readonly network: string | null;
	readonly browser: string;
	readonly device: string;
	readonly country: string | null;
}

export interface Post extends Written {
	readonly customerId: number;
	readonly form: string;
	readonly language: FormLanguage;
	/** Why it is counted and not stored; null: it is stored. */
	readonly keptOut: KeptOut | null;
}

const FIELDS = 13;
/** In the order of the type edge_signup. */
const writePost = (to: FieldWriter, one: Post): void => {
	to.int4(one.customerId);
	to.uuid(one.requestId);
	to.uuid(one.form);
	to.text(one.folder);
	to.text(one.language);
	to.text(one.keptOut === null ? one.email : '');
	to.text(one.keptOut === null ? JSON.stringify(one.fields) : '{}');
	to.text(one.way);
	to.text(one.network);
	to.text(one.browser);
	to.text(one.device);
	to.text(one.country);
	to.text(one.keptOut);
};

const Stored = row({ stored: int });

const createStoring = (edge: Tx, part: number) => {
	const typeOf = createTypeOf(edge, 'edge_signup');
	return async (posts: readonly Post[]): Promise<readonly true[]> => {
		const customers = [...new Set(posts.map(({ customerId }) => customerId))].sort((a, b) => a - b);
		const answer = await edge.first(
			Stored,
			sql`select edge_signups(${now()}, ${part}, ${int4s(customers)}, ${composites(await typeOf(), FIELDS, posts, writePost)}) as stored`,
		);
		if (answer?.stored !== posts.filter(({ keptOut }) => keptOut === null).length) throw new Error('Posts of forms were stored in part.');
		return posts.map(() => true);
	};
};

export const createSignupLane = ({ storage, reach }: Pick<Kernel, 'storage' | 'reach'>) => {
	const part = newPart();
	return createFairLane<Post, true>(reach, createStoring(storage.edge, part), createStoring(storage.edgeSoon, part));
};
