/**
 * Pushes to this browser. Who said yes to the category of messages, and lets themselves be remembered, is asked by a card of ours whether
 * messages may come when no page of the site is open; only their press brings the browser's own question. A withdrawal ends the
 * subscription. Loaded where the publication names such a category; without the file at the site's root nothing is asked.
 */
import { safely } from '../core/store.ts';
import { el } from '../light/dom.ts';
import type { PushData } from '../shapes.ts';

/** Given by the published `push.<language>.js`. */
declare const LUVALLA_LIGHT: PushData;

/** Under this `events.js` keeps who is remembered. */
const VISITOR = 'luvalla.v';
/** When this browser was told of last, and when its owner said "not now". */
const TOLD = 'luvalla.p';
const LATER = 'luvalla.n';
const DAY_MS = 86_400_000;
const ASKED_AGAIN_MS = 90 * DAY_MS;
/** The record of a yes may come to the server after this does. */
const TRIES_MS = [0, 2000, 8000];
const WORKER = '/luvalla-worker.js';

const css = (p: PushData['palette'], side: string): string =>
	`:host{all:initial!important}*{box-sizing:border-box;margin:0}
.c{position:fixed;z-index:2147483646;bottom:16px;${side}:16px;width:min(360px,100vw - 32px);max-height:calc(100vh - 32px);overflow:auto;padding:20px;display:grid;gap:12px;font:16px/1.5 system-ui,sans-serif;color:${p.text};background:${p.background};border:1px solid ${p.edge};border-radius:10px;box-shadow:0 4px 24px rgb(0 0 0/.18);overflow-wrap:anywhere}
h2{font-size:1.1em;line-height:1.3}.r{display:flex;flex-wrap:wrap;gap:10px}
button{flex:1;font:inherit;font-weight:650;cursor:pointer;min-height:44px;padding:6px 14px;border-radius:8px;border:2px solid ${p.button};background:${p.button};color:${p.buttonText}}
:focus-visible{outline:3px solid ${p.text};outline-offset:2px}@media(forced-colors:active){.c,button{border:1px solid}}@media print{.c{display:none}}`;

interface Told {
	gone: boolean;
	key: string | null;
}

