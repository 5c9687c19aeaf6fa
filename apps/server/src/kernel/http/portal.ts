/** Serves the portal: hashed assets for ever, index.html afresh with a nonce each time. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Settings } from '#kernel/settings.ts';

/** What the portal may know of the settings without a session. */
const publicSettings = (settings: Settings) => ({
	// Unset means the portal's own pages.
	accountUrl: settings.accountUrl ?? '/profile',
	supportUrl: settings.supportUrl ?? '/contact',
	newAdminUrl: settings.newAdminUrl ?? '/',
	mailbox: settings.smtpUrl === null && settings.isLocal,
});

/**
 * What a page may load beside our own. The sign-in page of a customer's application shows that application's logo. The
 * portal's test of a consent-change webhook is sent by the browser itself to the address a customer named (calls.md
 * section 7), so its pages may connect to any https address; all of them, because a page keeps the policy it was first
 * loaded with while screens change under it. The pages of the sign-in, where codes are typed, may not.
 */
interface Beside {
	images: string;
	connections: string;
}
const besideOf = (url: string): Beside => ({
	images: url.startsWith('/identity/interaction/') ? ' https:' : '',
	connections: url.startsWith('/identity/') ? '' : ' https:',
});

const policy = (nonce: string, { images, connections }: Beside): string =>
	[
		`default-src 'none'`,
		`script-src 'self' 'nonce-${nonce}'`,
		`style-src 'self' 'nonce-${nonce}'`,
		// Positions and sizes that React sets on elements; no rule can be injected this way.
		`style-src-attr 'unsafe-inline'`,
		`font-src 'self'`,
		`img-src 'self' data:${images}`,
		`connect-src 'self'${connections}`,
		`frame-src 'self'`,
		`worker-src 'self'`,
		`manifest-src 'self'`,
		`base-uri 'none'`,
		`form-action 'self'`,
		`frame-ancestors 'none'`,
	].join('; ');

export type SendPortal = (reply: FastifyReply) => Promise<FastifyReply>;

/** Registers the assets and answers with a function that sends the portal's page. */
export const registerPortal = async (app: FastifyInstance, settings: Settings, dist: string): Promise<SendPortal> => {
	const page = await readFile(join(dist, 'index.html'), 'utf8');
	await app.register(staticFiles, {
		root: join(dist, 'assets'),
		prefix: '/assets/',
		immutable: true,
		maxAge: '365d',
		index: false,
		decorateReply: false,
	});
	const icon = await readFile(join(dist, 'icon.svg'));
	app.get('/icon.svg', async (_request, reply) =>
		reply.header('content-type', 'image/svg+xml').header('cache-control', 'public, max-age=86400').send(icon),
	);
	const json = JSON.stringify(publicSettings(settings)).replaceAll('<', '\\u003c');
	return async (reply) => {
		const nonce = randomBytes(16).toString('base64');
		if (!reply.request.url.startsWith('/identity/')) reply.header('cross-origin-opener-policy', 'same-origin');
		return reply
			.header('content-type', 'text/html; charset=utf-8')
			.header('cache-control', 'no-store')
			.header('content-security-policy', policy(nonce, besideOf(reply.request.url)))
			.send(page.replaceAll('__NONCE__', nonce).replace('__SETTINGS__', () => json));
	};
};
