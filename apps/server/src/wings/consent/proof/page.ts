/** The page behind a receipt link: one answer, its proof, and the two files. No script, and nothing but our own pictures. */
import { escapeHtml } from '#kernel/http/html.ts';
import { LOOK, lookPolicy, MARK } from '#kernel/http/look.ts';
import { SCREENS } from '../gate/measure.ts';
import { captionOf, factsOf } from './facts.ts';
import type { Proven } from './receipts.ts';
import { type ReceiptLanguage, receiptWords } from './words.ts';

const STYLE = `${LOOK}
header,main{max-width:720px;margin:0 auto}header{padding:16px 4px}body{padding:0 16px 48px}main{background:var(--s);border:1px solid var(--l);border-radius:12px;padding:32px}
h1{font-size:26px;line-height:32px;margin:4px 0 20px}dl{display:grid;grid-template-columns:minmax(120px,190px) 1fr;gap:6px 16px;margin:0}dt{color:var(--q)}dd{margin:0}
figure{margin:0 0 16px}figcaption{color:var(--q);font-size:14px;line-height:20px}img{max-width:100%;height:auto;border:1px solid var(--l);border-radius:6px}
button{font-weight:600;min-height:44px;padding:9px 20px;margin:8px 0 24px;border:0;border-radius:6px;background:var(--f);color:var(--o);cursor:pointer}
a{display:inline-block;padding:4px 0;margin-right:24px}pre{white-space:pre-wrap;border:1px solid var(--l);border-radius:6px;padding:12px;font-size:13px;line-height:20px}
@media (max-width:480px){main{padding:20px}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:10px}}`;

const policy = (forms: string): string => lookPolicy(STYLE, `img-src 'self'; form-action ${forms}`);
export const PAGE_POLICY = policy(`'none'`);
/** Of a page with a form to ourselves. */
export const FORM_POLICY = policy(`'self'`);

const page = (language: ReceiptLanguage, title: string, body: string): string =>
	`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><header><span class="mark">${MARK}Luvalla</span></header><main>${body}</main></body></html>`;

const list = (rows: readonly (readonly [string, string])[]): string =>
	`<dl>${rows.map(([label, text]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(text)}</dd>`).join('')}</dl>`;

/** Room for a picture before it is there: the screens that publications are pictured on. */
const sizeOf = (path: string): string => {
	const { width, height } = SCREENS[path.includes('-phone-') ? 'phone' : 'desktop'].viewport;
	return ` width="${width}" height="${height}"`;
};

/** @param key of a mailed link, for its files too */
export const receiptPage = (proven: Proven, language: ReceiptLanguage, key?: string): string => {
	const w = receiptWords[language];
	const which = `log=${proven.logId}${key === undefined ? '' : `&amp;key=${encodeURIComponent(key)}`}`;
	const facts = factsOf(proven, language);
	const { id } = proven.row;
	const { shown } = proven.receipt;
	const images = Object.keys(shown?.pictures ?? {})
		.map((path) => {
			const caption = escapeHtml(captionOf(path, language));
			return `<figure><img src="/cmp/${escapeHtml(`${shown?.folder}/${path}`)}" alt="${caption}"${sizeOf(path)}><figcaption>${caption}</figcaption></figure>`;
		})
		.join('');
	return page(
		language,
		`${w.title}: ${facts.title}`,
		`<p class="q">${w.title}</p><h1>${escapeHtml(facts.title)}</h1>${list(facts.rows)}${shown === null ? '' : `<h2>${w.shown}</h2>${images || `<p>${w.noPictures}</p>`}`}<h2>${w.proof}</h2><p>${w.proofText}</p>${list(facts.proof)}<h2>${w.head}</h2><pre>${escapeHtml(proven.receipt.head)}</pre><p><a href="${id}.json?${which}" download>${w.json}</a><a href="${id}.pdf?lang=${language}&amp;${which}" download>${w.pdf}</a></p><p class="q">${key === undefined ? w.pageText : w.mailedText}</p>`,
	);
};

/** A page of a few sentences. `body` is HTML. */
export const plainPage = (language: ReceiptLanguage, title: string, body: string): string =>
	page(language, title, `<h1>${escapeHtml(title)}</h1>${body}`);

/** Why there is no receipt to show. */
export const noReceiptPage = (language: ReceiptLanguage, why: 'pending' | 'none' | 'many' | 'several'): string => {
	const w = receiptWords[language];
	return page(language, w.title, `<h1>${w.title}</h1><p>${w[why]}</p>`);
};
