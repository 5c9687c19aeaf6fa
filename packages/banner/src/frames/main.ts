/**
 * Placeholders for frames that wait: who would be asked for what, and two equal buttons, for this frame once or for its
 * category from now on. Loaded only where a frame waits.
 */
import { filled } from '../languages/words.ts';
import { el, hostIn } from '../light/dom.ts';
import type { FramesData } from '../shapes.ts';

/** After `load`; and after so long where something keeps a page from it. */
const SETTLED_MS = 200;
const PATIENCE_MS = 3000;

/** Calls once a framework has most likely taken over what its server made: it wants to find it as it was. */
const whenSettled = (go: () => void): void => {
	if (document.readyState === 'complete') go();
	else {
		window.addEventListener('load', () => setTimeout(go, SETTLED_MS));
		setTimeout(go, PATIENCE_MS);
	}
};

/** Given by the published `frames.<language>.js`. */
declare const LUVALLA_LIGHT: FramesData;

const css = (p: FramesData['palette']): string =>
	`:host{all:initial!important;display:block!important;box-sizing:border-box!important;max-width:100%!important;font-family:inherit!important;direction:inherit!important;font-size:medium!important}
*{box-sizing:border-box}.p{max-width:100%;padding:20px;display:flex;flex-direction:column;gap:12px;justify-content:center;align-items:center;text-align:center;line-height:1.5;color:${p.text};background:${p.background};border:1px solid ${p.edge};border-radius:8px;overflow-wrap:anywhere}
p{margin:0;max-width:60ch}.t{font-weight:650}.r{display:flex;flex-wrap:wrap;gap:10px;justify-content:center}
button{font:inherit;font-weight:650;cursor:pointer;min-height:44px;padding:6px 14px;border-radius:8px;border:2px solid ${p.button};background:${p.button};color:${p.buttonText}}
:focus-visible{outline:3px solid ${p.text};outline-offset:2px}@media(forced-colors:active){button{border:1px solid}}`;

const hostOf = (address: string): string => {
	const anchor = document.createElement('a');
	anchor.href = address;
	return anchor.hostname.replace(/^www\./, '');
};

let started = false;

const waits = (element: HTMLElement): element is HTMLIFrameElement =>
	element instanceof HTMLIFrameElement && element.isConnected && !!element.dataset.src && !element.hasAttribute('src');

const start = (data: FramesData): void => {
	const core = window.luvalla?.$;
	if (!core || started) return;
	started = true;
	const [, , free, asked] = core.wire;
	const { words, dir } = data;
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(css(data.palette));
	/** Frame → what stands in its place, and the display it had. */
	const shown = new Map<HTMLIFrameElement, { host: HTMLElement; display: string }>();

	const clear = (frame: HTMLIFrameElement): void => {
		const { host, display } = shown.get(frame) ?? {};
		shown.delete(frame);
		host?.remove();
		frame.style.display = display ?? '';
	};
	const draw = (frame: HTMLIFrameElement): void => {
		// Of several categories, the first that the visitor is asked about.
		const keys = frame.dataset.luvalla?.split(' ') ?? [];
		const category = data.categories.find(({ key }) => keys.includes(key));
		if (!category) return;
		const { width, height } = frame.getBoundingClientRect();
		const host = hostIn(data.language);
		const shadow = host.attachShadow({ mode: 'closed' });
		shadow.adoptedStyleSheets = [sheet];
		const button = (text: string, press: () => void): HTMLElement => {
			const element = el('button', { type: 'button' }, text);
			element.onclick = () => {
				press();
				frame.focus();
			};
			return element;
		};
		const source = frame.dataset.src ?? '';
		const place = el(
			'div',
			{ class: 'p', dir, role: 'group', 'aria-label': frame.title || hostOf(source) },
			frame.title && el('p', { class: 't' }, frame.title),
			el('p', {}, filled(words.from, { host: hostOf(source) })),
			el(
				'div',
				{ class: 'r' },
				button(words.once, () => {
					// The site's own word for "runs without asking": here it is the visitor's, for this frame.
					frame.dataset.luvalla = free.find((key) => !asked.includes(key)) ?? '';
					clear(frame);
					core.sweep();
				}),
				button(filled(words.always, { category: category.name }), () => core.withUi((ui) => ui.decide({ [category.key]: true }))),
			),
		);
		// By the object model, which a policy against inline styles allows. The place keeps its size, so nothing shifts.
		place.style.width = `${width}px`;
		place.style.minHeight = `${height}px`;
		shadow.append(place);
		shown.set(frame, { host, display: frame.style.display });
		frame.style.display = 'none';
		frame.before(host);
	};

	const { swept } = core;
	let settled = false;
	core.swept = () => {
		swept?.();
		for (const frame of shown.keys()) if (!waits(frame)) clear(frame);
		if (settled) for (const frame of core.held ?? []) if (waits(frame) && !shown.has(frame)) draw(frame);
	};
	// A page that changes by itself takes a frame away: its place goes too.
	new MutationObserver(() => {
		for (const frame of shown.keys()) if (!frame.isConnected) clear(frame);
	}).observe(document, { childList: true, subtree: true });
	core.sweep();
	whenSettled(() => {
		settled = true;
		core.sweep();
	});
};

start(LUVALLA_LIGHT);
