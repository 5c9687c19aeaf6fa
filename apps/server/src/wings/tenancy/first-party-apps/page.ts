/** First-party apps as they are served: a page each, made of what the banner and the sign-in bring, in the look of the server's own pages. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppKind } from '@luvalla/contract/tenancy/apps.ts';
import { languageOf } from '#kernel/http/calls.ts';
import type { Language } from '#kernel/http/errors.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { LOOK, lookPolicy } from '#kernel/http/look.ts';
import type { ServedOn } from '#kernel/http/served-on.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { loginFor } from '../../identity/wing.ts';
import { type AppOnHost, appsOn } from './store.ts';

/** Where each kind stands on its host. */
export const PATHS: Readonly<Record<AppKind, string>> = {
	'privacy-centre': '/privacy',
	'preference-page': '/preferences',
	'login-component': '/login',
};
const kindAt = (path: string): AppKind | null => {
	const plain = path.toLowerCase().replace(/\/+$/, '');
	for (const kind of KINDS) if (PATHS[kind] === plain) return kind;
	return null;
};
/** In this order one stands for the host's start page. */
const KINDS = ['privacy-centre', 'preference-page', 'login-component'] as const;

/** What a kind is made of; null: there is nothing to make it of. */
export type Ingredients = { readonly domainId: string } | { readonly clientId: string };

/** What a kind needs on a host, if it is there. */
export const ingredientsOf = async (
	tx: Tx,
	{ hooks }: Pick<Kernel, 'hooks'>,
	customerId: number,
	host: string,
	kind: AppKind,
): Promise<Ingredients | null> => {
	if (kind === 'login-component') {
		const clientId = await loginFor(tx, customerId, `https://${host}`);
		return clientId === null ? null : { clientId };
	}
	const found = await hooks.bannerOn.ask(tx, { customerId, host });
	const domainId = found.find((one) => one !== null);
	return domainId == null ? null : { domainId };
};

const words = {
	en: {
		'privacy-centre': {
			title: 'Privacy on this site',
			lead: 'What the site keeps on your device, what for, and what you chose. You can change your mind here at any time.',
		},
		'preference-page': {
			title: 'Your choices',
			lead: 'Choose what the site may do. Your answer holds until you change it here.',
			open: 'Open your choices',
		},
		'login-component': {
			title: 'Sign in',
			lead: 'You sign in by a link or a code in your mail.',
			done: 'You are signed in as',
			failed: 'That did not work. Try again.',
		},
		own: 'Your consents, messages, devices and data in one place',
		ownWhy: 'You sign in by a link in your mail.',
		script: 'This page needs JavaScript.',
	},
	fi: {
		'privacy-centre': {
			title: 'Tietosuoja tällä sivustolla',
			lead: 'Mitä sivusto tallentaa laitteellesi, mihin tarkoitukseen ja mitä valitsit. Voit muuttaa mielesi tässä milloin tahansa.',
		},
		'preference-page': {
			title: 'Valintasi',
			lead: 'Valitse, mitä sivusto saa tehdä. Vastauksesi on voimassa, kunnes muutat sitä tässä.',
			open: 'Avaa valinnat',
		},
		'login-component': {
			title: 'Kirjaudu',
			lead: 'Kirjaudut sähköpostiin tulevalla linkillä tai koodilla.',
			done: 'Olet kirjautunut:',
			failed: 'Se ei onnistunut. Yritä uudelleen.',
		},
		own: 'Suostumuksesi, viestisi, laitteesi ja tietosi yhdessä paikassa',
		ownWhy: 'Kirjaudut sähköpostiin tulevalla linkillä.',
		script: 'Tämä sivu tarvitsee JavaScriptin.',
	},
} as const;

const STYLE = `${LOOK}main{max-width:760px;margin:0 auto;padding:40px 24px}main>button{min-height:44px;padding:0 20px;border:0;border-radius:8px;background:var(--f);color:var(--o);font-weight:600;cursor:pointer}.mark{margin-bottom:24px}`;

