/**
 * Stops known tags that the site did not mark, by making them marked ones: their address goes from `src` to `data-src`
 * before anything is asked for, and the core's blocking wakes them when their category is allowed. Caught are elements
 * that scripts give an address (`src` and `setAttribute`) and scripts, frames and images that the parser meets. A site
 * keeps one running by marking it `data-luvalla="necessary"`, which says whose decision that was.
 */
import type { Pointer } from '../shapes.ts';

/** `known`: category key → hosts, as alternatives of a regular expression. To be called once, before the page is parsed on. */
export type Guard = (known: Record<string, string>, allowed: (category?: string) => boolean) => void;

/** Given by the published pointer file; the core, behind us in the same script, calls what we put on it. */
declare const LUVALLA: Pointer & { guard?: Guard };

type Loads = HTMLScriptElement | HTMLIFrameElement | HTMLImageElement;

LUVALLA.guard = (known, allowed) => {
	const tags = Object.entries(known).map(([key, hosts]): [string, RegExp] => [key, new RegExp(`^https?://([^/]*[.])?(${hosts})([/:?]|$)`)]);
	/** Whether it was stopped. */
	const hold = (element: Loads, address: unknown): boolean => {
		const { dataset } = element;
		if (dataset.luvalla) return false;
		const anchor = document.createElement('a');
		anchor.href = String(address);
		const key = tags.find(([, hosts]) => hosts.test(anchor.href))?.[0];
		if (!key || allowed(key)) return false;
		dataset.src = anchor.href;
		dataset.luvalla = key;
		if (element instanceof HTMLScriptElement) {
			dataset.type = element.type;
			element.type = 'text/plain';
		}
		element.removeAttribute('src');
		return true;
	};
	const kinds = [HTMLScriptElement, HTMLIFrameElement, HTMLImageElement];
	const setAttribute = Element.prototype.setAttribute;
	for (const { prototype } of kinds) {
		const src = Object.getOwnPropertyDescriptor(prototype, 'src');
		Object.defineProperty(prototype, 'src', {
			...src,
			set(this: Loads, address) {
				if (!hold(this, address)) src?.set?.call(this, address);
			},
		});
		prototype.setAttribute = function (this: Loads, name, value) {
			if (!/^src$/i.test(name) || !hold(this, value)) setAttribute.call(this, name, value);
		};
	}
	const loads = (node: Node): node is Loads => kinds.some((kind) => node instanceof kind);
	const look = (node: Node): void => {
		if (!(node instanceof Element)) return;
		for (const element of [node, ...node.querySelectorAll('script,iframe,img')]) {
			const address = loads(element) && element.getAttribute('src');
			if (address) hold(element, address);
		}
	};
	new MutationObserver((changes) => {
		for (const { addedNodes } of changes) addedNodes.forEach(look);
	}).observe(document, { childList: true, subtree: true });
};
