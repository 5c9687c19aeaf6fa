/** The server that the browser tests visit: the program itself, with an embedded database in a folder of its own. */
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';

export const PORT = Number(process.env.E2E_PORT ?? 4570);
export const SHOP_PORT = PORT + 1;
const MAIN = join(import.meta.dirname, '../../server/src/main.ts');

const Ready = z.object({
	msg: z.literal('ready'),
	portal: z.string(),
	signIn: z.string(),
	admin: z.string(),
	mailbox: z.string(),
	shop: z.string(),
});
/** `database`: the folder of its socket. */
export type Ready = z.infer<typeof Ready> & { database: string };

/** Where the data of a server that has begun once are: the next ones go on from there, which costs a quarter of a first start. */
const BEGUN = 'E2E_BEGUN';

/** A folder in which a server has begun and was stopped. Answers how to do away with it. */
export const beginOnce = async (): Promise<() => void> => {
	const { folder, stop } = await begin({ port: PORT, environment: {} });
	await stop();
	process.env[BEGUN] = folder;
	return () => rmSync(folder, { recursive: true });
};

/** Starts it and waits for its line; `stop` ends it cleanly and does away with its data. @param own of a test that has a server to itself */
export const startServer = async (
	own: { readonly port: number; readonly environment: Record<string, string> } = { port: PORT, environment: {} },
): Promise<{ ready: Ready; stop: () => Promise<void> }> => {
	const { ready, folder, stop } = await begin(own);
	return {
		ready,
		stop: async () => {
			await stop();
			rmSync(folder, { recursive: true });
		},
	};
};

const begin = async (own: {
	readonly port: number;
	readonly environment: Record<string, string>;
}): Promise<{ ready: Ready; folder: string; stop: () => Promise<void> }> => {
	// Outside the folder of the tests: its path is short enough for a database socket.
	const folder = mkdtempSync(join(tmpdir(), 'luvalla-e2e-'));
	const begun = process.env[BEGUN];
	if (begun !== undefined) {
		cpSync(begun, folder, { recursive: true });
		// Copies of folders are open to all; the database takes none but its own.
		chmodSync(join(folder, 'postgres', 'data'), 0o700);
	}
	const program = spawn(process.execPath, [MAIN], {
		env: {
			...process.env,
			PORT: String(own.port),
			DATA_DIR: folder,
			LOG_LEVEL: 'warn',
			...own.environment,
		},
		// By the channel it hears that these tests have ended, however they ended, and ends too.
		stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
	});
	const ended = new Promise<void>((done) => program.once('exit', () => done()));
	const ready = await new Promise<Ready>((found, failed) => {
		program.once('exit', (code) => failed(new Error(`The server ended with ${code} before it was ready.`)));
		if (program.stdout === null) return failed(new Error('The server has no output to read.'));
		createInterface(program.stdout).on('line', (line) => {
			const parsed = line.startsWith('{') ? Ready.safeParse(JSON.parse(line)) : null;
			if (parsed?.success) found({ ...parsed.data, database: join(folder, 'postgres', 'run') });
			else process.stderr.write(`${line}\n`);
		});
	});
	return {
		ready,
		folder,
		stop: async () => {
			program.kill('SIGTERM');
			await ended;
		},
	};
};
