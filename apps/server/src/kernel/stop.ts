/**
 * Ending in order: on SIGINT, SIGTERM, or when the channel to start.mjs closes, what was registered is stopped, last first.
 * A second signal ends at once. Ctrl-C in a terminal reaches every process of the group, and npm and start.mjs pass it on
 * besides, so signals that arrive together count as one.
 */
import type { Log } from './log.ts';

const TOGETHER_MS = 1_000;
/** What hangs longer is left: the database recovers, jobs are delivered again. */
const PATIENCE_MS = 55_000;

export interface Stop {
	/** Called once, in reverse order of registration, each after the one before has ended. */
	onStop(what: string, end: () => Promise<void> | void): void;
	/** Ends the process with this exit code. */
	stop(reason: string, exitCode?: number): Promise<void>;
	/** A start that is ended in its middle fails at what is closed under it: that is no failure, and the ending goes on. */
	start(work: () => Promise<void>): Promise<void>;
}

export const createStop = (log: Log): Stop => {
	const steps: { what: string; end: () => Promise<void> | void }[] = [];
	let firstAt: number | null = null;

	const stop = async (reason: string, exitCode = 0): Promise<void> => {
		if (firstAt !== null) return;
		firstAt = performance.now();
		log.info('stopping', { reason });
		setTimeout(() => {
			log.error('stopping takes too long; ending now');
			process.exit(1);
		}, PATIENCE_MS).unref();
		let code = exitCode;
		for (const { what, end } of steps.reverse()) {
			try {
				await end();
			} catch (error) {
				log.error(`could not stop ${what} cleanly`, { error });
				code = 1;
			}
		}
		log.info('stopped');
		process.exit(code);
	};

	const signalled = (signal: NodeJS.Signals): void => {
		if (firstAt !== null && performance.now() - firstAt > TOGETHER_MS) {
			log.warn('ending at once', { signal });
			process.exit(1);
		}
		void stop(signal);
	};
	process.on('SIGINT', signalled);
	process.on('SIGTERM', signalled);
	process.on('SIGHUP', signalled);
	// start.mjs holds the other end: when it is killed, this program must not go on alone.
	if (process.channel !== undefined) process.on('disconnect', () => void stop('start.mjs is gone'));

	return {
		onStop: (what, end) => void steps.push({ what, end }),
		stop,
		async start(work) {
			try {
				await work();
			} catch (error) {
				if (firstAt === null) throw error;
			}
		},
	};
};
