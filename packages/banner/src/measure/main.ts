/**
 * Reads a rendered banner. Runs only in the gate's own browser, where shadow roots are open; it knows the banner by the
 * words of its two answers and by nothing else, so that it measures whatever a build draws.
 */
import type { AnswerFacts, LayerFacts, Measure } from '../measured.ts';

type Rgb = [number, number, number];

const roots = (): ShadowRoot[] =>
	[...document.querySelectorAll('*')].flatMap((element) => (element.shadowRoot ? [element.shadowRoot] : []));
const drawn = (element: Element): boolean => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

/** The innermost drawn element that says exactly this; a modal layer hides the one below it. */
const saying = (text: string): HTMLElement | null => {
	const all = roots().flatMap((root) => {
		const modal = root.querySelector<HTMLElement>('dialog[open]');
		return [...(modal ?? root).querySelectorAll<HTMLElement>('*')];
	});
	const found = all.filter((element) => element.textContent?.trim() === text.trim() && drawn(element));
	return found.find((element) => ![...element.children].some((child) => child.textContent?.trim() === text.trim())) ?? null;
};

const rgba = (colour: string): [number, number, number, number] => {
	const [r = 0, g = 0, b = 0, a = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
	return [r, g, b, a];
};
const over = ([r, g, b, a]: [number, number, number, number], under: Rgb): Rgb => [
	r * a + under[0] * (1 - a),
	g * a + under[1] * (1 - a),
	b * a + under[2] * (1 - a),
];
const parentOf = (element: Element): Element | null => {
	const root = element.getRootNode();
	return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
};
/** The colour behind an element's text, every layer of it laid over the next; white below all. */
const groundOf = (element: Element | null): Rgb => {
	if (!element) return [255, 255, 255];
	const own = rgba(getComputedStyle(element).backgroundColor);
	return own[3] === 1 ? [own[0], own[1], own[2]] : over(own, groundOf(parentOf(element)));
};
const opacityOf = (element: Element | null): number =>
	element ? Number(getComputedStyle(element).opacity) * opacityOf(parentOf(element)) : 1;

/** The element at a point, through shadow roots. */
const at = (x: number, y: number): Element | null => {
	let found = document.elementFromPoint(x, y);
	while (found?.shadowRoot) {
		const inner = found.shadowRoot.elementFromPoint(x, y);
		if (!inner || inner === found) break;
		found = inner;
	}
	return found;
};

const factsOf = (element: HTMLElement | null): AnswerFacts | null => {
	if (!element) return null;
	const style = getComputedStyle(element);
	const box = element.getBoundingClientRect();
	const opacity = opacityOf(element);
	const ground = groundOf(element);
	const ink = over(rgba(style.color), ground);
	const hit = at(box.x + box.width / 2, box.y + box.height / 2);
	return {
		tag: element.localName,
		role: element.getAttribute('role') ?? '',
		width: box.width,
		height: box.height,
		fontSize: style.fontSize,
		fontWeight: style.fontWeight,
		decoration: style.textDecorationLine,
		// What a paler answer lets through is what is behind the layer: white is the page's own.
		ink: over([...ink, opacity], [255, 255, 255]),
		ground: over([...ground, opacity], [255, 255, 255]),
		border: `${style.borderTopWidth} ${style.borderTopStyle} ${style.borderTopColor}`,
		opacity,
		seen:
			box.left >= 0 &&
			box.top >= 0 &&
			box.right <= innerWidth + 0.5 &&
			box.bottom <= innerHeight + 0.5 &&
			hit !== null &&
			(hit === element || element.contains(hit)),
	};
};

const STEPS = 20;
/** Share of the window whose element is of the page. */
const free = (isPage: (hit: Element) => boolean): number => {
	let count = 0;
	for (let i = 0; i < STEPS; i++)
		for (let j = 0; j < STEPS; j++) {
			const hit = document.elementFromPoint(((i + 0.5) * innerWidth) / STEPS, ((j + 0.5) * innerHeight) / STEPS);
			if (hit && isPage(hit) && !hit.closest('[inert]')) count++;
		}
	return count / STEPS ** 2;
};
/** Laid over the page, as any banner is that does not stand in its text. */
const floats = (element: Element | null): boolean =>
	!!element && (getComputedStyle(element).position === 'fixed' || floats(parentOf(element)));

const measure: Measure = {
	layer({ refuse, accept }): LayerFacts {
		const switches = roots()
			.flatMap((root) => [...root.querySelectorAll<HTMLInputElement>('input[type=checkbox],input[type=radio]')])
			.filter((input) => !input.disabled);
		const hosts = new Set<Element>(roots().map((root) => root.host));
		return {
			refuse: factsOf(saying(refuse)),
			accept: factsOf(saying(accept)),
			free: free((hit) => !hosts.has(hit)),
			switches: switches.length,
			on: switches.filter((input) => input.checked).length,
		};
	},
	of(refuse, accept) {
		return {
			refuse: factsOf(refuse as HTMLElement | null),
			accept: factsOf(accept as HTMLElement | null),
			free: free((hit) => !floats(hit)),
			switches: 0,
			on: 0,
		};
	},
	focused() {
		let active = document.activeElement;
		while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
		return active && active !== document.body ? (active.textContent?.trim() ?? '') : '';
	},
};
Object.assign(window, { luvallaMeasure: measure });
