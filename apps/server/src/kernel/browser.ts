/**
 * The system's Chromium, for measuring and picturing what we made ourselves. One at a time, started when first wanted and
 * ended when nobody wanted it for a while. What it loads comes from the caller's own hands, never from the network.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { Log } from './log.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];
const FLAGS = [
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--no-first-run',
	'--disable-quic',
	'--hide-scrollbars',
];
const IDLE_MS = 30_000;
/** Value of CHROMIUM_PATH that says: use none, whatever there is. */
const OFF = 'off';

const executable = (path: string): boolean => {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
};

/** The path that is set, else the first on PATH or where systems put it; null: there is none, or `off` was set. */
export const findChromium = (set: string | null = process.env.CHROMIUM_PATH || null): string | null => {
	if (set === OFF) return null;
	const folders = (process.env.PATH ?? '').split(delimiter);
	const candidates = [
		...(set === null ? [] : [set]),
		...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
		...ELSEWHERE,
	];
	return candidates.find(executable) ?? null;
};

export interface BrowserPool {
	/** Whether there is a browser at all. */
	readonly available: boolean;
	/** Runs `work` in a fresh context, after whoever came first. @throws when the browser cannot be started */
	use<T>(options: BrowserContextOptions, work: (context: BrowserContext) => Promise<T>): Promise<T>;
	close(): Promise<void>;
}

export const openBrowserPool = (path: string | null, log: Log): BrowserPool => {
	const executablePath = findChromium(path);
	let running: Promise<Browser> | null = null;
	let turn: Promise<unknown> = Promise.resolve();
	let idle: NodeJS.Timeout | undefined;

	const end = async (): Promise<void> => {
		clearTimeout(idle);
		const browser = running;
		running = null;
		await (await browser)?.close();
	};
	const start = (): Promise<Browser> => {
		running ??= launch().catch((error) => {
			running = null;
			throw error;
		});
		return running;
	};
	const launch = async (): Promise<Browser> => {
		// Large, and wanted seldom: not before its time.
		const { chromium } = await import('playwright-core');
		const args = [...FLAGS, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
		const browser = await chromium.launch({ executablePath: executablePath ?? '', args });
		browser.once('disconnected', () => {
			running = null;
		});
		return browser;
	};

	return {
		available: executablePath !== null,
		use(options, work) {
			const mine = turn.then(async () => {
				clearTimeout(idle);
				const browser = await start();
				const context = await browser.newContext(options);
				try {
					return await work(context);
				} finally {
					await context.close();
					idle = setTimeout(() => end().catch((error) => log.warn('Chromium did not end', { error })), IDLE_MS);
					idle.unref();
				}
			});
			turn = mine.catch(() => undefined);
			return mine;
		},
		async close() {
			await turn;
			await end();
		},
	};
};
