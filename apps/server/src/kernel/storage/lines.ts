/**
 * Lines before connections: of each customer so many calls are under way at once, and the others of theirs wait their turn
 * holding nothing. So whoever asks much waits for themselves. Each process has its own.
 */
import { busy } from '../http/errors.ts';

export interface LineLimits {
	readonly atOnce: number;
	/** How many wait, and how long; beyond it a call is refused. */
	readonly waiting: number;
	readonly waitMs: number;
}

interface Line {
	under: number;
	readonly waiting: { begin: () => void }[];
}

/**
 * Does the work when it is the customer's turn.
 * @param begun it is part of an answer that has begun: it waits as long as it takes, rather than break off
 * @throws Refused 429, with Retry-After
 */
export type InLine = <T>(customerId: number, work: () => Promise<T>, begun?: boolean) => Promise<T>;

export const createLines = ({ atOnce, waiting: most, waitMs }: LineLimits, code: Parameters<typeof busy>[0]): InLine => {
	const lines = new Map<number, Line>();

	const turn = (line: Line, begun: boolean): Promise<void> =>
		new Promise((resolve, reject) => {
			let timer: NodeJS.Timeout | undefined;
			const one = {
				begin: () => {
					clearTimeout(timer);
					resolve();
				},
			};
			if (begun) return void line.waiting.push(one);
			timer = setTimeout(() => {
				line.waiting.splice(line.waiting.indexOf(one), 1);
				reject(busy(code));
			}, waitMs);
			line.waiting.push(one);
		});

	return async (customerId, work, begun = false) => {
		const line = lines.get(customerId) ?? { under: 0, waiting: [] };
		lines.set(customerId, line);
		if (line.under < atOnce) line.under++;
		else if (begun || line.waiting.length < most) await turn(line, begun);
		else throw busy(code);
		try {
			return await work();
		} finally {
			// The place goes on to the next in line.
			const next = line.waiting.shift();
			if (next) next.begin();
			else if (--line.under === 0) lines.delete(customerId);
		}
	};
};
