/** What jsdom lacks, and a server of handlers that refuses whatever a test did not expect. */
import '@testing-library/jest-dom/vitest';
import './owner-stacks.ts';
import './sought.ts';
import { webcrypto } from 'node:crypto';
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import '../app/finnish.ts';
import { pictures } from '../app/press.ts';
import { takeFieldRules } from '../lib/field-rules.ts';
import { fieldRules } from '../lib/field-words-fi.ts';
import { loadFixedTexts } from '../lib/fixed-texts.ts';
import { chooseLanguage } from '../lib/say.ts';
import { keepKeysIn } from '../lib/vault.ts';
import { screenSize, server } from './shared.ts';

export { screenSize, server };

// Tests change the language in the middle of things.
await loadFixedTexts();
takeFieldRules(fieldRules);

// screens are loaded when first opened, and two cores may be busy with other tests
configure({ asyncUtilTimeout: 180_000 });

if (!globalThis.crypto?.subtle) Object.defineProperty(globalThis, 'crypto', { value: webcrypto });

let key: CryptoKey | undefined;
keepKeysIn({
	get: () => Promise.resolve(key),
	put: (next) => {
		key = next;
		return Promise.resolve();
	},
	drop: () => {
		key = undefined;
		return Promise.resolve();
	},
});

const widthOf = (query: string): number => Number(/max-width: ([\d.]+)em/.exec(query)?.[1] ?? 0) * 16;
vi.stubGlobal('matchMedia', (query: string) => ({
	matches: query.includes('max-width') && screenSize.width <= widthOf(query),
	media: query,
	addEventListener: () => {},
	removeEventListener: () => {},
	addListener: () => {},
	removeListener: () => {},
	dispatchEvent: () => false,
	onchange: null,
}));
class Observer {
	observe() {}
	unobserve() {}
	disconnect() {}
	takeRecords() {
		return [];
	}
}
vi.stubGlobal('ResizeObserver', Observer);
vi.stubGlobal('IntersectionObserver', Observer);
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
Element.prototype.scrollIntoView = () => {};
Element.prototype.scrollTo = () => {};
vi.stubGlobal('scrollTo', () => {});
// the stream is tested by itself; screens get a lock that is never granted
vi.stubGlobal(
	'BroadcastChannel',
	class {
		onmessage = null;
		postMessage() {}
		close() {}
	},
);
Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: () => new Promise(() => {}) } });

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => {
	localStorage.clear();
	sessionStorage.clear();
	key = undefined;
	screenSize.width = 1440;
	chooseLanguage('en');
	localStorage.clear();
	vi.spyOn(pictures, 'after').mockImplementation((act) => act());
});
afterEach(() => {
	cleanup();
	notifications.clean();
	window.history.replaceState(null, '', '/');
	server.resetHandlers();
	vi.restoreAllMocks();
});
afterAll(() => server.close());
