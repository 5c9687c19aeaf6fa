// @vitest-environment node
/** Pushes on a site, in Chromium: our own question after a yes, the browser's after a press, and the end of it after a no. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assembleFolder, assemblePointer, type PublishInput } from '../src/assemble.ts';
import { PUSH_WORDS } from '../src/push/words.ts';
import { openPointer } from '../src/serving.ts';
import { workerFile } from '../src/worker/file.ts';
import { publication } from './published.ts';
import { out, visit } from './visit.ts';

const pushing = (input: PublishInput) => void Object.assign(input, { remembers: 'statistics', pushes: 'marketing', pushWords: PUSH_WORDS });

/** A browser with a push service behind it, which asks its owner once; what it was asked stands in `window.asked`. */
const browser = (): void => {
	const own = window as unknown as { asked: string[] };
	own.asked = [];
	const permission = () => localStorage.getItem('t.permission') ?? 'default';
	Object.defineProperty(Notification, 'permission', { get: permission });
	Notification.requestPermission = async () => {
		own.asked.push(`permission ${navigator.userActivation.isActive}`);
		localStorage.setItem('t.permission', 'granted');
		return 'granted';
	};
	const bytes = (key: string) => Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0)).buffer;
	const made = (key: string) => ({
		options: { applicationServerKey: bytes(key) },
		toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: key, auth: 'a' } }),
		unsubscribe: async () => {
			own.asked.push('unsubscribe');
			localStorage.removeItem('t.subscription');
			return true;
		},
	});
	const pushManager = {
		getSubscription: async () => {
			const key = localStorage.getItem('t.subscription');
			return key ? made(key) : null;
		},
		subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
			own.asked.push('subscribe');
			localStorage.setItem('t.subscription', key);
			return made(key);
		},
	};
	const registration = { pushManager };
	Object.defineProperty(navigator, 'serviceWorker', {
		value: {
			controller: null,
			getRegistration: async () => (localStorage.getItem('t.registered') ? registration : undefined),
			register: async (file: unknown) => {
				own.asked.push(`register ${file}`);
				localStorage.setItem('t.registered', '1');
			},
			ready: Promise.resolve(registration),
		},
	});
	const { fetch } = window;
	window.fetch = async (to, init) => {
		if (!`${to}`.endsWith('/visitor/push')) return fetch(to, init);
		const { subscription, key } = JSON.parse(`${init?.body}`);
		own.asked.push(`tell ${subscription === undefined ? 'nothing' : JSON.stringify(subscription?.endpoint ?? null)} ${key.length}`);
		return Response.json({ data: { gone: false, key: `B${'A'.repeat(86)}` } });
	};
};
const asked = (): string[] => (window as unknown as { asked: string[] }).asked;

describe('a site whose visitors may take pushes', () => {
	it('asks by a card of its own after a yes, the browser after a press, and ends it after a no', async () => {
		const { page, problems } = await visit({ input: pushing, before: browser });
		expect(await page.evaluate(asked)).toEqual([]);
		await page.getByRole('button', { name: 'Accept all' }).click();
		const card = page.getByRole('dialog', { name: 'Marketing' });
		await card.waitFor();
		expect(await page.evaluate(asked)).toEqual(['tell nothing 0', 'register /luvalla-worker.js']);
		await card.getByRole('button', { name: 'Allow messages' }).click();
		await expect.poll(() => page.evaluate(asked)).toContain('tell "https://push.example/1" 87');
		expect((await page.evaluate(asked)).slice(2)).toEqual(['permission true', 'subscribe', 'tell "https://push.example/1" 87']);
		expect(await card.count()).toBe(0);
		// On the same day nothing is told again.
		await page.reload();
		await page.getByRole('button', { name: 'Cookie settings' }).waitFor();
		expect(await page.evaluate(asked)).toEqual([]);
		await page.evaluate(() => window.luvalla?.withdraw('marketing'));
		await expect.poll(() => page.evaluate(asked)).toEqual(['unsubscribe', 'tell null 0']);
		expect(problems).toEqual([]);
	});

	it('asks nothing after a no, and not again after "not now"', async () => {
		const { page } = await visit({ input: pushing, before: browser });
		await page.getByRole('button', { name: 'Refuse all' }).click();
		await page.getByRole('button', { name: 'Cookie settings' }).waitFor();
		expect(await page.evaluate(asked)).toEqual([]);
		await page.evaluate(() => window.luvalla?.$.withUi((ui) => ui.decide({ marketing: true, statistics: true })));
		const card = page.getByRole('dialog', { name: 'Marketing' });
		await card.getByRole('button', { name: 'Not now' }).click();
		expect(await card.count()).toBe(0);
		await page.reload();
		await page.getByRole('button', { name: 'Cookie settings' }).waitFor();
		expect(await page.evaluate(asked)).toEqual([]);
	});
});

