/** A message as it stands on a page, in a shadow root of its own: in a corner, along the bottom, or as a dialog that is answered first. */
import type { SiteMessage } from '@luvalla/contract/placement';
import { el } from '../light/dom.ts';
import type { Palette } from '../palette.ts';
import type { MessageWords } from '../push/words.ts';

const css = (p: Palette, side: string): string =>
	`:host{all:initial!important}*{box-sizing:border-box;margin:0}
.m{position:fixed;z-index:99998;max-height:calc(100vh - 32px);overflow:auto;padding:0;font:16px/1.5 system-ui,sans-serif;color:${p.text};background:${p.background};border:1px solid ${p.edge};border-radius:12px;box-shadow:0 8px 32px rgb(0 0 0/.18);overflow-wrap:anywhere}
.corner{bottom:16px;${side}:16px;width:min(344px,100vw - 32px)}
.dialog{inset:0;margin:auto;width:min(440px,100vw - 32px)}.dialog::backdrop{background:rgb(0 0 0/.45)}
.bar{inset:auto 0 0;border-width:1px 0 0;border-radius:0;display:flex;align-items:center;padding:0 76px;max-height:50vh}
img{display:block;width:100%;max-height:180px;object-fit:cover}.bar img{width:96px;height:72px;flex:none}
.b{padding:18px;display:grid;gap:6px}.bar .b{flex:1;grid-template-columns:1fr auto;gap:2px 20px;padding:12px 0 12px 20px;align-items:center}
h2{font-size:1.125em;line-height:1.3}p{white-space:pre-line;color:${p.soft}}
.r{display:flex;flex-wrap:wrap;gap:10px;margin-top:10px}.bar .r{margin:0;grid-column:2;grid-row:1/4}
.r>*{flex:1 0 auto;font:inherit;font-weight:650;text-align:center;text-decoration:none;cursor:pointer;min-height:44px;min-width:44px;padding:9px 16px;border-radius:8px;border:2px solid ${p.button};background:${p.button};color:${p.buttonText}}
.r .n{background:none;color:${p.text};border-color:${p.edge}}
.w{justify-self:start;font:inherit;font-size:.875em;min-height:24px;padding:4px 0;border:0;background:none;color:${p.soft};text-decoration:underline;cursor:pointer}
:focus-visible{outline:3px solid ${p.text};outline-offset:2px}@media(max-width:700px){.bar{display:block;padding:0}.bar img{display:none}.bar .b{display:grid;grid-template-columns:1fr;padding:14px 16px 64px}.bar .r{grid-column:1;grid-row:auto}}
@media(forced-colors:active){.m,.r>*{border:1px solid}}@media print{.m{display:none}}`;

/** Nothing that runs. */
const isAddress = (url: string | null): url is string => /^https?:\/\//.test(url ?? '');

/**
 * Draws it at the end of the page. @param side of a corner @param ask why it is seen @param over it was closed or followed, once
 * @returns takes it off, without anybody having said so
 */
export const drawMessage = (
	{
		language,
		title,
		body,
		link,
		image,
		alt,
		why,
		placement,
	}: Pick<SiteMessage, 'language' | 'title' | 'body' | 'link' | 'image' | 'alt' | 'why'> & {
		placement: Pick<SiteMessage['placement'], 'shape'>;
	},
	palette: Palette,
	words: MessageWords,
	side: 'left' | 'right',
	ask: () => void,
	over: () => void,
): (() => void) => {
	const { shape } = placement;
	const host = el('div', { id: 'luvalla-message' });
	const root = host.attachShadow({ mode: 'closed' });
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(css(palette, side));
	root.adoptedStyleSheets = [sheet];
	const close = (): void => {
		frame.onclose = null;
		// Whoever was somewhere on the page is there again.
		if (frame instanceof HTMLDialogElement) frame.close();
		host.remove();
	};
	const end = (): void => {
		close();
		over();
	};
	const later = el('button', { type: 'button', class: 'n' }, words.later);
	later.onclick = end;
	const go = link && isAddress(link.to) && el('a', { href: link.to, lang: language }, link.label);
	if (go) go.onclick = () => void setTimeout(end);
	const picture = isAddress(image) && el('img', { src: image, alt });
	if (picture) picture.onerror = () => picture.remove();
	const because = why && el('button', { type: 'button', class: 'w' }, words.why);
	if (because) because.onclick = ask;
	const isDialog = shape === 'dialog';
	const frame = el(
		isDialog ? 'dialog' : 'div',
		{
			class: `m ${shape}`,
			dir: 'auto',
			'aria-labelledby': 't',
			...(body && { 'aria-describedby': 'b' }),
			...(!isDialog && { role: 'dialog' }),
		},
		picture,
		el(
			'div',
			{ class: 'b' },
			el('h2', { id: 't', lang: language }, title),
			body && el('p', { id: 'b', lang: language }, body),
			el('div', { class: 'r' }, later, go),
			because,
		),
	);
	frame.onkeydown = ({ key }) => key === 'Escape' && end();
	// A telephone's way back closes it, too.
	frame.onclose = end;
	// Beside the body, which may hold what is fixed (`transform`).
	document.documentElement.append(host);
	// What comes by itself takes nobody's place on the page: it is heard when they come to a pause.
	const said = isDialog ? root : root.appendChild(el('div', { 'aria-live': 'polite' }));
	said.append(frame);
	if (frame instanceof HTMLDialogElement) frame.showModal();
	return close;
};
