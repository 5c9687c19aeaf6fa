/**
 * Messages that wait on this site for its visitor. Loaded for who said yes to the category of messages and lets themselves be remembered:
 * asks for what waits, chooses what fits this page and was not seen too often, waits for its moment and has it drawn. What a page's address
 * is, and what was seen, stays in the browser; that one was closed or followed is told, for it comes no more in any of their browsers.
 */
import type { SiteMessage } from '@luvalla/contract/placement';
import { safely } from '../core/store.ts';
import type { MessagesData } from '../shapes.ts';

/** Given by the published `messages.js`. */
declare const LUVALLA_MESSAGES: MessagesData;

/** Under this `events.js` keeps who is remembered. */
const VISITOR = 'luvalla.v';
/** What was seen, by message: how often in all, on which day last, and how often then. */
const SEEN = 'luvalla.m';
/** What was closed or followed, and is not told yet. */
const OVER = 'luvalla.o';
const DAY_MS = 86_400_000;

type Seen = Record<string, [all: number, day: number, ofDay: number]>;

/** As people write it, however the page's links or the pattern have its signs: `/käsityöt`, `/k%c3%a4sity%C3%B6t`. */
const plain = (path: string): string => safely(() => decodeURI(path)) ?? path;
/** `/lamps/*`: whether a path is of this pattern. */
const isOf =
	(path: string) =>
	(pattern: string): boolean =>
		new RegExp(
			`^${plain(pattern)
				.split('*')
				.map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
				.join('.*')}$`,
		).test(plain(path));

const start = ({ domainId, category, remembers }: MessagesData): void => {
	const api = window.luvalla;
	if (!api) return;
	const { base, wire } = api.$;
	const read = <T>(key: string, usual: T): T => safely(() => JSON.parse(localStorage.getItem(key) ?? 'null')) ?? usual;
	const write = (key: string, value: object | null): void =>
		void safely(() => (value ? localStorage.setItem(key, JSON.stringify(value)) : localStorage.removeItem(key)));
	const permitted = (): boolean => [category, remembers].every((key) => api.choices()[key] === true);
	/** By the visitor's own clock. */
	const today = (): number => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / DAY_MS);
	let takeOff: (() => void) | undefined;
	/** Of messages that wait for their moment. */
	let waits: (() => void)[] = [];
	const forget = (): void => {
		for (const end of waits) end();
		waits = [];
	};

	const ask = async (): Promise<readonly SiteMessage[]> => {
		const visitor = safely(() => localStorage.getItem(VISITOR));
		if (!visitor || !permitted()) return [];
		const over = read<string[]>(OVER, []).slice(-20);
		const answer = await fetch(`${base}/edge/v1/visitor/messages`, {
			method: 'POST',
			headers: { 'Content-Type': 'text/plain' },
			body: JSON.stringify({ domainId, configuration: wire[0], visitor, over }),
			keepalive: true,
			credentials: 'omit',
		});
		if (!answer.ok) return [];
		const left = read<string[]>(OVER, []).filter((one) => !over.includes(one));
		write(OVER, left[0] ? left : null);
		return ((await answer.json()).data as SiteMessage[]).filter(({ id }) => !left.includes(id));
	};
	const fits = ({ id, placement: { pages, notPages, perDay, inAll } }: SiteMessage): boolean => {
		const of = isOf(location.pathname);
		const [all, day, ofDay] = read<Seen>(SEEN, {})[id] ?? [0, 0, 0];
		return (!pages[0] || pages.some(of)) && !notPages.some(of) && all < inAll && (day !== today() || ofDay < perDay);
	};
	const note = ({ id }: SiteMessage): void => {
		const known = read<Seen>(SEEN, {});
		const [all, day, ofDay] = known[id] ?? [0, 0, 0];
		write(SEEN, { ...known, [id]: [all + 1, today(), day === today() ? ofDay + 1 : 1] });
	};
	/** At its moment: so much of the page, or so many seconds. */
	const wait = ({ afterPercent, afterSeconds }: SiteMessage['placement'], then: () => void): void => {
		const done = (): void => {
			forget();
			then();
		};
		const look = (): void => {
			const { scrollHeight } = document.documentElement;
			if (afterPercent && (scrollY + innerHeight) * 100 >= scrollHeight * afterPercent) done();
		};
		const timer = afterSeconds ? setTimeout(done, afterSeconds * 1000) : 0;
		waits.push(() => {
			clearTimeout(timer);
			removeEventListener('scroll', look);
		});
		if (afterPercent || afterSeconds) {
			addEventListener('scroll', look, { passive: true });
			look();
		} else done();
	};
	const begin = async (): Promise<void> => {
		const waiting = await ask();
		const known = read<Seen>(SEEN, {});
		if (Object.keys(known)[0]) write(SEEN, Object.fromEntries(waiting.flatMap(({ id }) => (known[id] ? [[id, known[id]]] : []))));
		const show = (message: SiteMessage): void => {
			if (!permitted() || !fits(message)) return;
			api.$.drawing = (draw) => {
				if (takeOff || !permitted()) return;
				note(message);
				takeOff = draw(message, () => {
					write(OVER, [...read<string[]>(OVER, []), message.id]);
					void ask().catch(() => undefined);
				});
			};
			api.$.load(`message.${api.$.language()}`);
		};
		// The first whose moment comes: one that is never reached keeps back no other.
		let came = false;
		for (const message of waiting.filter(fits)) {
			wait(message.placement, () => {
				came = true;
				show(message);
			});
			if (came) return;
		}
	};
	api.on('choice', () => {
		if (permitted()) return;
		forget();
		takeOff?.();
		write(SEEN, null);
		write(OVER, null);
	});
	// No way to the server: with the next page.
	begin().catch(() => undefined);
};

start(LUVALLA_MESSAGES);