/** Opens the second layer at once, and again by the button. */
const OPENS = `(()=>{var show=()=>window.luvalla&&luvalla.show();document.querySelector('main>button').onclick=show;if(window.luvalla)luvalla.on('ready',show)})()`;
/** Says who is signed in; nothing is stored. */
const SAYS = `(()=>{var said=document.querySelector('[role=status]');document.addEventListener('luvalla:login',(e)=>{said.textContent=said.dataset.done+' '+(e.detail.name||e.detail.email||e.detail.sub)});document.addEventListener('luvalla:login-failed',()=>{said.textContent=said.dataset.failed})})()`;

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

interface Page {
	readonly head: string;
	readonly main: string;
	readonly policy: string;
}

/** `style-src-attr`: nothing is styled by attributes; the banner's own sheets are constructed. */
const pageOf = (kind: AppKind, language: Language, given: Ingredients, publicUrl: string): Page => {
	const w = words[language];
	if ('clientId' in given) {
		const { done, failed } = w['login-component'];
		return {
			head: `<script src="${escapeHtml(publicUrl)}/identity/login.js"></script>`,
			main: `<luvalla-login client-id="${escapeHtml(given.clientId)}"></luvalla-login><p role="status" data-done="${escapeHtml(done)}" data-failed="${escapeHtml(failed)}"></p><script>${SAYS}</script>`,
			policy: `script-src ${publicUrl} ${hashOf(SAYS)}; connect-src ${publicUrl}; img-src 'self' data:`,
		};
	}
	const head = `<script src="/cmp/d/${given.domainId}.js"></script>`;
	const shared = `connect-src 'self'; img-src 'self' data:`;
	const own = `<p class="q"><a href="${escapeHtml(publicUrl)}/profile/privacy">${escapeHtml(w.own)}</a><br>${escapeHtml(w.ownWhy)}</p>`;
	if (kind === 'privacy-centre')
		return { head, main: `<luvalla-declaration></luvalla-declaration>${own}`, policy: `script-src 'self'; ${shared}` };
	return {
		head,
		main: `<button type="button">${escapeHtml(w['preference-page'].open)}</button>${own}<script>${OPENS}</script>`,
		policy: `script-src 'self' ${hashOf(OPENS)}; ${shared}`,
	};
};

const send = (response: ServerResponse, kind: AppKind, name: string, language: Language, page: Page): void => {
	const { title, lead } = words[language][kind];
	response.writeHead(200, {
		'content-type': 'text/html; charset=utf-8',
		'cache-control': 'no-store',
		'content-security-policy': lookPolicy(STYLE, page.policy),
		'referrer-policy': 'strict-origin-when-cross-origin',
		'x-content-type-options': 'nosniff',
		vary: 'accept-language',
	});
	response.end(
		`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} – ${escapeHtml(name)}</title><link rel="icon" href="data:,"><style>${STYLE}</style>${page.head}</head><body><main><p class="mark">${escapeHtml(name)}</p><h1>${escapeHtml(title)}</h1><p class="q">${escapeHtml(lead)}</p>${page.main}<noscript><p>${escapeHtml(words[language].script)}</p></noscript></main></body></html>`,
	);
};

/** Answers a page of a host, if there is one. False: it is left to others. */
export type AppPages = (served: ServedOn, path: string, request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export const createAppPages =
	({ storage, hooks, settings }: Pick<Kernel, 'storage' | 'hooks' | 'settings'>): AppPages =>
	async ({ host, customerId }, path, request, response) => {
		const asked = kindAt(path);
		if (asked === null && path !== '/') return false;
		const found = await storage.forVisitor(customerId, async (tx) => {
			const on = (await appsOn(tx, customerId, host)).filter(({ status }) => status === 1);
			const app: AppOnHost | undefined = on.find(({ kind }) => kind === asked);
			const start = KINDS.find((kind) => on.some((one) => one.kind === kind));
			return { app, start, given: app ? await ingredientsOf(tx, { hooks }, customerId, host, app.kind) : null };
		});
		if (asked === null) {
			if (found.start === undefined) return false;
			response.writeHead(302, { location: PATHS[found.start], 'cache-control': 'no-store' }).end();
			return true;
		}
		if (!found.app || found.given === null) return false;
		const language = languageOf(request);
		send(response, asked, found.app.name, language, pageOf(asked, language, found.given, settings.publicUrl));
		return true;
	};
