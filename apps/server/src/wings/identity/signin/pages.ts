/** The few pages that the OpenID provider shows by itself: what went wrong, and signing out at an application's wish. */
import { createHash } from 'node:crypto';
import { type ErrorOut, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { languageOf } from '#kernel/http/calls.ts';
import type { Language } from '#kernel/http/errors.ts';
import { escapeHtml } from '#kernel/http/html.ts';

const STYLE = `:root{color-scheme:light dark;--g:#f4f6f5;--s:#fff;--t:#16201e;--q:#4c5957;--l:#e3e8e7;--a:#016465;--i:#fff}
@media (prefers-color-scheme:dark){:root{--g:#0c1112;--s:#141a1b;--t:#e8eeed;--q:#a9b5b3;--l:#283132;--a:#90caca;--i:#0c1112}}
body{margin:0;padding:32px 16px;box-sizing:border-box;min-height:100vh;display:grid;place-content:center;grid-template-columns:minmax(0,480px);background:var(--g);color:var(--t);font:16px/24px 'Instrument Sans','Instrument Sans Variable',ui-sans-serif,system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}
main{background:var(--s);border:1px solid var(--l);border-radius:12px;padding:32px}
.m{display:flex;align-items:center;gap:10px;margin:0 0 16px;font-weight:600;font-size:18px;letter-spacing:-.02em}.m svg{width:28px;height:28px;color:var(--a)}
h1{font-size:28px;line-height:36px;letter-spacing:-.02em;margin:0 0 8px}p{margin:0 0 20px}
.q{color:var(--q);font-size:14px;line-height:20px;overflow-wrap:anywhere;border-top:1px solid var(--l);padding-top:16px;margin:28px 0 0}
a.b,button{font:600 16px/24px system-ui,sans-serif;display:inline-block;box-sizing:border-box;min-height:44px;padding:10px 20px;margin:0 8px 8px 0;border-radius:8px;border:1px solid var(--a);background:var(--s);color:var(--a);text-decoration:none;cursor:pointer}
a.b,button.b{background:var(--a);color:var(--i)}a:focus-visible,button:focus-visible{outline:3px solid var(--a);outline-offset:3px}`;

/** No `form-action`: browsers hold it against where a form leads in the end, which may be the application. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

/** The mark and the name (visual.md, section 2). */
const MARK =
	'<header class="m"><svg viewBox="0 0 32 32" aria-hidden="true"><path d="M8 4v14.5A5.5 5.5 0 0 0 13.5 24H28" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round"/><circle cx="20.5" cy="11.5" r="5.5" fill="#f2a33a"/></svg>Luvalla</header>';

const words = {
	en: {
		failed: 'This sign-in cannot go on',
		other:
			'The application asked for something that Luvalla does not do. Nothing was given to it. Tell whoever looks after it what stands below.',
		over: 'It was open too long, or was begun in another window. Go back to the application and start again.',
		ours: 'Something failed at our end. Try again in a moment.',
		home: 'To Luvalla',
		technical: 'For whoever looks after the application:',
		leave: 'Sign out of Luvalla in this browser?',
		leaveText: 'Applications that you opened by Luvalla here are signed out as well.',
		yes: 'Sign out',
		no: 'Stay signed in',
		left: 'You are signed out',
		leftText: 'You may close this page.',
	},
	fi: {
		failed: 'Kirjautuminen ei voi jatkua',
		other: 'Sovellus pyysi jotain, mitä Luvalla ei tee. Sille ei annettu mitään. Kerro sen hoitajalle, mitä alla lukee.',
		over: 'Se oli auki liian kauan tai aloitettiin toisessa ikkunassa. Palaa sovellukseen ja aloita alusta.',
		ours: 'Jokin petti meillä. Yritä hetken päästä uudelleen.',
		home: 'Luvallaan',
		technical: 'Sovelluksen hoitajalle:',
		leave: 'Kirjaudutaanko Luvallasta ulos tässä selaimessa?',
		leaveText: 'Myös sovellukset, jotka avasit täällä Luvallan kautta, kirjataan ulos.',
		yes: 'Kirjaudu ulos',
		no: 'Pysy kirjautuneena',
		left: 'Olet kirjautunut ulos',
		leftText: 'Voit sulkea sivun.',
	},
} as const;

/** As the application asked for, else as the browser does. */
const languageFor = (ctx: KoaContextWithOIDC): Language => {
	// Not every failure comes as far as reading what was asked.
	const wanted = (ctx.oidc as KoaContextWithOIDC['oidc'] | undefined)?.params?.ui_locales;
	if (typeof wanted !== 'string' || wanted === '') return languageOf({ headers: ctx.headers });
	return wanted.startsWith('fi') ? 'fi' : 'en';
};

const page = (language: Language, title: string, body: string): string =>
	`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · Luvalla</title><style>${STYLE}</style></head><body><div>${MARK}<main><h1>${escapeHtml(title)}</h1>${body}</main></div></body></html>`;

export const errorPage = (ctx: KoaContextWithOIDC, { error, error_description: said }: ErrorOut, cause: Error): string => {
	const language = languageFor(ctx);
	const w = words[language];
	const known = said === undefined ? error : `${error}: ${said}`;
	const why = error === 'server_error' ? w.ours : cause instanceof errors.SessionNotFound ? w.over : w.other;
	return page(
		language,
		w.failed,
		`<p>${why}</p><p><a class="b" href="/">${w.home}</a></p><p class="q">${w.technical} <span lang="en">${escapeHtml(known)}</span></p>`,
	);
};

/** `form` is the library's, with what proves that it was shown. */
export const signOutPage = (ctx: KoaContextWithOIDC, form: string): string => {
	const language = languageFor(ctx);
	const w = words[language];
	return page(
		language,
		w.leave,
		`<p>${w.leaveText}</p>${form}<p><button class="b" type="submit" form="op.logoutForm" name="logout" value="yes">${w.yes}</button><button type="submit" form="op.logoutForm">${w.no}</button></p>`,
	);
};

export const signedOutPage = (ctx: KoaContextWithOIDC): string => {
	const language = languageFor(ctx);
	const w = words[language];
	return page(language, w.left, `<p>${w.leftText}</p><p><a class="b" href="/">${w.home}</a></p>`);
};

export const sendPage = (ctx: KoaContextWithOIDC, html: string): void => {
	ctx.set({
		'content-security-policy': POLICY,
		'cache-control': 'no-store',
		'referrer-policy': 'no-referrer',
		'x-content-type-options': 'nosniff',
	});
	ctx.type = 'html';
	ctx.body = html;
};
