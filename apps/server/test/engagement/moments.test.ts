/** When a message was judged and when it was handed over, by one clock. */
import { afterEach, expect, test, vi } from 'vitest';
import { momentsBy } from '../../src/wings/engagement/send/settle.ts';

afterEach(() => void vi.restoreAllMocks());

test('Moments of a message keep their order, however long the machine pauses between two looks at the clock', () => {
	let shows = 1000;
	vi.spyOn(performance, 'now').mockImplementation(() => {
		shows += 50;
		return shows;
	});
	const momentOf = momentsBy(new Date('2026-11-26T12:00:00.000Z'));
	// It showed 1050 when the moments were asked for.
	expect([1040, 1045, null].map((ms) => momentOf(ms)?.toISOString())).toEqual([
		'2026-11-26T11:59:59.990Z',
		'2026-11-26T11:59:59.995Z',
		undefined,
	]);
	// What another clock puts into the future is now.
	expect(momentOf(2000)?.toISOString()).toBe('2026-11-26T12:00:00.000Z');
});
