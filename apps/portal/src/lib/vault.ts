/**
 * The session's encrypted context (portal.md section 3): AES-GCM in sessionStorage, its key non-extractable in
 * IndexedDB so that it survives the refresh after a switch and cannot be read by a script. The server's `contextKey`
 * is authenticated along: a context of another session does not open.
 */
const STORAGE_KEY = 'luvalla.context';
const NONCE_BYTES = 12;

/** Where the key lives; another one in tests, as jsdom has no IndexedDB. */
export interface KeyStore {
	get: () => Promise<CryptoKey | undefined>;
	put: (key: CryptoKey) => Promise<void>;
	drop: () => Promise<void>;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
	new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});

async function open(): Promise<IDBObjectStore> {
	const request = indexedDB.open('luvalla', 1);
	request.onupgradeneeded = () => request.result.createObjectStore('keys');
	const database = await done(request);
	return database.transaction('keys', 'readwrite').objectStore('keys');
}

const inBrowser: KeyStore = {
	get: async () => {
		const key: unknown = await done((await open()).get('context'));
		return key instanceof CryptoKey ? key : undefined;
	},
	put: async (key) => void (await done((await open()).put(key, 'context'))),
	drop: async () => void (await done((await open()).delete('context'))),
};

let keys: KeyStore = inBrowser;
/** Replaces the place of the key; for tests. */
export function keepKeysIn(store: KeyStore): void {
	keys = store;
}

const toText = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const toBytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

/** Encrypts a value for this session, replacing what was kept. */
export async function keep(contextKey: string, value: unknown): Promise<void> {
	let key = await keys.get();
	if (!key) {
		key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
		await keys.put(key);
	}
	const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
	const sealed = await crypto.subtle.encrypt(
		{ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(contextKey) },
		key,
		new TextEncoder().encode(JSON.stringify(value)),
	);
	sessionStorage.setItem(STORAGE_KEY, `${toText(iv)}.${toText(new Uint8Array(sealed))}`);
}

/** What was kept in this session, or null: nothing, another session's, or not ours. The caller parses it. */
export async function recall(contextKey: string): Promise<unknown> {
	const [iv, sealed] = (sessionStorage.getItem(STORAGE_KEY) ?? '').split('.');
	const key = await keys.get();
	if (!iv || !sealed || !key) return null;
	try {
		const plain = await crypto.subtle.decrypt(
			{ name: 'AES-GCM', iv: toBytes(iv), additionalData: new TextEncoder().encode(contextKey) },
			key,
			toBytes(sealed),
		);
		return JSON.parse(new TextDecoder().decode(plain));
	} catch (error) {
		// wrong session or a damaged value: the default selection is right then; anything else is a fault
		if (error instanceof SyntaxError || (error instanceof Error && error.name === 'OperationError')) return null;
		throw error;
	}
}

/** Forgets value and key (logout, login as another user). */
export async function forget(): Promise<void> {
	sessionStorage.removeItem(STORAGE_KEY);
	await keys.drop();
}
