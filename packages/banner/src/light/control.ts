/** The small control with words beside its sign: for visitors who opted out by their browser, or may opt out by law. */
import { el } from './dom.ts';

/** Draws it in the page's corner; `look` is its ground, ink and side. */
export const wordedControl = (text: string, [ground, ink, side]: [string, string, string], language: string, press: () => void): void => {
	const host = el('div', { lang: language });
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(
		`:host{all:initial!important;position:fixed!important;z-index:2147483646!important;bottom:12px!important;${side}:12px!important;font-family:inherit!important;font-size:medium!important}` +
			`button{all:unset;padding:10px 16px;min-height:24px;border-radius:22px;cursor:pointer;font-size:.875em;font-weight:600;line-height:24px;max-width:calc(100vw - 56px);background:${ground};color:${ink};box-shadow:0 0 0 1px,0 2px 8px #0003}` +
			':focus-visible{outline:3px solid;outline-offset:3px}@media print{*{display:none}}',
	);
	const shadow = host.attachShadow({ mode: 'closed' });
	shadow.adoptedStyleSheets = [sheet];
	const button = el('button', { type: 'button' }, text);
	button.onclick = press;
	shadow.append(button);
	document.body.prepend(host);
};
