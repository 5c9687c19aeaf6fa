/**
 * Makes room for a strip along the top before the first paint, so that it pushes the page down and nothing shifts. Stands
 * before the loader, only where a publication has such a strip. The room goes with the choice, which is the visitor's own
 * act, or when the layers do not come.
 */
import { ROOM, STRIP_EM } from '../light/strip.ts';
import type { Wire } from '../wire.ts';
import { read, standing } from './store.ts';

/** Given by the published pointer file. */
declare const LUVALLA: Wire;

const [, , free, asked, , days, , , , , more] = LUVALLA;
const stands = standing(read({}), asked, days, more?.material);
// A signal of the browser answers by itself; once there is a body, something may have been painted.
if (more?.strip && !navigator.globalPrivacyControl && !document.body && asked.some((key) => !(key in stands || free.includes(key)))) {
	const probe = document.createElement('i');
	probe.style.fontSize = 'medium';
	document.head.append(probe);
	const height = Math.round(Number.parseFloat(getComputedStyle(probe).fontSize) * STRIP_EM);
	probe.remove();
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(`@media(min-width:901px){html{${ROOM}:${height}px;padding-top:${height}px!important}}`);
	document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
	const release = (): void => {
		document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
	};
	document.addEventListener('luvalla:choice', release);
	// Of a page that does not scroll, the foot would be out of reach.
	document.addEventListener('DOMContentLoaded', () => {
		const [html, body] = [document.documentElement, document.body].map((element) => getComputedStyle(element).overflowY);
		if (/hidden|clip/.test(`${html}${body}`)) release();
	});
	addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && /\/light\.\w+\.js$/.test(target.src) && release(), true);
}