const sameKey = (bytes: ArrayBuffer | null, key: string): boolean =>
	!!bytes &&
	btoa(String.fromCharCode(...new Uint8Array(bytes)))
		.replace(/\+/g, '-')
		.replace(/\//g, '_')
		.replace(/=/g, '') === key;

const start = (data: PushData): void => {
	const api = window.luvalla;
	if (!api) return;
	const workers = navigator.serviceWorker;
	const { base, wire, trust, kept } = api.$;
	const { category, remembers, domainId, words } = data;
	const read = (key: string): string | null => safely(() => localStorage.getItem(key)) ?? null;
	const write = (key: string, value: string | null): void =>
		void safely(() => (value ? localStorage.setItem(key, value) : localStorage.removeItem(key)));
	const permitted = (): boolean => [category, remembers].every((key) => api.choices()[key] === true);
	/** Messages that stand on the site need nothing but a yes. */
	const draws = (): void => {
		if (permitted()) api.$.load('messages');
	};
	api.on('choice', draws);
	if (Object.keys(kept)[0]) draws();
	if (!workers || !('PushManager' in window) || !('Notification' in window)) return;
	let busy = false;
	let card: HTMLElement | undefined;

	/** Null: it is not taken, now or at all. */
	const tell = async (key: string, subscription?: PushSubscriptionJSON | null): Promise<Told | null> => {
		for (const wait of TRIES_MS) {
			await new Promise((resolve) => setTimeout(resolve, wait));
			const visitor = read(VISITOR);
			if (!visitor) continue;
			const answer = await fetch(`${base}/edge/v1/visitor/push`, {
				method: 'POST',
				headers: { 'Content-Type': 'text/plain' },
				body: JSON.stringify({ domainId, configuration: wire[0], visitor, key, subscription }),
				keepalive: true,
				credentials: 'omit',
			});
			if (answer.ok) return (await answer.json()).data;
			if (![403, 409].includes(answer.status)) break;
		}
		return null;
	};

	const registered = async (): Promise<ServiceWorkerRegistration> => {
		if (!(await workers.getRegistration())) await workers.register(trust ? trust.createScriptURL(WORKER) : WORKER);
		return workers.ready;
	};
	const subscribe = async ({ pushManager }: ServiceWorkerRegistration, key: string): Promise<void> => {
		let had = await pushManager.getSubscription();
		// Made for a key that is out of use, or known no more by its service: another one.
		for (let n = 0; n < 2; n++) {
			if (had && !sameKey(had.options.applicationServerKey, key)) {
				await had.unsubscribe();
				had = null;
			}
			had ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
			const told = permitted() ? await tell(key, had.toJSON()) : null;
			if (told && !told.gone) return write(TOLD, `${Date.now()}`);
			if (!told) return;
			await had.unsubscribe();
			had = null;
		}
	};
	const close = (): void => {
		card?.remove();
		card = undefined;
	};
	const show = (registration: ServiceWorkerRegistration, key: string): void => {
		const about = data.categories.find((one) => one.key === category);
		if (card || !about) return;
		const later = (): void => {
			write(LATER, `${Date.now()}`);
			close();
		};
		const button = (text: string, press: () => void): HTMLElement => {
			const made = el('button', { type: 'button' }, text);
			made.onclick = press;
			return made;
		};
		card = el('div', { lang: data.language, id: 'luvalla-push' });
		const root = card.attachShadow({ mode: 'closed' });
		const sheet = new CSSStyleSheet();
		// The other side than the way back to the choices.
		sheet.replaceSync(css(data.palette, wire[7][2] === 'right' ? 'left' : 'right'));
		root.adoptedStyleSheets = [sheet];
		const dialog = el(
			'div',
			{ class: 'c', role: 'dialog', dir: data.dir, 'aria-labelledby': 't', 'aria-describedby': 'a' },
			el('h2', { id: 't' }, about.name),
			el('p', { id: 'a' }, about.about),
			el(
				'div',
				{ class: 'r' },
				button(words.later, later),
				button(words.allow, () => {
					// Within the press: browsers ask for nothing else.
					Notification.requestPermission()
						.then((said) => {
							close();
							return said === 'granted' ? subscribe(registration, key) : later();
						})
						.catch(later);
				}),
			),
		);
		dialog.onkeydown = ({ key: pressed }) => pressed === 'Escape' && later();
		root.append(dialog);
		document.documentElement.append(card);
	};
	const end = async (): Promise<void> => {
		close();
		if (!read(TOLD)) return;
		const had = await (await workers.getRegistration())?.pushManager.getSubscription();
		await had?.unsubscribe();
		write(TOLD, null);
		// Where nobody is remembered any more the server has let it go with the device.
		if (read(VISITOR)) await tell('', null);
	};
	const begin = async (): Promise<void> => {
		const asked = Notification.permission;
		const since = (key: string): number => Date.now() - Number(read(key) ?? 0);
		if (asked === 'denied' || (asked === 'default' && since(LATER) < ASKED_AGAIN_MS)) return;
		if (asked === 'granted' && since(TOLD) < DAY_MS) return;
		const key = (await tell(''))?.key;
		if (!key) return;
		const registration = await registered();
		if (!permitted()) return;
		if (asked === 'granted') await subscribe(registration, key);
		else show(registration, key);
	};
	const settle = async (): Promise<void> => {
		if (busy) return;
		busy = true;
		const may = permitted();
		try {
			await (may ? begin() : end());
		} catch {
			// No file at the root, no way to the server, or a browser that refuses: with the next page again.
		}
		busy = false;
		// Answered anew meanwhile.
		if (may !== permitted()) void settle();
	};
	api.on('choice', () => {
		if (!permitted()) close();
		void settle();
	});
	// Storage is not looked at before a choice.
	if (Object.keys(kept)[0]) void settle();
};

start(LUVALLA_LIGHT);
