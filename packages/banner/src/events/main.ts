/**
 * What a visitor does, told while their yes to one category stands and by nobody else: the site pushes
 * `['order', { sum: 41 }]` to `window.luvallaEvents`, before or after this is loaded. Without that yes nothing is sent, and nothing
 * waits for one. The id under which a visitor is remembered is that of their own record of the yes, with the key that went with it,
 * which nobody else sees; a withdrawal takes both off the device and has the server forget it.
 */
import type { ChoiceDetail } from '../core/api.ts';
import { safely } from '../core/store.ts';
import { uuid7 } from '../light/uuid.ts';
import type { EventsData } from '../shapes.ts';

/** Given by the published `events.js`. */
declare const LUVALLA_EVENTS: EventsData;

type Told = [type: string, properties?: Record<string, unknown>];

declare global {
	interface Window {
		luvallaEvents?: { push(...told: Told[]): unknown };
	}
}

/** Who is remembered, and who is to be forgotten. */
const VISITOR = 'luvalla.v';
const OVER = 'luvalla.w';
const AT_ONCE = 20;
/** Signs of one request's events, of three bytes each at most: browsers let 64 KiB at a time outlive a page, of two requests together. */
const MOST_SIGNS = 10_000;
/** More than this is not kept back while the server cannot be reached. */
const MOST_WAITING = 200;
const WAIT_MS = 2000;
const LONGEST_WAIT_MS = 300_000;

const start = ({ domainId, category }: EventsData): void => {
	const api = window.luvalla;
	if (!api) return;
	const { base, wire, kept } = api.$;
	const [configuration] = wire;
	const read = (key: string): string | null => safely(() => localStorage.getItem(key)) ?? null;
	const write = (key: string, id: string | null): void =>
		void safely(() => (id ? localStorage.setItem(key, id) : localStorage.removeItem(key)));
	/** An answer of this visitor, not what holds without one. */
	const permitted = (): boolean => api.choices()[category] === true;
	const addressOf = (what: string): string => `${base}/edge/v1/visitor/${what}`;
	const bodyOf = (visitor: string, events?: string[]): string =>
		`${JSON.stringify({ domainId, configuration, visitor }).slice(0, -1)}${events ? `,"events":[${events}]` : ''}}`;
	const post = (what: string, body: string): Promise<Response> =>
		fetch(addressOf(what), {
			method: 'POST',
			// A simple request: no preflight, and the same as a beacon.
			headers: { 'Content-Type': 'text/plain' },
			body,
			keepalive: true,
			credentials: 'omit',
		});

	// Storage is not looked at before a choice.
	let visitor = Object.keys(kept)[0] ? read(VISITOR) : null;
	/** As they were when they were told. */
	let waiting: string[] = [];
	let busy = false;
	let wait = WAIT_MS;
	let timer: ReturnType<typeof setTimeout> | undefined;

	/** The first of these, as many as one request takes. */
	const someOf = (events: string[]): string[] => {
		let signs = 0;
		return events.slice(0, AT_ONCE).filter(({ length }, i) => {
			signs += length;
			return i === 0 || signs < MOST_SIGNS;
		});
	};

	/** What is not acknowledged is tried again with the next page. */
	const forget = async (id: string): Promise<void> => {
		try {
			const { ok, status } = await post('forget', bodyOf(id));
			if ((ok || [400, 404, 422].includes(status)) && read(OVER) === id) write(OVER, null);
		} catch {
			// Stays where it is.
		}
	};

	const send = async (): Promise<void> => {
		clearTimeout(timer);
		if (busy || !visitor || !waiting[0]) return;
		busy = true;
		const some = someOf(waiting);
		let again = wait;
		try {
			const response = await post('events', bodyOf(visitor, some));
			const { ok, status, headers } = response;
			// An answer that nobody reads is counted among what outlives the page.
			await response.text();
			if (ok || [400, 404, 413, 422].includes(status)) {
				waiting = waiting.filter((one) => !some.includes(one));
				again = 0;
			} else if (status === 403) {
				// The server knows of a no that this page does not.
				visitor = null;
				write(VISITOR, null);
				waiting = [];
			} else again = Math.max(again, Number(headers.get('Retry-After')) * 1000 || 0);
		} catch {
			// Tried again.
		}
		busy = false;
		wait = again ? Math.min(wait * 2, LONGEST_WAIT_MS) : WAIT_MS;
		if (waiting[0]) timer = setTimeout(send, again);
	};

	const settle = ({ records }: Partial<ChoiceDetail> = {}): void => {
		if (permitted()) {
			const id = records?.[category];
			// Another tab may have made one.
			visitor ??= id ? `${id}.${api.$.deviceKey}` : read(VISITOR);
			if (visitor) write(VISITOR, visitor);
			return;
		}
		waiting = [];
		const over = visitor ?? (Object.keys(api.$.kept)[0] ? read(VISITOR) : null);
		visitor = null;
		if (!over) return;
		write(VISITOR, null);
		write(OVER, over);
		void forget(over);
	};

	const tell = (...told: Told[]): void => {
		for (const one of told) {
			if (!visitor || !permitted() || waiting.length >= MOST_WAITING) continue;
			const ms = Date.now();
			// What is no event, or cannot be written down, keeps no other from being told.
			safely(() => {
				const [type, properties = {}] = one;
				waiting.push(JSON.stringify({ id: uuid7(ms), at: new Date(ms).toISOString(), type, properties }));
			});
		}
		void send();
	};

	const before = window.luvallaEvents;
	window.luvallaEvents = { push: tell };
	api.on('choice', settle);
	if (Object.keys(kept)[0]) {
		settle();
		const over = read(OVER);
		if (over) void forget(over);
	}
	if (Array.isArray(before)) tell(...before);
	// The page goes: hand over what is unacknowledged. Sent twice it is kept once.
	addEventListener('pagehide', () => {
		for (let left = waiting; visitor && left[0]; ) {
			const some = someOf(left);
			const body = bodyOf(visitor, some);
			safely(() => navigator.sendBeacon(addressOf('events'), body));
			left = left.slice(some.length);
		}
	});
};

start(LUVALLA_EVENTS);