it('costs sites that push nothing no byte', async () => {
	const plain = await publication(out);
	const remembering = { ...plain, remembers: 'statistics', pushWords: PUSH_WORDS };
	const paths = (input: PublishInput) => assembleFolder(input).map(({ path }) => path);
	expect(paths(remembering).filter((path) => path.startsWith('push'))).toEqual([]);
	expect(assemblePointer({ ...remembering, pushes: '' }, 'f')).toBe(assemblePointer({ ...plain, remembers: 'statistics' }, 'f'));
	// Nobody is pushed to who is not remembered.
	expect(paths({ ...plain, pushes: 'marketing', pushWords: PUSH_WORDS }).filter((path) => path.startsWith('push'))).toEqual([]);
	const pushes = { ...remembering, pushes: 'marketing' };
	expect(paths(pushes).filter((path) => path.startsWith('push'))).toEqual(plain.config.languages.map((language) => `push.${language}.js`));
});

it('the worker shows what comes, leads where it says, and runs nothing', async () => {
	const input = await publication(out);
	pushing(input);
	const { pointer } = openPointer(assemblePointer(input, 'f'));
	const script = await readFile(join(out, 'pushworker.js'), 'utf8');
	const file = workerFile({ ...pointer, known: undefined } as typeof pointer, '', { script, words: PUSH_WORDS });
	expect(
		workerFile({ ...pointer, known: undefined, push: undefined } as unknown as typeof pointer, '', { script, words: PUSH_WORDS }),
	).toBeNull();
	const listeners = new Map<string, (event: object) => void>();
	const shown: unknown[] = [];
	const opened: string[] = [];
	const scope = {
		registration: { showNotification: async (...one: unknown[]) => shown.push(one) },
		navigator: { language: 'fi-FI' },
		clients: { openWindow: async (url: string) => opened.push(url) },
		addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
	};
	new Function('globalThis', file ?? '')(scope);
	const waitUntil = () => undefined;
	const push = (message: unknown) => listeners.get('push')?.({ waitUntil, data: { json: () => message } });
	push({
		title: 'A lamp',
		body: 'Today',
		tag: 't',
		link: 'https://shop.example/l',
		image: 'javascript:alert(1)',
		why: 'https://l.example/u/1/why',
	});
	const data = { link: 'https://shop.example/l', why: 'https://l.example/u/1/why' };
	expect(shown).toEqual([['A lamp', { body: 'Today', tag: 't', data, actions: [{ action: 'why', title: 'Miksi näen tämän?' }] }]]);
	push({ other: 'worker' });
	listeners.get('push')?.({ waitUntil, data: { json: () => JSON.parse('{') } });
	expect(shown).toHaveLength(1);
	const press = (action: string, of: object) =>
		listeners.get('notificationclick')?.({ waitUntil, action, notification: { data: of, close: () => undefined } });
	press('', data);
	press('why', data);
	press('', { link: 'javascript:alert(1)' });
	expect(opened).toEqual(['https://shop.example/l', 'https://l.example/u/1/why', '/']);
});
