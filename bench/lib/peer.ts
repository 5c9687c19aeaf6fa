/** A peer is a program of its own with its own packages, installed when first wanted and kept out of ours. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const PEERS = join(import.meta.dirname, '../peers');

export interface Peer {
	readonly pid: number;
	/** Sends it a message by the channel and waits for what it sends back. */
	ask(message: object): Promise<unknown>;
	stop(): Promise<void>;
}

/** Its folder, with its packages. */
const installed = (name: string): string => {
	const folder = join(PEERS, name);
	if (existsSync(join(folder, 'node_modules'))) return folder;
	process.stderr.write(`Installing the peer ${name} …\n`);
	const done = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'], {
		cwd: folder,
		stdio: ['ignore', 2, 2],
	});
	if (done.status !== 0) throw new Error(`The peer ${name} could not be installed.`);
	return folder;
};

/** A peer that is a page: built by the Vite it brings. Answers with the folder of what was built. */
export const buildPeer = (name: string): string => {
	const folder = installed(name);
	const done = spawnSync(process.execPath, [join(folder, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'], {
		cwd: folder,
		stdio: ['ignore', 2, 2],
	});
	if (done.status !== 0) throw new Error(`The peer ${name} could not be built.`);
	return join(folder, 'dist');
};

export const startPeer = async (name: string, env: Record<string, string>): Promise<Peer> => {
	const folder = installed(name);
	const child = spawn(process.execPath, [join(folder, 'server.mjs')], {
		cwd: folder,
		stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
		env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
	});
	await ready(child, name);
	return {
		pid: child.pid ?? 0,
		ask: (message) =>
			new Promise((resolve, reject) => {
				const ended = () => reject(new Error(`The peer ${name} ended before it answered.`));
				child.once('exit', ended);
				child.once('message', (answer) => {
					child.off('exit', ended);
					resolve(answer);
				});
				child.send(message);
			}),
		async stop() {
			const gone = new Promise((resolve) => child.once('exit', resolve));
			child.kill('SIGTERM');
			await gone;
		},
	};
};

const ready = (child: ChildProcess, name: string): Promise<void> =>
	new Promise((resolve, reject) => {
		child.stdout?.on('data', (chunk: Buffer) => {
			if (chunk.toString().includes('ready')) resolve();
		});
		child.once('exit', (code) => reject(new Error(`The peer ${name} ended with ${code}.`)));
	});
