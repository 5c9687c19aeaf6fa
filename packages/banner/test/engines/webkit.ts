/** WebKitGTK's MiniBrowser, by the classic WebDriver, on a display of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Engine, Tab } from './engine.ts';

/** What a call to a driver that hangs ends with: the driver's own fault, so whoever meets it may try once more. */
export const DRIVER_GONE = 'The driver of WebKit did not answer.';
/** More than a page or a script may take. */
const PATIENCE_MS = 20_000;
const DRIVER = '/usr/bin/WebKitWebDriver';
/** The key under which the protocol names an element or a window is of no interest here; a window's handle is. */
interface Answer {
	value: unknown;
}

const freePort = (): Promise<number> =>
	new Promise((done, failed) => {
		const server = createServer();
		server.once('error', failed);
		server.listen(0, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => (typeof address === 'object' && address ? done(address.port) : failed(new Error('There is no free port.'))));
		});
	});

/** The display's number, once the server has opened it. */
const display = async (): Promise<{ name: string; process: ChildProcess }> => {
	const process = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const name = await new Promise<string>((done, failed) => {
		process.once('error', failed);
		process.once('exit', () => failed(new Error('Xvfb ended.')));
		process.stdout?.once('data', (text) => done(`:${String(text).trim()}`));
	});
	return { name, process };
};

/** Null: not installed. */
export const webkitEngine = async (): Promise<Engine | null> => {
	const [browser] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser');
	if (!existsSync(DRIVER) || !browser || !existsSync('/usr/bin/Xvfb')) return null;
	const screen = await display();
	/** Starts the driver; answers its address once it answers. */
	const launch = async (): Promise<{ child: ChildProcess; url: string }> => {
		const port = await freePort();
		const child = spawn(DRIVER, [`--port=${port}`, '--host=127.0.0.1'], {
			// A test's browser runs where no user namespaces are to be had.
			env: {
				...process.env,
				DISPLAY: screen.name,
				WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
				GDK_BACKEND: 'x11',
				LANG: 'C.UTF-8',
				LIBGL_ALWAYS_SOFTWARE: '1',
			},
			stdio: 'ignore',
		});
		const url = `http://127.0.0.1:${port}`;
		for (let tries = 0; ; tries++)
			try {
				await fetch(`${url}/status`);
				return { child, url };
			} catch (error) {
				if (tries > 100) throw error;
				await new Promise((done) => setTimeout(done, 50));
			}
	};
	let driver: Awaited<ReturnType<typeof launch>> | null = await launch();
	const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
		driver ??= await launch();
		const { url, child } = driver;
		const signal = AbortSignal.timeout(PATIENCE_MS);
		const answer = await fetch(url + path, { method, signal, ...(body && { body: JSON.stringify(body) }) }).catch((cause: unknown) => {
			// Now and then it hangs; the next visit has a new one.
			child.kill('SIGKILL');
			driver = null;
			present = undefined;
			throw new Error(DRIVER_GONE, { cause });
		});
		const { value } = (await answer.json()) as Answer;
		if (!answer.ok) throw new Error(`WebKit: ${JSON.stringify(value)}`);
		return value;
	};
	/** Ends the visit that goes on. */
	let present: (() => Promise<void>) | undefined;
	return {
		name: 'WebKit',
		async close() {
			driver?.child.kill();
			screen.process.kill();
		},
		async visitor() {
			// The driver has room for one.
			await present?.();
			const { sessionId } = (await call('POST', '/session', {
				capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } } },
			})) as { sessionId: string };
			const session = `/session/${sessionId}`;
			await call('POST', `${session}/timeouts`, { script: 15_000, pageLoad: 15_000 });
			let first = true;
			let turn: Promise<unknown> = Promise.resolve();
			/** The protocol knows one window at a time: whoever wants another one waits for its turn. */
			const inWindow = <T>(handle: string, work: () => Promise<T>): Promise<T> => {
				const mine = turn.then(async () => {
					await call('POST', `${session}/window`, { handle });
					return work();
				});
				turn = mine.catch(() => undefined);
				return mine;
			};
			const leave = async (): Promise<void> => {
				if (present !== leave) return;
				present = undefined;
				await turn;
				await call('DELETE', session);
			};
			present = leave;
			return {
				leave,
				async tab(): Promise<Tab> {
					const handle = first
						? ((await call('GET', `${session}/window`)) as string)
						: ((await call('POST', `${session}/window/new`, { type: 'tab' })) as { handle: string }).handle;
					first = false;
					const size = (width: number, height: number) =>
						inWindow(handle, async () => {
							const frame = (await call('POST', `${session}/execute/sync`, {
								script: 'return [outerWidth - innerWidth, outerHeight - innerHeight]',
								args: [],
							})) as [number, number];
							await call('POST', `${session}/window/rect`, { width: width + frame[0], height: height + frame[1] });
						});
					return {
						go: (url) => inWindow(handle, async () => void (await call('POST', `${session}/url`, { url }))),
						back: () => inWindow(handle, async () => void (await call('POST', `${session}/back`, {}))),
						reload: () => inWindow(handle, async () => void (await call('POST', `${session}/refresh`, {}))),
						run: <T>(expression: string) =>
							inWindow(handle, async () => {
								const answer = (await call('POST', `${session}/execute/async`, {
									script: `const done = arguments[0]; Promise.resolve().then(() => (${expression})).then((value) => done({ value }), (error) => done({ error: String(error) }));`,
									args: [],
								})) as { value?: T; error?: string };
								if (answer.error !== undefined) throw new Error(answer.error);
								return answer.value as T;
							}),
						picture: () => inWindow(handle, async () => Buffer.from((await call('GET', `${session}/screenshot`)) as string, 'base64')),
						size,
						close: () => inWindow(handle, async () => void (await call('DELETE', `${session}/window`))),
					};
				},
			};
		},
	};
};
