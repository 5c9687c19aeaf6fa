/** The few pages that the OpenID provider shows by itself: what went wrong, and signing out at an application's wish. */
import { type ErrorOut, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { languageOf } from '#kernel/http/calls.ts';
import type { Language } from '#kernel/http/errors.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { PAGE_HEADERS, page } from './own-page.ts';

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
	return /^fi\b/.test(wanted) ? 'fi' : 'en';
};

/** What was asked for, where its developer has to hold it against what the application is registered with. */
const askedIn = (ctx: KoaContextWithOIDC, error: string): string => {
	if (error !== 'invalid_redirect_uri' && error !== 'invalid_client') return '';
	const { params } = ctx.oidc as Partial<KoaContextWithOIDC['oidc']>;
	return ['client_id', 'redirect_uri']
		.flatMap((name) => (typeof params?.[name] === 'string' ? [` · ${name}: ${params[name]}`] : []))
		.join('');
};

export const errorPage = (ctx: KoaContextWithOIDC, { error, error_description: said }: ErrorOut, cause: Error): string => {
	const language = languageFor(ctx);
	const w = words[language];
	const known = (said === undefined ? error : `${error}: ${said}`) + askedIn(ctx, error);
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
	ctx.set(PAGE_HEADERS);
	ctx.type = 'html';
	ctx.body = html;
};
