import type { Look, OwnData } from '../shapes.ts';

/** Elements by name, properties and children. Texts become text nodes: whatever a configuration holds, nothing of it is run. */
type Child = Node | string | null | undefined | false;

export const el = <K extends keyof HTMLElementTagNameMap>(
	name: K,
	attributes: Record<string, string> = {},
	...children: Child[]
): HTMLElementTagNameMap[K] => {
	const element = document.createElement(name);
	for (const key in attributes) element.setAttribute(key, attributes[key] ?? '');
	for (const child of children) if (child) element.append(child);
	return element;
};

/**
 * What a layer of ours stands in, in a language. By a name of its own: where a framework takes over a page that its server made, it passes
 * by names that it does not look for, and takes a `div` for its own.
 */
export const hostIn = (lang: string): HTMLElement => Object.assign(document.createElement('luvalla-layer'), { lang });

export const button = (kind: string, text: string, press: () => void): HTMLButtonElement => {
	const element = el('button', { type: 'button', class: kind }, text);
	element.onclick = press;
	return element;
};

/** The way to what is kept of the reader, where the customer names one. */
export const ownData = ({ ownDataLabel, ownDataUrl }: OwnData): HTMLElement | '' | undefined =>
	ownDataUrl && el('p', { class: 'n' }, el('a', { href: ownDataUrl }, ownDataLabel));

/** A padlock, drawn without markup strings: a page may require trusted types. */
export const lock = (): SVGElement => {
	const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
	svg.setAttribute('viewBox', '0 0 24 24');
	svg.setAttribute('aria-hidden', 'true');
	const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
	path.setAttribute('d', 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3');
	svg.append(path);
	return svg;
};

/**
 * Draws a layer's title with the site's logo before it. Made while the file of the layers runs: the logo's address is
 * relative to it. One that does not come leaves no broken picture.
 */
export const headed = ({ logo }: Look = {}): ((id: string, title: string) => HTMLElement) => {
	const me = document.currentScript;
	const src = logo && new URL(logo[0], (me instanceof HTMLScriptElement && me.src) || location.href).href;
	return (id, title) => {
		const image = src && el('img', { src, alt: logo[1], width: `${logo[2]}`, height: `${logo[3]}` });
		if (image) image.onerror = () => image.remove();
		return el('div', { class: 'u' }, image, el('h2', { id }, title));
	};
};

/**
 * Lets the keyboard scroll a text that is longer than its place; the style sheet says so to the eye. Asked once the page is
 * laid out anyway, and again when the place changes: asking now would lay it out twice.
 */
export const scrolls = (body: Element): void =>
	new ResizeObserver(() => {
		if (body.scrollHeight > body.clientHeight + 1) body.setAttribute('tabindex', '0');
		else body.removeAttribute('tabindex');
	}).observe(body);

/**
 * Takes a layer out of a body that holds what is fixed (`transform`, `filter`, `contain`): there it stands at the foot of
 * the whole page, where nobody sees it.
 */
export const inSight = (host: HTMLElement, layer: Element): void =>
	new IntersectionObserver(([entry]) => {
		// It comes in from 16 px below; what is hidden or gone has no place.
		if (!entry || entry.boundingClientRect.bottom <= innerHeight + 16) return;
		host.style.setProperty('--f', getComputedStyle(document.body).fontFamily);
		document.body.before(host);
	}).observe(layer);

/** How often a layer comes back where a page takes it away: a page that insists has its will. */
const MOST_RETURNS = 5;

/** Puts a layer's host back while it is wanted: an application that draws its page anew does not know of it. */
export const stay = (host: HTMLElement, mount: () => void, wanted: () => boolean): void => {
	let returns = 0;
	const watcher = new MutationObserver(() => {
		if (!wanted() || returns >= MOST_RETURNS) watcher.disconnect();
		else if (!host.isConnected) {
			returns++;
			mount();
		}
	});
	watcher.observe(document.documentElement, { childList: true, subtree: true });
};
