/**
 * The cookie declaration: `<luvalla-declaration></luvalla-declaration>` or `<div data-luvalla-declaration>`. A table a
 * category, what this visitor chose and when, and ways to change it, withdraw it and, after a choice on this page, get
 * its receipt. Loaded only where such an element is.
 */
import { filled } from '../languages/words.ts';
import { el } from '../light/dom.ts';
import type { DeclarationData, LightCategory } from '../shapes.ts';

/** Given by the published `declaration.<language>.js`. */
declare const LUVALLA_LIGHT: DeclarationData;

const CSS = `:host{display:block}*{box-sizing:border-box}h2{font-size:1.25em;margin:1.2em 0 .4em}p{margin:.3em 0}.s{font-weight:650}
.w{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:start;vertical-align:top;padding:.4em .8em .4em 0;border-bottom:1px solid;overflow-wrap:anywhere}th p{font-weight:400}
.r{display:flex;flex-wrap:wrap;gap:10px;margin:1em 0;align-items:center}button{font:inherit;min-height:44px;padding:6px 14px;border-radius:8px;border:2px solid currentColor;background:none;color:inherit;cursor:pointer}a{color:inherit}:focus-visible{outline:3px solid;outline-offset:2px}`;

const start = (data: DeclarationData): void => {
	const api = window.luvalla;
	if (!api) return;
	const core = api.$;
	const { words, dir } = data;
	const log = data.log ? `?log=${data.log}` : '';
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(CSS);
	const roots = new Map<HTMLElement, ShadowRoot>();
	/** Those on the page now: a page that changes by itself brings and takes them. Answers whether one is new. */
	const find = (): boolean => {
		for (const host of roots.keys()) if (!host.isConnected) roots.delete(host);
		const before = roots.size;
		for (const host of document.querySelectorAll<HTMLElement>('luvalla-declaration,[data-luvalla-declaration]')) {
			const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
			root.adoptedStyleSheets = [sheet];
			roots.set(host, root);
		}
		return roots.size > before;
	};
	/** Of choices made on this page: an id is never stored. */
	const receipts = new Map<string, string>();

	const state = ({ key, necessary }: LightCategory): string => {
		if (necessary) return data.texts.alwaysOn;
		const [, at] = core.kept[key] ?? [];
		const values = api.choices();
		const when =
			key in values && at ? ` (${new Date(at * 1000).toLocaleDateString(data.language === 'en' ? 'en-GB' : data.language)})` : '';
		if (!(key in values) && !api.allowed(key)) return words.unanswered;
		return (api.allowed(key) ? words.allowed : words.refused) + when;
	};
	const table = (category: LightCategory): HTMLElement =>
		el(
			'div',
			{ class: 'w', tabindex: '0', role: 'region', 'aria-label': category.name },
			el(
				'table',
				{},
				el('thead', {}, el('tr', {}, ...[words.cookie, words.provider, words.keeps].map((name) => el('th', { scope: 'col' }, name)))),
				el(
					'tbody',
					{},
					...category.cookies.map(([name, provider, keeps, about]) =>
						el('tr', {}, el('th', { scope: 'row' }, name, about && el('p', {}, about)), el('td', {}, provider), el('td', {}, keeps)),
					),
				),
			),
		);
	const button = (text: string, press: () => void): HTMLElement => {
		const element = el('button', { type: 'button' }, text);
		element.onclick = press;
		return element;
	};
	const nameOf = (key: string): string => data.categories.find((c) => c.key === key)?.name ?? key;
	const draw = (): void => {
		const any = Object.keys(api.choices())[0];
		const running = data.categories.some((c) => !c.necessary && api.allowed(c.key));
		for (const root of roots.values()) {
			const focused = root.activeElement?.textContent;
			root.replaceChildren(
				el(
					'div',
					{ lang: data.language, dir },
					...data.categories.flatMap((category) => [
						el('h2', {}, category.name),
						el('p', {}, category.about),
						el('p', {}, `${words.choice}: `, el('span', { class: 's' }, state(category))),
						category.cookies.length ? table(category) : el('p', {}, words.noCookies),
					]),
					!any && el('p', {}, words.none),
					el(
						'div',
						{ class: 'r' },
						button(words.change, () => api.show()),
						running && button(words.withdraw, () => api.withdraw()),
						...[...receipts].map(([key, id]) =>
							el('a', { href: `${core.base}/edge/v1/receipts/${id}${log}` }, filled(words.receipt, { category: nameOf(key) })),
						),
					),
				),
			);
			// Drawn anew, the button that was pressed keeps the focus.
			for (const one of root.querySelectorAll('button')) if (one.textContent === focused) one.focus();
		}
	};
	api.on('choice', ({ records }) => {
		for (const [key, id] of Object.entries(records ?? {})) receipts.set(key, id);
		draw();
	});
	const { swept } = core;
	core.swept = () => {
		swept?.();
		if (find()) draw();
	};
	core.swept();
};

start(LUVALLA_LIGHT);
