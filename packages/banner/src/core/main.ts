/**
 * The core: what must have run before anything else on the page. Stub, consent signals and blocking come first; then
 * the stored choice. A visitor with a valid choice loads nothing more: whatever only a question or an answer needs is in
 * `light/` and `tcf/`. Every byte here is loaded with every page, so what is said once is said by hand.
 *
 * Marked elements stay inert until their category is allowed, then run in document order:
 * `<script type="text/plain" data-luvalla="statistics" data-src="…">` (or inline; `data-type` becomes its type),
 * `<iframe data-luvalla data-src>`, `<img data-luvalla data-src>`. What `guard.ts` stops becomes marked in the same way.
 */
import type { Values } from '../shapes.ts';
import type { Wire } from '../wire.ts';
import type { Core, Ui } from './api.ts';
import type { guard } from './guard.ts';
import { reopenButton } from './reopen.ts';
import { signal } from './signals.ts';
import { type Kept, standing } from './store.ts';

/**
 * Starts on the page; once.
 * @param me the element that carries the loader
 * @param kept what stands on the device
 * @param bundle name of the layers' file before its language
 * @param guarding stops known tags, where the loader does
 */
export const start = (wire: Wire, me: HTMLScriptElement, kept: Kept, bundle: string, guarding?: typeof guard): void => {
	const [folder, version, free, asked, storage, days, reopen, look, sale, known, more = {}] = wire;
	const doc = document;
	const on = <K extends keyof DocumentEventMap>(name: K, listener: (event: DocumentEventMap[K]) => void): void =>
		doc.addEventListener(name, listener);
	const gpc = !!navigator.globalPrivacyControl;
	/** The page is parsed. */
	let ready = false;
	/** A script is on its way: the next one waits, so that the order is kept. */
	let busy = false;
	let values: Values = {};
	let drawn = false;

	const choices = (): Values => ({ ...values });
	const allowed = (key: string): boolean => values[key] ?? (free.includes(key) && !(gpc && sale.includes(key)));

	const language = (): string =>
		[doc.documentElement.lang, ...navigator.languages, ...Object.keys(reopen)]
			.map((one) => one.slice(0, 2).toLowerCase())
			.find((one) => reopen[one]) ?? '';
	const base = more.base ?? me.src.split('/cmp/')[0] ?? '';
	const parts: Record<string, 0 | 1> = {};
	/** Loads a part of the publication once; when it did not come, the next call tries again. */
	const load = (name: string): void => {
		if (parts[name]) return;
		parts[name] = 1;
		const script = doc.createElement('script');
		// Ours: nothing looks whether it is a known tag.
		script.dataset.luvalla = name;
		script.src = `${base}/cmp/${folder}/${name}.${language()}.js`;
		script.nonce = me.nonce;
		script.onerror = () => {
			parts[name] = 0;
		};
		doc.head.append(script);
	};
	const withUi = (use: (ui: Ui) => void): void => {
		if (core.ui) use(core.ui);
		else {
			core.waiting.push(use);
			load(bundle);
		}
	};
	const show = (): void => withUi((ui) => ui.open(2));

	/** Starts what waits and is allowed, and puts frames and images of what is not back to sleep. */
	const sweep = (): void => {
		for (const element of doc.querySelectorAll<HTMLElement>('[data-luvalla]')) {
			const { luvalla = '', src, type = '' } = element.dataset;
			const open = allowed(luvalla);
			if (element instanceof HTMLScriptElement) {
				// One of another type runs by itself: marked only to say whose decision that was. The parser may still be
				// writing the last inline script.
				if (open && !busy && element.type === 'text/plain' && (src || element.nextSibling || ready)) {
					busy = true;
					element.type = type;
					// It never ran, so the element itself starts now: by its address, or by a text put into it.
					if (src) {
						for (const event of ['load', 'error']) element.addEventListener(event, next);
						element.src = src;
					} else {
						element.append('');
						busy = false;
					}
				}
			} else if (src) {
				if (!open) element.removeAttribute('src');
				else if (!element.hasAttribute('src')) element.setAttribute('src', src);
			}
		}
		if (ready) {
			if (doc.querySelector('iframe[data-luvalla]:not([src])')) load('frames');
			if (doc.querySelector('luvalla-declaration,[data-luvalla-declaration]')) load('declaration');
		}
		core.swept?.();
	};
	const next = (): void => {
		busy = false;
		sweep();
	};

	const core: Core = {
		wire,
		base,
		gpc,
		kept,
		waiting: [],
		withUi,
		sweep,
		take(taken) {
			core.kept = taken;
			values = standing(taken, [...asked, 'sale_sharing'], days, more.material);
			signal('update', storage, allowed);
			sweep();
		},
		button() {
			if (!doc.body) return on('DOMContentLoaded', core.button);
			if (!drawn) reopenButton(reopen[language()] ?? '', look, show);
			drawn = true;
		},
		ask() {
			// Something to ask, or words beside the sign.
			if (gpc || more.optOut || asked.some((key) => !(key in values || free.includes(key)))) withUi((ui) => ui.start());
			else {
				core.button();
				try {
					// Records that were not acknowledged; looked for only where a choice was made.
					if (/luvalla\.q:/.test(`${Object.keys(localStorage)}`)) load(bundle);
				} catch {
					// Storage is blocked: there is no queue.
				}
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
			on(`luvalla:${event}`, ({ detail }) => listener(detail));
			if (ready && event === 'ready') listener({ choices: choices() });
		},
		$: core,
	};

	// Before any tag can look: what holds without an answer.
	signal('default', storage, allowed);
	const seen = guarding?.(known, allowed);
	new MutationObserver((changes) => {
		let found = !ready;
		for (const { addedNodes } of changes)
			for (const node of addedNodes)
				if (node instanceof HTMLElement)
					for (const element of [node, ...node.querySelectorAll<HTMLElement>('script,iframe,img,[data-luvalla]')]) {
						seen?.(element);
						found ||= !!element.dataset.luvalla;
					}
		// Only when something marked came: a busy page is not searched through again and again.
		if (found) sweep();
	}).observe(doc, { childList: true, subtree: true });
	if (Object.keys(kept)[0]) core.take(kept);

	// What comes from another host of the customer is taken in before anything is asked.
	if (more.joined) load('join');
	else core.ask();
	on('DOMContentLoaded', () => {
		ready = true;
		sweep();
		doc.dispatchEvent(new CustomEvent('luvalla:ready', { detail: { choices: choices() } }));
	});
	on('click', ({ target }) => {
		if (target instanceof Element && target.closest('[data-luvalla-show]')) show();
	});
};
