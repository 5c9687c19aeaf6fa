/**
 * Stops known tags that the site did not mark, by making them marked ones: their address goes from `src` to `data-src`
 * before anything is asked for, and the core wakes them when one of their categories is allowed. Caught are elements that
 * scripts give an address, put into the page or write, also those made in another window or put into a shadow root, and
 * those that the parser meets. A site keeps one running by marking it `data-luvalla="necessary"`, which says whose
 * decision that was.
 */

import { isKnown } from '../known-address.ts';
import type { Core } from './api.ts';

type Method = (this: unknown, ...given: unknown[]) => unknown;

const STOPPED = 'script,iframe,img';
const WATCHED = { childList: true, subtree: true };

/**
 * To be called once, before the page is parsed on.
 * @param known category key → hosts, as alternatives of a regular expression
 * @param core finds in `held` what was stopped
 */
export const guard = (known: Record<string, string>, core: Core, allowed: (categories: string) => boolean): void => {
	const stopped = new WeakSet<Element>();
	const { held } = core;
	/** Scripts that a text was made into: a browser never runs them, so nothing may wake them. */
	const dead = new WeakSet<Element>();
	const keysOf = (address: string): string =>
		Object.keys(known)
			.filter((key) => isKnown(address, known[key] ?? '', document.baseURI))
			.join(' ');
	/** Whether it was stopped. */
	const hold = (element: HTMLElement, address: string, scripted?: boolean): boolean => {
		const { dataset, localName } = element;
		const again = stopped.has(element);
		const keys = again ? dataset.luvalla : dataset.luvalla ? '' : keysOf(address);
		const open = allowed(keys ?? '');
		// A frame that may load is marked all the same: so that a withdrawal finds it.
		if (!keys || dead.has(element) || (open && (again || localName !== 'iframe'))) return false;
		stopped.add(element);
		held.add(element);
		dataset.luvalla = keys;
		dataset.src = address;
		if (!open) {
			if (localName === 'script') {
				const script = element as HTMLScriptElement;
				dataset.type ??= script.type;
				script.type = 'text/plain';
				// What a script makes is trusted as that script is.
				if (scripted) script.nonce ||= core.me.nonce;
			}
			element.removeAttribute('src');
		}
		core.sweep();
		return !open;
	};
	const look = (element: Element, scripted?: boolean): void => {
		const address = element.matches(STOPPED) && element.getAttribute('src');
		if (address) hold(element as HTMLElement, address, scripted);
	};
	const lookIn = (root: Node, scripted?: boolean): void => {
		if (root.nodeType === 1) look(root as Element, scripted);
		if (root.firstChild) for (const inner of (root as Element).querySelectorAll(STOPPED)) look(inner, scripted);
	};
	const watcher = new MutationObserver((changes) => {
		let top: Node | undefined;
		for (const { addedNodes } of changes)
			for (const node of addedNodes)
				if (node.nodeType === 1 && !top?.contains(node)) {
					top = node;
					lookIn(node);
				}
	});
	/** Puts `before` in front of a method; when it answers true, that was all. */
	const wrap = (owner: object, name: string, before: (self: Element, given: unknown[]) => unknown): void => {
		const methods = owner as Record<string, Method>;
		const was = methods[name];
		if (was)
			methods[name] = function (this: unknown, ...given) {
				return before(this as Element, given) === true ? undefined : was.apply(this, given);
			};
	};
	for (const { prototype } of [HTMLScriptElement, HTMLIFrameElement, HTMLImageElement]) {
		// The name is the last but one of what is given, the address the last.
		for (const name of ['setAttribute', 'setAttributeNS'])
			wrap(prototype, name, (self, given) => /^src$/i.test(`${given.at(-2)}`) && hold(self as HTMLElement, `${given.at(-1)}`, true));
		for (const name of ['setAttributeNode', 'setAttributeNodeNS'])
			wrap(
				prototype,
				name,
				(self, [node]) => node instanceof Attr && /^src$/i.test(node.name) && hold(self as HTMLElement, node.value, true),
			);
		// What reads the property stays as it was.
		Object.defineProperty(prototype, 'src', {
			set(address) {
				this.setAttribute('src', address);
			},
		});
	}
	/** What is put into the page, with all that is in it; what stands there already was looked at. */
	const enter = (self: Element, given: unknown[]): void => {
		if (self.isConnected !== false)
			for (const one of given) if (typeof one === 'object' && one && (one as Node).isConnected === false) lookIn(one as Node, true);
	};
	for (const [owner, names] of [
		[Node, 'appendChild insertBefore replaceChild'],
		[Element, 'append prepend before after replaceWith replaceChildren insertAdjacentElement'],
		[DocumentFragment, 'append prepend replaceChildren'],
		[Range, 'insertNode'],
	] as const)
		for (const name of names.split(' ')) wrap(owner.prototype, name, enter);
	/**
	 * The text with marks in it: what is written runs, and frames and images of a text are asked for, before anything can look
	 * at them. Scripts are marked where they would run. As it was given, where nothing had to be: it may be trusted. What is
	 * not in the document itself is found by nobody by its marks, and is left to be stopped as it enters.
	 */
	const marked = <T>(html: T, place: Node, scripts?: boolean): T | string => {
		const text = document.contains(place) ? `${html}` : '';
		const made = text.replace(
			/<(script|iframe|img)(\s[^>]*?)?\ssrc\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)([^>]*)/gi,
			(all, tag: string, before = '', address: string, after: string) => {
				const script = /^s/i.test(tag);
				const keys = !script || scripts ? keysOf(address.replace(/^["']|["']$/g, '')) : '';
				if (!keys || allowed(keys) || /\sdata-luvalla\b/i.test(all)) return all;
				const [, type = ''] = /\stype\s*=\s*["']?([\w/+-]*)/i.exec(all) ?? [];
				// Of an attribute that stands twice the first counts.
				const still = script ? ` type="text/plain" data-type="${type}"` : '';
				return `<${tag}${still} data-luvalla="${keys}"${before} data-src=${address}${after}`;
			},
		);
		return made === text ? html : (core.trust?.createHTML(made) ?? made);
	};
	for (const { prototype } of [Element, ShadowRoot]) {
		const own = Object.getOwnPropertyDescriptor(prototype, 'innerHTML');
		Object.defineProperty(prototype, 'innerHTML', {
			...own,
			set(html) {
				own?.set?.call(this, marked(html, this));
				for (const script of (this.content ?? this).querySelectorAll('script')) dead.add(script);
			},
		});
	}
	const { insertAdjacentHTML } = Element.prototype;
	Element.prototype.insertAdjacentHTML = function (where, html) {
		const root = this.parentNode ?? this;
		const before = new Set(root.querySelectorAll('script'));
		insertAdjacentHTML.call(this, where, marked(html, this));
		for (const script of root.querySelectorAll('script')) if (!before.has(script)) dead.add(script);
	};
	const { attachShadow } = Element.prototype;
	Element.prototype.attachShadow = function (init) {
		const root = attachShadow.call(this, init);
		watcher.observe(root, WATCHED);
		return root;
	};
	for (const name of ['write', 'writeln'] as const) {
		const was = document[name];
		document[name] = (...texts: string[]) => {
			const text = texts.join('');
			const written = marked(text, document, true);
			was.apply(document, text === written ? texts : [written]);
		};
	}
	watcher.observe(document, WATCHED);
};
