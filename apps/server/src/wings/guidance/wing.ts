/** Guidance: help texts, feedback, saved views of lists, one search over everything. */
import { helpContent, sendFeedback } from '@luvalla/contract/guidance/content.ts';
import { newId } from '#kernel/clock.ts';
import { invalidFields } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { findRoutes } from './find/calls.ts';
import { readHelp } from './help/store.ts';
import { viewRoutes } from './views/calls.ts';

/** Titles are compared as their file names are: lower case, words joined by hyphens. */
const slug = (title: string): string => title.trim().toLowerCase().replace(/\s+/g, '-');

export const guidanceWing = async (kernel: Kernel): Promise<{ routes: Route[] }> => {
	const { storage } = kernel;
	const help = await readHelp();
	return {
		routes: [
			...viewRoutes(kernel),
			...findRoutes(kernel),
			handle(helpContent, async ({ query, language }) => {
				const { title } = query;
				return help[language]
					.filter((item) => item.type === query.type && (title === undefined || item.title === slug(title)))
					.slice(0, query.limit);
			}),
			handle(sendFeedback, async ({ asker, query }) => {
				const message = query.message.trim();
				if (message === '') throw invalidFields([{ message: 'Enter a value', path: ['message'] }], 'not_usable');
				const id = newId();
				await storage.inPlatform((tx) =>
					tx.query('insert into feedback (id, user_id, message) values ($1, $2, $3)', [id, asker.userId, message]),
				);
				return { id };
			}),
		],
	};
};
