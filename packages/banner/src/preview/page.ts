/** A page of hairlines behind the previewed banner: nobody's real site. */
import { el } from '../light/dom.ts';
import { ROOM, STRIP_EM } from '../light/strip.ts';

const css = `html{font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif;background:#fbfaf7;color:#16201e}body{margin:0;min-height:100vh}
header{display:flex;align-items:center;gap:18px;padding:18px 40px;border-bottom:1px solid #e3e8e7}
i{display:block;background:#e6eae8;border-radius:4px;height:10px}
main{padding:36px 40px;display:grid;grid-template-columns:repeat(4,1fr);gap:24px}
.t{grid-column:1/-1;height:26px;width:min(340px,70%)}.s{grid-column:1/-1;width:min(220px,45%)}
.c{height:220px;border:1px solid #dfe5e3;background:none}
@media(max-width:599px){header{padding:16px 20px}main{padding:24px 20px;grid-template-columns:1fr 1fr}header i+i{display:none}}`;

export const drawPage = (): void => {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(css);
	document.adoptedStyleSheets = [sheet];
	const bar = el('header', { 'aria-hidden': 'true' }, ...[110, 44, 52, 60, 40].map(() => el('i')));
	[...bar.children].forEach((child, at) => {
		if (child instanceof HTMLElement) child.style.width = `${[110, 44, 52, 60, 40][at] ?? 40}px`;
	});
	document.body.append(
		bar,
		el(
			'main',
			{ 'aria-hidden': 'true' },
			el('i', { class: 't' }),
			el('i', { class: 's' }),
			...Array.from({ length: 4 }, () => el('i', { class: 'c' })),
		),
	);
};

const room = new CSSStyleSheet();

/** Makes room for a strip along the top, as the loader does (core/strip.ts); or takes it away. */
export const makeRoom = (wanted: boolean): void => {
	const height = `${STRIP_EM * 16}px`;
	room.replaceSync(wanted ? `@media(min-width:901px){html{${ROOM}:${height};padding-top:${height}}}` : '');
	document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => one !== room), room];
};
