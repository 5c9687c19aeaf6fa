/** Processor time of processes, and a generator of load that does not sleep. */
import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds that a process has had a processor, in all its threads (Linux). */
export const processorMicros = (pid: number): number =>
	readdirSync(`/proc/${pid}/task`).reduce(
		(sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1000,
		0,
	);

/** The same of every process of PostgreSQL on this machine. One that ends in between is missed, and so is nothing of ours. */
export const postgresMicros = (): number =>
	readdirSync('/proc').reduce((sum, pid) => {
		if (!/^\d+$/.test(pid)) return sum;
		try {
			return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' ? sum + processorMicros(Number(pid)) : sum;
		} catch (error) {
			// it has ended since the list was read
			if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return sum;
			throw error;
		}
	}, 0);

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
