/** Processor time of processes, and a generator of load that does not sleep. */
import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds that a process has had a processor, in all its threads (Linux). */
export const processorMicros = (pid: number): number =>
	readdirSync(`/proc/${pid}/task`).reduce(
		(sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1000,
		0,
	);

/** The same of every process of PostgreSQL on this machine, by its id; of one server's alone where its first process is named. */
export const postgresMicros = (first?: number): Map<string, number> => {
	const found = new Map<string, number>();
	for (const pid of readdirSync('/proc')) {
		if (!/^\d+$/.test(pid)) continue;
		try {
			const isOurs = first === undefined || Number(pid) === first || parentOf(pid) === first;
			if (isOurs && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres') found.set(pid, processorMicros(Number(pid)));
		} catch (error) {
			// it has ended since the list was read
			if (!(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))) throw error;
		}
	}
	return found;
};

const parentOf = (pid: string): number => Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** What these processes took since; those that have ended are left out, their time cannot be read any more. */
export const microsSince = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number =>
	[...after].reduce((sum, [pid, micros]) => sum + micros - (before.get(pid) ?? 0), 0);

/**
 * Until it is ended this process never waits for its sockets. Waking a peer that sleeps costs the one who writes some 10 µs on
 * a virtual machine, more than all else in an answer; a route that is quick enough to keep its peer busy does not pay it, so
 * the two could not be compared.
 */
export const stayAwake = (): (() => void) => {
	let ended = false;
	const again = (): void => {
		if (!ended) setImmediate(again);
	};
	again();
	return () => {
		ended = true;
	};
};
