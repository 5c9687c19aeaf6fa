/** How a page looks that a sign-in ends or stops at. Apart from the pages of the provider, whose library is loaded when it is asked. */
import type { Language } from '#kernel/http/errors.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { LOOK, lookPolicy, MARK } from '#kernel/http/look.ts';

const STYLE = `${LOOK}
body{padding:32px 16px;min-height:100vh;display:grid;place-content:center;grid-template-columns:minmax(0,480px)}
main{background:var(--s);border:1px solid var(--l);border-radius:12px;padding:32px}header{margin:0 0 16px;font-size:18px}p{margin:0 0 20px}
main>.q{font-size:14px;line-height:20px;border-top:1px solid var(--l);padding-top:16px;margin:28px 0 0}
a.b,button{display:inline-block;min-height:44px;padding:9px 20px;margin:0 8px 8px 0;border-radius:6px;border:1px solid var(--e);background:var(--s);color:var(--t);font-weight:600;text-decoration:none;cursor:pointer}
a.b,button.b{background:var(--f);border-color:var(--f);color:var(--o)}`;

/** No `form-action`: browsers hold it against where a form leads in the end, which may be the application. */
const POLICY = lookPolicy(STYLE, '');

/** `body` is HTML. */
export const page = (language: Language, title: string, body: string): string =>
	`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · Luvalla</title><style>${STYLE}</style></head><body><div><header><span class="mark">${MARK}Luvalla</span></header><main><h1>${escapeHtml(title)}</h1>${body}</main></div></body></html>`;

/** Of each of these pages. */
export const PAGE_HEADERS = {
	'content-security-policy': POLICY,
	'cache-control': 'no-store',
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
} as const;
