/** The other side of a channel as a process of its own, as in life: what it took is asked of it. */
import { fork } from 'node:child_process';
import { join } from 'node:path';

export interface SinkProcess {
	port: number;
	pid: number;
	/** How many messages came. */
	taken(): Promise<number>;
	stop(): void;
}

/** @param file in this folder: it tells its port first, and how many it took when it is sent 'taken' @param args what it is told at its start */
export const forkSink = async (file: string, ...args: readonly string[]): Promise<SinkProcess> => {
	const child = fork(join(import.meta.dirname, file), args);
	const answer = <T>(): Promise<T> => new Promise((resolve) => child.once('message', (message) => resolve(message as T)));
	const { port } = await answer<{ port: number }>();
	return {
		port,
		pid: child.pid ?? 0,
		async taken() {
			const told = answer<{ taken: number }>();
			child.send('taken');
			return (await told).taken;
		},
		stop: () => void child.kill(),
	};
};
