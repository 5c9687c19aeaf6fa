/** So many at once, the others in the order they came: what is heavy takes turns, and waits without holding anything. */
import { tooMany } from '#kernel/http/errors.ts';

/** Beyond these it is better to be told than to wait. */
const MOST_WAITING = 50;
const LONGEST_WAIT_MS = 10_000;
const LONGEST_GUESS_SECONDS = 60;

interface Line {
	running: number;
	readonly waiting: (() => void)[];
	/** What the last one took. */
	tookMs: number;
}

export const createTurns = (longestWaitMs = LONGEST_WAIT_MS) => {
	const lines = new Map<string, Line>();

	/** When the line will have moved on, by what the last one took. */
	const tooLong = ({ waiting, tookMs }: Line, most: number) =>
		tooMany(Math.min(LONGEST_GUESS_SECONDS, Math.max(1, Math.ceil(((waiting.length + 1) * tookMs) / most / 1000))));

	const turnIn = (line: Line, most: number): Promise<void> =>
		new Promise((resolve, reject) => {
			const begin = (): void => {
				clearTimeout(timer);
				resolve();
			};
			const timer = setTimeout(() => {
				line.waiting.splice(line.waiting.indexOf(begin), 1);
				reject(tooLong(line, most));
			}, longestWaitMs);
			line.waiting.push(begin);
		});

	/**
	 * Works when fewer than `most` of this key do.
	 * @throws Refused 429 too_many when too many wait already, or the turn does not come
	 */
	return async <T>(key: string, most: number, work: () => Promise<T>): Promise<T> => {
		const line: Line = lines.get(key) ?? { running: 0, waiting: [], tookMs: 0 };
		lines.set(key, line);
		if (line.running < most) line.running++;
		else if (line.waiting.length >= MOST_WAITING) throw tooLong(line, most);
		// Whoever ends hands their place on, so `running` stays.
		else await turnIn(line, most);
		const began = performance.now();
		try {
			return await work();
		} finally {
			line.tookMs = performance.now() - began;
			const next = line.waiting.shift();
			if (next) next();
			else if (--line.running === 0) lines.delete(key);
		}
	};
};
