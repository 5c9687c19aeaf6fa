/**
 * Records on their way to the ledger. One entry a choice, under a key of its own, so that two tabs never overwrite
 * each other. An entry leaves only when the server has answered for it; a replay changes nothing there.
 */
import { safely } from '../core/store.ts';
import type { Values } from '../shapes.ts';
import { uuid7 } from './uuid.ts';

/** One choice: the body of `POST /edge/v1/records`. */
export interface Entry {
	domainId: string;
	configuration: string;
	/** TC string of the choice, where it was made by the framework's banner. */
	tcString?: string | undefined;
	/** Of a device that may be remembered: what shows later that it is the one that made these records. */
	deviceKey?: string | undefined;
	records: { id: string; choiceId: string; at: string; category: string; value: boolean; language: string; gpc: boolean }[];
}

export interface Seen {
	domainId: string;
	configuration: string;
	language: string;
	gpc: boolean;
	tcString?: string | undefined;
	deviceKey?: string | undefined;
}

const PREFIX = 'luvalla.q:';
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 300_000;
/** After this the ledger would only keep it as evidence of a wrong clock. */
const KEPT_MS = 90 * 86_400_000;

/** The records of one choice: each its own id, all of one millisecond and one `choiceId`. */
export const entryOf = (answers: Values, seen: Seen, ms = Date.now()): { key: string; entry: Entry } => {
	const choiceId = uuid7(ms);
	const at = new Date(ms).toISOString();
	const { language, gpc, ...head } = seen;
	return {
		key: PREFIX + choiceId,
		entry: {
			...head,
			records: Object.entries(answers).map(([category, value]) => ({ id: uuid7(ms), choiceId, at, category, value, language, gpc })),
		},
	};
};

/** The millisecond inside an id. */
const msOf = (id: string): number => parseInt(id.replace('-', '').slice(0, 12), 16);

export interface Queue {
	/** Category key → id of its record. */
	add(answers: Values, seen: Seen): Record<string, string>;
	/** Tries everything that waits. */
	flush(): Promise<void>;
}

/** The queue of this page; it takes over what earlier pages left. `url` is the intake's. */
export const queueTo = (url: string): Queue => {
	/** What storage would not take: it lives as long as the page. */
	const memory = new Map<string, string>();
	const busy = new Set<string>();
	let wait = FIRST_WAIT_MS;
	let timer: ReturnType<typeof setTimeout> | undefined;
	/** The server wants nothing before then. */
	let notBefore = 0;

	const bodyOf = (key: string): string | null | undefined => memory.get(key) ?? safely(() => localStorage.getItem(key));
	const keys = (): string[] => [
		...new Set([...memory.keys(), ...(safely(() => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))) ?? [])]),
	];
	const drop = (key: string): void => {
		memory.delete(key);
		safely(() => localStorage.removeItem(key));
	};
	const tooOld = (key: string): boolean => !(Date.now() - msOf(key.slice(PREFIX.length)) < KEPT_MS);

	/** Where storage is full or blocked, the page keeps it. */
	const put = (key: string, body: string): void => {
		const taken = safely(() => {
			localStorage.setItem(key, body);
			return true;
		});
		if (!taken) memory.set(key, body);
	};

	/** The same answers, where an id turned out to be another record's: under an id of their own. No answer is lost to that. */
	const renewed = (body: string, refused: { id: string; code: string }[]): string =>
		refused.reduce((text, { id, code }) => (code === 'id_conflict' ? text.replace(id, uuid7(msOf(id))) : text), body);

	/** 0: the server has answered for it. Otherwise, how many milliseconds to wait. */
	const send = async (key: string, body: string): Promise<number> => {
		try {
			const answer = await fetch(url, {
				method: 'POST',
				// A text says itself that it is `text/plain`: a simple request, no preflight, and the same as a beacon.
				body,
				keepalive: true,
				// Only a collector on the customer's own host says so; any other is sent no cookie of another site's.
				credentials: window.luvalla?.$.own,
			});
			if (answer.ok) {
				const { data } = await answer.json().catch(() => ({}));
				const again = renewed(body, data?.refused ?? []);
				if (again === body) return 0;
				put(key, again);
				return wait;
			}
			// This body will never be taken; everything else may heal.
			if ([400, 413, 422].includes(answer.status)) return 0;
			return Math.max(wait, Math.min(Number(answer.headers.get('Retry-After')) * 1000 || 0, 3_600_000));
		} catch {
			return wait;
		}
	};

	/** Storage is looked at only once there was a choice. */
	let used = false;
	const flush = async (): Promise<void> => {
		used = true;
		clearTimeout(timer);
		const rest = notBefore - Date.now();
		if (rest > 0) {
			timer = setTimeout(flush, rest);
			return;
		}
		let pause = 0;
		for (const key of keys()) {
			if (busy.has(key)) continue;
			const body = bodyOf(key);
			if (!body || tooOld(key)) {
				drop(key);
				continue;
			}
			busy.add(key);
			const told = await send(key, body);
			if (!told) drop(key);
			pause = Math.max(pause, told);
			busy.delete(key);
			if (told > wait) {
				notBefore = Date.now() + told;
				break;
			}
		}
		if (!pause) {
			wait = FIRST_WAIT_MS;
			return;
		}
		timer = setTimeout(flush, pause);
		wait = Math.min(wait * 2, LONGEST_WAIT_MS);
	};

	addEventListener('online', () => {
		if (used) void flush();
	});
	// The page goes: hand over what is unacknowledged. It stays in the queue, because a beacon has no answer.
	addEventListener('pagehide', () => {
		for (const key of used ? keys() : []) {
			const body = bodyOf(key);
			if (body) safely(() => navigator.sendBeacon(url, body));
		}
	});

	return {
		add(answers, seen) {
			const { key, entry } = entryOf(answers, seen);
			const body = JSON.stringify(entry);
			put(key, body);
			void flush();
			return Object.fromEntries(entry.records.map(({ category, id }) => [category, id]));
		},
		flush,
	};
};
