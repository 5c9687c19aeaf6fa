/**
 * The core: what must have run before anything else on the page. Stub, consent signals and blocking come first; then
 * the stored choice. Every byte here is loaded with every page, so what is said once is said by hand, and what only some
 * pages need is a part of its own: the layers, `wake` (starts what is marked and allowed), `tidy` (removes cookies),
 * `frames`, `declaration`, `join`, `events`.
 *
 * Marked elements stay inert until one of their categories is allowed:
 * `<script type="text/plain" data-luvalla="statistics" data-src="…">` (or inline; `data-type` becomes its type),
 * `<iframe data-luvalla data-src>`, `<img data-luvalla data-src>`. What `guard.ts` stops becomes marked in the same way.
 */
import type { Values } from '../shapes.ts';
import type { Wire } from '../wire.ts';
import type { Core, Ui } from './api.ts';
import type { guard } from './guard.ts';
import { reopenButton } from './reopen.ts';
import { signal } from './signals.ts';
import { cookies, none, type Reading, safely, standing } from './store.ts';

/** What the part `wake` may be loaded for. */
const MARKED = '[data-luvalla],[data-luvalla-declaration],luvalla-declaration';

/**
 * Starts on the page; once.
 * @param me the element that carries the loader
 * @param reading answers what stands on the device
 * @param bundle name of the layers' file before its language
 * @param guarding stops known tags, where the loader does
 */
export const start = (wire: Wire, me: HTMLScriptElement, reading: Reading, bundle: string, guarding?: typeof guard): void => {
	const [folder, version, free, asked, storage, days, reopen, look, sale, known, more = {}] = wire;
	const gpc = !!navigator.globalPrivacyControl;
	/** The page is parsed. */
	let ready = false;
	let values: Values = none();
	const choices = (): Values => ({ ...values });
	/** Of several categories one is enough. */
	const allowed = (keys: string): boolean =>
		keys.split(' ').some((key) => values[key] ?? (free.includes(key) && !(gpc && sale.includes(key))));

	const language = (): string =>
		[document.documentElement.lang, ...navigator.languages, ...Object.keys(reopen)]
			.map((one) =>
				one
					.toLowerCase()
					.replace(/[-_].*/, '')
					.replace(/n[bn]/, 'no'),
			)
			.find((one) => reopen[one]) ?? '';
	const base = more.base ?? me.src.split('/cmp/')[0] ?? '';
	// Where the page's policy does not name it and demands trusted addresses, nothing of ours can load.
	const trust = safely(() =>
		window.trustedTypes?.createPolicy('luvalla', { createHTML: String, createScript: String, createScriptURL: String }),
	);
	const parts: Record<string, 0 | 1> = {};
	/** Loads a part of the publication once; when it did not come, the next call tries again. */
	const load = (name: string): void => {
		if (parts[name]) return;
		parts[name] = 1;
		const address: string = `${base}/cmp/${folder}/${name}.js`;
		const src = trust?.createScriptURL(address) ?? address;
		const onerror = (): void => {
			parts[name] = 0;
		};
		// Said as an attribute, too: React takes over a page's `head` and passes by only what says so.
		document.head.append(Object.assign(document.createElement('script'), { src, nonce: me.nonce, onerror, async: true }));
	};
	const withUi = (use: (ui: Ui) => void): void => {
		if (core.ui) use(core.ui);
		else {
			core.waiting.push(use);
			load(`${bundle}.${language()}`);
		}
	};
	const show = (): void => withUi((ui) => ui.open(2));
	const tell = (name: 'ready' | 'choice'): unknown =>
		document.dispatchEvent(new CustomEvent(`luvalla:${name}`, { detail: { choices: choices() } }));

	const sweep = (): void => {
		core.wake?.();
		// A script or an image that is not allowed just lies there: frames, and places of ours, show something all the same.
		for (const one of [...document.querySelectorAll<HTMLElement>(MARKED), ...core.held])
			if (!one.matches('script,img') || allowed(`${one.dataset.luvalla}`)) load('wake');
	};
	const watcher = new MutationObserver((changes) => {
		let top: (Partial<Element> & Node) | undefined;
		// What stands in something that was just looked at was looked at with it.
		for (const { addedNodes } of parts.wake ? [] : changes)
			for (const node of addedNodes)
				if (!top?.contains(node)) {
					top = node as Partial<Element> & Node;
					if (top.matches?.(MARKED) || top.querySelector?.(MARKED)) sweep();
				}
	});
	/**
	 * A page that is still being parsed is looked at again after twice the time: to be told of each element would cost a
	 * fifth of the parsing, and all looks together cost no more than two at the whole.
	 */
	const search = (wait: number): void => {
		sweep();
		if (!ready) setTimeout(search, wait, wait * 2);
	};
	/** Takes in what was said elsewhere: in another tab, another frame, or after this page was left. */
	const hear = ({ key, newValue }: Partial<StorageEvent>): void => {
		// Whatever else a page keeps may hold somebody's words.
		const now = reading(core.kept, key === 'luvalla' ? newValue : null);
		if (now === core.kept) return;
		core.take(now);
		tell('choice');
		core.ui?.settle();
	};

	const core: Core = {
		wire,
		me,
		base,
		gpc,
		reading,
		held: new Set(),
		kept: {},
		trust,
		waiting: [],
		withUi,
		load,
		language,
		sweep,
		take(taken) {
			core.kept = taken;
			values = standing(taken, [...asked, 'sale_sharing'], days, more.material);
			signal('update', storage, allowed);
			for (const key in more.cookies) if (values[key] === false && RegExp(`(^| )(${more.cookies[key]})=`).test(cookies())) load('tidy');
			sweep();
		},
		button() {
			core.button = () => {};
			reopenButton(reopen[language()] ?? '', look, show);
		},
		ask() {
			// Something to ask, or words beside the sign.
			if (gpc || more.optOut || asked.some((key) => !(key in values || free.includes(key)))) withUi((ui) => ui.start());
			else {
				core.button();
				// Records that were not acknowledged; looked for only where a choice was made.
				safely(() => /luvalla\.q:/.test(`${Object.keys(localStorage)}`) && withUi(() => {}));
			}
		},
	};
	window.luvalla = {
		version,
		show,
		choices,
		allowed,
		withdraw: (...keys) => withUi((ui) => ui.withdraw(keys)),
		on(event, listener) {
			document.addEventListener(`luvalla:${event}`, ({ detail }) => listener(detail));
			if (ready && event === 'ready') listener({ choices: choices() });
		},
		$: core,
	};

	// Before any tag can look: what holds without an answer.
	signal('default', storage, allowed);
	guarding?.(known, core, allowed);
	search(8);
	const kept = reading(core.kept);
	if (kept !== core.kept) core.take(kept);

	// What comes from another host of the customer is taken in before anything is asked.
	if (more.joined) load(`join.${language()}`);
	else core.ask();
	const begin = (): void => {
		ready = true;
		search(0);
		if (!parts.wake) watcher.observe(document, { childList: true, subtree: true });
		tell('ready');
	};
	// The snippet may stand last, or be loaded late by what optimises the page.
	if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
	else begin();
	document.addEventListener('click', ({ target }) => {
		if ((target as Element).closest?.('[data-luvalla-show]')) show();
	});
	// A message is there before the cookie is; a page that is shown again was told nothing.
	for (const name of ['storage', 'pageshow', 'visibilitychange']) addEventListener(name, hear);
	// On another host that shares the cookie, where the browser tells.
	window.cookieStore?.addEventListener('change', hear);
};
