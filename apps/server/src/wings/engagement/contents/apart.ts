/**
 * Freezing a letter may take seconds of a processor (MJML of 190 kB: 1.5 s), in which its thread answers nobody. So what is large is frozen on
 * a thread of its own, within a time and in a memory of its own; a letter that takes more is refused in words. Customers take turns.
 * Nobody should hold a transaction meanwhile: read first, freeze, then write.
 */
import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { createLines } from '#kernel/storage/lines.ts';
import { type FreezeLetter, freezeLetter, type Letter, type Written } from './letter.ts';

/** Signs of HTML that are frozen where they are asked for: a few milliseconds. */
const SMALL = 20_000;
const THREAD = new URL('./letter-thread.ts', import.meta.url);

export interface ApartLimits {
	readonly startMs: number;
	/** Of one letter in one language. */
	readonly letterMs: number;
	readonly memoryMb: number;
	/** A thread that nobody asks ends. */
	readonly idleMs: number;
	/** Letters of one customer: how many wait for the one before, and how long. */
	readonly waiting: number;
	readonly waitMs: number;
}
const LIMITS: ApartLimits = { startMs: 30_000, letterMs: 6_000, memoryMb: 512, idleMs: 60_000, waiting: 40, waitMs: 60_000 };

const isSmall = ({ controls, markup }: Written): boolean =>
	!(markup === 'mjml' && controls.rawhtml) && Object.values(controls).reduce((sum, text) => sum + (text?.length ?? 0), 0) <= SMALL;

/** The letter of which nothing could be made. */
const refusedLetter = ({ controls, markup }: Written, sentence: string): Letter => ({
	frozen: null,
	problems: [
		{
			code: markup === 'mjml' && controls.rawhtml ? 'bad_mjml' : 'bad_template',
			control: controls.rawhtml ? 'rawhtml' : 'body',
			sentence,
			line: null,
			column: null,
		},
	],
	seen: null,
	madeText: null,
});

/** What the thread says; a letter is ours, and passes as it is. */
const Said = z.union([
	z.object({ ready: z.literal(true) }),
	z.object({ failed: z.string() }),
	z.object({ letter: z.custom<Letter>((value) => typeof value === 'object' && value !== null && 'problems' in value) }),
]);
type Said = z.infer<typeof Said>;

/** Why a thread said nothing more. */
class Gone extends Error {
	override readonly name = 'Gone';
}

/** The next thing that a thread says. @throws Gone when it ends or is silent for too long: it is ended then */
const nextOf = (thread: Worker, ms: number): Promise<Said> =>
	new Promise((resolve, reject) => {
		const end = (done: () => void): void => {
			clearTimeout(late);
			thread.off('message', heard).off('error', failed).off('exit', gone);
			done();
		};
		const heard = (said: unknown): void => end(() => resolve(Said.parse(said)));
		const failed = (cause: unknown): void => end(() => reject(new Gone('takes more memory than a letter may', { cause })));
		const gone = (): void => end(() => reject(new Gone('could not be put together')));
		const late = setTimeout(() => {
			end(() => reject(new Gone(`takes longer than ${ms / 1000} s to put together: make it smaller`)));
			void thread.terminate();
		}, ms);
		thread.on('message', heard).on('error', failed).on('exit', gone);
	});

export interface Apart {
	/** Freezes letters of a customer. @throws Refused 429 busy_writing when many of theirs wait already */
	readonly of: (customerId: number) => FreezeLetter;
	readonly stop: () => Promise<void>;
}

export const createApart = (limits: ApartLimits = LIMITS): Apart => {
	const inLine = createLines({ atOnce: 1, waiting: limits.waiting, waitMs: limits.waitMs }, 'busy_writing');
	let thread: Worker | null = null;
	let idle: NodeJS.Timeout | undefined;
	/** One letter after the other, the customers' by turns: each has one here. */
	let before: Promise<unknown> = Promise.resolve();

	const stop = async (): Promise<void> => {
		clearTimeout(idle);
		const last = thread;
		thread = null;
		await last?.terminate();
	};

	const running = async (): Promise<Worker> => {
		if (thread) return thread;
		const started = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb } });
		// An error that comes while nobody listens would end the process; whoever asks next starts another.
		started.on('error', () => undefined);
		started.once('exit', () => {
			if (thread === started) thread = null;
		});
		started.unref();
		await nextOf(started, limits.startMs);
		thread = started;
		return started;
	};

	const frozen: FreezeLetter = async (...asked) => {
		clearTimeout(idle);
		const at = await running();
		try {
			at.postMessage(asked);
			const said = await nextOf(at, limits.letterMs);
			if ('letter' in said) return said.letter;
			throw new Error(`A letter could not be frozen: ${'failed' in said ? said.failed : 'nothing was said'}`);
		} catch (error) {
			if (!(error instanceof Gone)) throw error;
			thread = null;
			return refusedLetter(asked[2], error.message);
		} finally {
			idle = setTimeout(() => void stop(), limits.idleMs).unref();
		}
	};

	return {
		of: (customerId) => (channel, language, written) => {
			if (isSmall(written)) return freezeLetter(channel, language, written);
			return inLine(customerId, () => {
				const turn = before.then(() => frozen(channel, language, written));
				before = turn.catch(() => undefined);
				return turn;
			});
		},
		stop,
	};
};

/** The one of this process. */
export const apart: Apart = createApart();
