/** What brings the choices back: the core's small button or, where there is something to say, one with words beside the sign. */
import type { Core } from '../core/api.ts';
import { dueOf, inBody } from '../core/taking.ts';
import type { LightData, Pointer } from '../shapes.ts';
import { el, hostIn } from './dom.ts';

/** Given by the published `light.<language>.js`, or `tcf.<language>.js`. */
type Said = Pick<LightData, 'dir' | 'words'>;
declare const LUVALLA_LIGHT: Said;
declare const LUVALLA_TCF: Said;

/** Answers how to draw it, once, when nothing is to be asked any more. */
export const controlOf = (core: Core, language: string, press: () => void): (() => void) => {
	const { words, dir } = typeof LUVALLA_TCF === 'undefined' ? LUVALLA_LIGHT : LUVALLA_TCF;
	let drawn = false;
	return () => {
		if (dueOf(core)[0]) return;
		// Visitors who opted out by their browser, or may opt out by law.
		if (!core.gpc && !core.wire[10]?.optOut) core.button();
		else if (!drawn) {
			drawn = true;
			inBody(() => wordedControl(core.gpc ? words.honoured : words.privacyChoices, core.wire[7], { lang: language, dir }, press));
		}
	};
};

/** Draws it at the page's foot, wherever the small one would be: what it says is owed. */
const wordedControl = (
	text: string,
	[ground, ink, side]: Pointer['look'],
	{ lang, dir }: { lang: string; dir: string },
	press: () => void,
): void => {
	const host = hostIn(lang);
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(
		`:host{all:initial!important;position:fixed!important;z-index:2147483646!important;bottom:0!important;${side}:16px!important;font-family:inherit!important;font-size:medium!important}` +
			`button{all:unset;padding:4px 12px calc(4px + env(safe-area-inset-bottom));min-height:24px;border-radius:10px 10px 0 0;cursor:pointer;font-size:.875em;font-weight:600;line-height:24px;max-width:calc(100vw - 56px);background:${ground};color:${ink};box-shadow:0 0 0 1px,0 2px 8px #0003}` +
			':focus-visible{outline:3px solid;outline-offset:3px}@media print{*{display:none}}',
	);
	const shadow = host.attachShadow({ mode: 'closed' });
	shadow.adoptedStyleSheets = [sheet];
	const button = el('button', { type: 'button', dir }, text);
	button.onclick = press;
	shadow.append(button);
	document.body.prepend(host);
};
