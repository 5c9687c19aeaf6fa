/** What the pages behind links of letters are drawn with: their style, their frame, forms and days. */
import { escapeHtml } from '#kernel/http/html.ts';
import { LOOK, lookPolicy, MARK } from '#kernel/http/look.ts';
import type { Choice } from './letter.ts';
import { type PageLanguage, words } from './words.ts';

const STYLE = `${LOOK}
header{border-bottom:1px solid var(--l)}header div,main{max-width:600px;margin:0 auto;padding:14px 20px}
header div{display:flex;justify-content:space-between;align-items:center;gap:16px}header a{padding:4px 0}
main{padding-top:28px;padding-bottom:64px}.c>h2{font-size:16px;margin:0 0 4px}
.c{background:var(--s);border:1px solid var(--l);border-radius:10px;padding:16px 20px;margin:0 0 12px}.c>:last-child,.c>:last-child>:last-child,.r>div>:last-child{margin-bottom:0}
.ok{background:var(--n)}dl{display:grid;grid-template-columns:minmax(90px,140px) 1fr;gap:6px 16px;margin:12px 0 0;padding:12px 0 0;border-top:1px solid var(--l)}dt{color:var(--q)}dd{margin:0}
button{display:block;width:100%;min-height:44px;margin:0 0 12px;padding:9px 16px;border:1px solid var(--e);border-radius:6px;background:var(--s);color:var(--t);font-weight:600;cursor:pointer}button:hover{background:var(--h)}
button.p{background:var(--f);border-color:var(--f);color:var(--o)}.r{display:flex;gap:16px;align-items:center;justify-content:space-between;flex-wrap:wrap}.r>div{flex:1 1 220px}.r button{width:auto;margin:0}
ul.c{list-style:none;padding:0}.c>li.r{flex-wrap:nowrap;align-items:flex-start}.c>li.r>div{flex:1 1 auto;min-width:0}.c>li{padding:14px 16px;border-bottom:1px solid var(--l);scroll-margin-top:12px}.c>li:last-child{border-bottom:0}
.r form{flex:0 0 auto}.c>li p{margin:0}.c>li .q{font-size:15px;line-height:22px}.u h3+p+p{font-size:14px;line-height:20px;padding-top:2px}
.r button[role=switch]{display:flex;gap:10px;align-items:center;min-height:44px;margin:-10px 0;padding:0 0 0 8px;border:0;background:none}button[role=switch] i{position:relative;flex:none;width:40px;height:24px;border-radius:12px;background:var(--e)}button[role=switch] i::after{content:'';position:absolute;top:2px;left:2px;width:20px;height:20px;border-radius:50%;background:#fff}button[role=switch][aria-checked=true] i{background:var(--f)}button[role=switch][aria-checked=true] i::after{left:18px}button[role=switch]:disabled{cursor:default}button[role=switch]:disabled i{opacity:.55}
.g{display:flex;margin:0 0 12px}.g form{display:flex;flex:1}.g button{width:auto;flex:1 1 auto;margin:0 0 0 -1px;border-radius:0;padding:9px 4px;font-size:15px;overflow-wrap:normal}.g button:first-of-type{border-radius:6px 0 0 6px;margin-left:0}.g button:last-of-type{border-radius:0 6px 6px 0}.g button[aria-pressed=true]{background:var(--f);border-color:var(--f);color:var(--o)}
.n{justify-content:space-between;align-items:center;gap:12px;flex-wrap:wrap}.n form{flex:none}.n button{flex:none;width:48px;font-size:20px}.n b{display:flex;align-items:center;justify-content:center;min-width:52px;border:1px solid var(--e);border-width:1px 0;margin-left:-1px;font-size:17px;padding-left:1px}.n button:disabled{color:var(--q);cursor:default}
.st{position:sticky;bottom:12px;box-shadow:0 2px 12px #0003;margin:16px 0}h2[id],.c[id]{scroll-margin-top:12px}@media(forced-colors:active){button[role=switch] i{border:1px solid}button[role=switch] i::after{background:ButtonText}.g button[aria-pressed=true]{outline:3px solid;outline-offset:-4px}}
.two{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 12px;scroll-margin-top:12px}.two>*{flex:1 1 140px;display:flex}.two button,.two a{margin:0;min-height:44px;padding:9px 8px;text-align:center}.two a{align-items:center;justify-content:center;border:1px solid var(--e);border-radius:6px;background:var(--s);color:var(--t);font-weight:600;text-decoration:none}.two a:hover{background:var(--h)}.two button:disabled{color:var(--q);cursor:default;background:none}
select{display:block;width:100%;min-height:44px;margin:0 0 12px;padding:8px 12px;border:1px solid var(--e);border-radius:6px;background:var(--s);color:var(--t)}`;

export const LETTER_POLICY = lookPolicy(STYLE, `form-action 'self'`);

/** @param whose the customer whose page it is, by whose name it goes; null: nobody's, and so ours */
export const page = (language: PageLanguage, title: string, body: string, here: string | null, whose: string | null): string => {
	const w = words[language];
	const name = whose === null ? `${MARK}${w.head}` : escapeHtml(whose);
	const other = language === 'fi' ? 'en' : 'fi';
	const change = here === null ? '' : `<a href="${escapeHtml(here)}?lang=${other}" lang="${other}" hreflang="${other}">${w.other}</a>`;
	return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><header><div><span class="mark">${name}</span>${change}</div></header><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
};

const partsIn = (at: Date, timeZone: string): Map<string, string> => {
	const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
	const read = (zone: string): Intl.DateTimeFormatPart[] =>
		new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone }).formatToParts(at);
	try {
		return new Map(read(timeZone).map(({ type, value }) => [type, value]));
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return new Map(read('UTC').map(({ type, value }) => [type, value]));
	}
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day, or a moment. The reader's clock is not known: it is told as the sender's campaign counts time. */
export const dayOf = (at: Date, language: PageLanguage, timeZone: string, timed = false): string => {
	const parts = partsIn(at, timeZone);
	const of = (type: string): string => parts.get(type) ?? '';
	return language === 'fi'
		? `${Number(of('day'))}.${Number(of('month'))}.${of('year')}${timed ? ` klo ${Number(of('hour'))}.${of('minute')}` : ''}`
		: `${MONTHS[Number(of('month')) - 1]}-${of('day')}-${of('year')}${timed ? `, ${of('hour')}:${of('minute')}` : ''}`;
};

export const wordingOf = ({ facts }: Choice, language: string, version?: number): { name: string; about: string } => {
	const wording = (facts.versions.find((one) => one.version === version) ?? facts.versions.at(-1))?.wording ?? {};
	return wording[language] ?? Object.values(wording)[0] ?? { name: facts.name, about: '' };
};

/** Where the forms of a page send what is chosen. */
export interface Place {
	readonly path: string;
	readonly language: PageLanguage;
	/** `#…`: where the page goes on. */
	readonly at?: string;
}

export const form = ({ path, language, at = '' }: Place, fields: Readonly<Record<string, string>>, inside: string): string =>
	`<form method="post" action="${path}?lang=${language}${at}">${Object.entries(fields)
		.map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
		.join('')}${inside}</form>`;

export const button = (label: string, first = false): string => `<button type="submit"${first ? ' class="p"' : ''}>${label}</button>`;

/** A language by its name in another. */
export const languageName = (code: string, language: PageLanguage): string =>
	new Intl.DisplayNames([language], { type: 'language', fallback: 'code' }).of(code) ?? code;
