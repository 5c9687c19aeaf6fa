/** Guidance: help texts and feedback. */
import { helpContent, sendFeedback } from '@luvalla/contract/guidance/content.ts';
import { newId } from '#kernel/clock.ts';
import { invalidFields } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readHelp } from './help/store.ts';

const sameTitle = (a: string, b: string): boolean => a.localeCompare(b, 'en', { sensitivity: 'base' }) === 0;

export const guidanceWing = async ({ storage }: Kernel): Promise<{ routes: Route[] }> => {
	const help = await readHelp();
	return {
		routes: [
			handle(helpContent, async ({ query, language }) => {
				const { title } = query;
				return help[language]
					.filter((item) => item.type === query.type && (title === undefined || sameTitle(item.title, title)))
					.slice(0, query.limit);
			}),
			handle(sendFeedback, async ({ asker, query }) => {
				const message = query.message.trim();
				if (message === '') throw invalidFields([{ message: 'Enter a value', path: ['message'] }], 422);
				const id = newId();
				await storage.inPlatform((tx) =>
					tx.query('insert into feedback (id, user_id, message) values ($1, $2, $3)', [id, asker.userId, message]),
				);
				return { id };
			}),
		],
	};
};
