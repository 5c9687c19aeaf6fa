/** Guidance: help texts, feedback, saved views of lists, one search over everything. */
import { helpContent, searchHelp } from '@luvalla/contract/guidance/content.ts';
import * as z from 'zod';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { instant, json, orNull, row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { feedbackRoutes } from './feedback/calls.ts';
import { findRoutes } from './find/calls.ts';
import { viewRoutes } from './views/calls.ts';
import { forgetsWords } from './views/forget.ts';

/** Titles are compared as their file names are: lower case, words joined by hyphens. */
const slug = (title: string): string => title.trim().toLowerCase().replace(/\s+/g, '-');

const Message = row({ message: text, page: orNull(text), created_at: instant });
const View = row({ list: text, name: text, search: json(z.unknown()), created_at: instant });

/** What this wing keeps of somebody with an account. */
const keptOfUser = async (tx: Tx, { userId }: { readonly userId: string }) => ({
	feedback: await tx.rows(Message, sql`select message, page, created_at from feedback where user_id = ${userId} order by created_at desc`),
	views: await tx.rows(View, sql`select list, name, search, created_at from own_view where user_id = ${userId} order by list, name`),
});

/** All help with what is looked through of it, read once, when somebody first asks. */
const read = async () => {
	const [{ readHelp }, { indexHelp, searchIn }] = await Promise.all([import('./help/store.ts'), import('./help/search.ts')]);
	const items = await readHelp();
	return { items, index: { en: indexHelp(items.en, 'en'), fi: indexHelp(items.fi, 'fi') }, searchIn };
};

export const guidanceWing = (kernel: Kernel): { routes: Route[] } => {
	let kept: ReturnType<typeof read> | null = null;
	/** What could not be read is read again by whoever asks next. */
	const help = () => {
		kept ??= read().catch((error: unknown) => {
			kept = null;
			throw error;
		});
		return kept;
	};
	kernel.hooks.keptOfUser.on(keptOfUser);
	forgetsWords(kernel);
	return {
		routes: [
			...viewRoutes(kernel),
			...findRoutes(kernel),
			handle(helpContent, async ({ query, language }) => {
				const { title } = query;
				const { items } = await help();
				return items[language]
					.filter((item) => item.type === query.type && (title === undefined || item.title === slug(title)))
					.slice(0, query.limit);
			}),
			handle(searchHelp, async ({ query, language }) => {
				const { index, searchIn } = await help();
				return searchIn(index[language], query.q);
			}),
			...feedbackRoutes(kernel),
		],
	};
};
