/** A page behind the previewed banner that is laid out as shops and papers are, under the site's name: nobody's real site. */
import { el } from '../light/dom.ts';
import { ROOM, STRIP_EM } from '../light/strip.ts';

const css = `html{font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif;background:#fbfaf7;color:#16201e}body{margin:0;min-height:100vh}
header{display:flex;align-items:center;gap:22px;padding:20px 48px;border-bottom:1px solid #e9e6de}
b{font-size:22px;letter-spacing:-.01em;margin-right:14px}
i{display:block;background:#dcd9d0;border-radius:5px;height:9px;width:52px}
header i:last-child,header i:nth-last-child(2){width:20px;height:20px;border-radius:50%;margin-left:auto}header i:last-child{margin-left:0}
main{padding:44px 48px;display:grid;grid-template-columns:repeat(4,1fr);gap:26px}
.t,.s{grid-column:1/-1}.t{height:34px;width:min(480px,80%);background:#c9c6bc}.s{width:min(250px,50%);margin-bottom:8px}
u{display:grid;gap:12px;text-decoration:none}u i{width:56%}
u::before{content:'';height:250px;border-radius:8px;background:var(--c)}
@media(max-width:599px){header{padding:16px 20px}header i:nth-of-type(-n+4){display:none}main{padding:28px 20px;gap:18px;grid-template-columns:1fr 1fr}u::before{height:150px}}`;

const TINTS = ['#e9e1d2', '#dbe4df', '#ecdfdb', '#dfe2ea', '#e4e6d8', '#e6dde4', '#d9e3e6', '#ece4d6'];

const drawPage = (): HTMLElement => {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(css);
	document.adoptedStyleSheets = [sheet];
	const things = TINTS.map((tint) => {
		const thing = el('u', {}, el('i'));
		thing.style.setProperty('--c', tint);
		return thing;
	});
	const name = el('b');
	document.body.append(
		el('header', { 'aria-hidden': 'true' }, name, ...Array.from({ length: 6 }, () => el('i'))),
		el('main', { 'aria-hidden': 'true' }, el('i', { class: 't' }), el('i', { class: 's' }), ...things),
	);
	return name;
};

let name: HTMLElement | undefined;

/** The page under the site's name, as its head might have it: the host without what stands before it on most. Drawn with the first: a name moves what is beside it. */
export const nameSite = (host: string): void => {
	name ??= drawPage();
	name.textContent = host.replace(/^www\./, '');
};

const room = new CSSStyleSheet();

/** Makes room for a strip along the top, as the loader does (core/strip.ts); or takes it away. */
export const makeRoom = (wanted: boolean): void => {
	const height = `${STRIP_EM * 16}px`;
	room.replaceSync(wanted ? `@media(min-width:901px){html{${ROOM}:${height};padding-top:${height}}}` : '');
	document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => one !== room), room];
};
