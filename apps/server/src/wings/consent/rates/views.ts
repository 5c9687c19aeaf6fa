/** Views of first layers, as they are counted: by the day, so that no row is one visitor's. There are no rows of who saw one. */
import { counterOf } from '#kernel/tally/tally.ts';

export const IMPRESSION_COUNT = counterOf({
	table: 'impression_count',
	grain: 'day',
	key: { domain_id: 'uuid', folder: 'text', language: 'text', device: 'text', country: 'text' },
});
