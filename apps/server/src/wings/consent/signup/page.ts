/** Pages of ours around forms: no script, and a look at them changes nothing, so mail scanners are harmless. */
import type { FormLanguage } from '@luvalla/contract/consent/forms.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { LOOK, lookPolicy } from '#kernel/http/look.ts';
import { words } from './words.ts';

const STYLE = `${LOOK}
main{max-width:600px;margin:0 auto;padding:48px 20px 64px}.c{background:var(--s);border:1px solid var(--l);border-radius:10px;padding:24px;margin:16px 0}.c>:last-child{margin-bottom:0}
blockquote{margin:0 0 16px;padding:0 0 0 16px;border-inline-start:3px solid var(--l)}dl{display:grid;grid-template-columns:minmax(90px,160px) 1fr;gap:6px 16px;margin:0 0 16px}dt{color:var(--q)}dd{margin:0}
button{display:block;width:100%;min-height:44px;margin:0 0 12px;padding:9px 16px;border:1px solid var(--e);border-radius:6px;background:var(--s);color:var(--t);font-weight:600;cursor:pointer}button:hover{background:var(--h)}button.p{background:var(--f);border-color:var(--f);color:var(--o)}`;

export const PAGE_POLICY = lookPolicy(STYLE, `form-action 'self'`);

const page = (language: FormLanguage, title: string, body: string, here: string | null = null): string => {
	const other = language === 'fi' ? 'en' : 'fi';
	const change =
		here === null
			? ''
			: `<p><a href="${escapeHtml(here)}?lang=${other}" lang="${other}" hreflang="${other}">${words[language].other}</a></p>`;
	return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1><div class="c">${body}</div>${change}</main></body></html>`;
};

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
const linkTo = (to: string, label: string): string => `<p><a href="${escapeHtml(to)}">${escapeHtml(label)}</a></p>`;

export const askedPage = (language: FormLanguage): string =>
	page(language, words[language].askedTitle, paragraph(words[language].askedText));

export const missingPage = (language: FormLanguage): string =>
	page(language, words[language].missingTitle, paragraph(words[language].missingText));

export const manyPage = (language: FormLanguage): string =>
	page(language, words[language].missingTitle, paragraph(words[language].manyText));

export const signInPage = (language: FormLanguage, to: string): string =>
	page(language, words[language].signInTitle, paragraph(words[language].signInText) + linkTo(to, words[language].signIn));

export const overPage = (language: FormLanguage): string => page(language, words[language].overTitle, paragraph(words[language].overText));

export const droppedPage = (language: FormLanguage): string =>
	page(language, words[language].droppedTitle, paragraph(words[language].droppedText));

export interface Question {
	readonly address: string;
	readonly wording: { readonly name: string; readonly about: string };
	/** What was typed, by its labels. */
	readonly typed: readonly (readonly [label: string, value: string])[];
}

export const confirmPage = (language: FormLanguage, path: string, { address, wording, typed }: Question): string => {
	const w = words[language];
	const list =
		typed.length === 0
			? ''
			: `<p>${w.kept}</p><dl>${typed.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`;
	const form = (act: string, label: string, first: boolean): string =>
		`<form method="post" action="${escapeHtml(path)}?lang=${language}"><input type="hidden" name="do" value="${act}"><button type="submit"${first ? ' class="p"' : ''}>${label}</button></form>`;
	return page(
		language,
		w.confirmTitle,
		`${paragraph(w.confirmText(address))}<blockquote><strong>${escapeHtml(wording.name)}</strong><br>${escapeHtml(wording.about).replaceAll('\n', '<br>')}</blockquote>${list}${form('confirm', w.yes, true)}${form('drop', w.no, false)}`,
		path,
	);
};

/** @param site where they came from; null: it is not known */
export const donePage = (language: FormLanguage, customer: string, stopped: boolean, site: string | null): string => {
	const w = words[language];
	return page(
		language,
		w.doneTitle,
		paragraph(stopped ? w.stoppedText(customer) : w.doneText(customer)) + (site === null ? '' : linkTo(site, w.back)),
	);
};
