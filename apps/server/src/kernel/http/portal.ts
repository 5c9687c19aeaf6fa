/** Serves the portal: built files for ever, index.html afresh with a nonce each time. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants } from 'node:zlib';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Settings } from '#kernel/settings.ts';
import { filesAhead, knows, PortalPlaces } from './portal-places.ts';

/** As a script of the page may hold it. */
const inPage = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

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
 * loaded with while screens change under it. For the same reason its pages may show pictures of any https address: the editor of
 * contents shows those that a letter names, and its frame takes on this policy. The pages of the
 * sign-in, where codes are typed, may not connect anywhere else.
 */
interface Beside {
	images: string;
	connections: string;
	scripts: string;
	frames: string;
}
const besideOf = (url: string, { scripts, frames }: Lets): Beside => {
	const signsIn = url.startsWith('/identity/');
	const listed = (origins: readonly string[]): string => (signsIn ? '' : origins.map((origin) => ` ${origin}`).join(''));
	return {
		images: !signsIn || url.startsWith('/identity/interaction/') ? ' https:' : '',
		connections: signsIn ? '' : ' https:',
		scripts: listed(scripts),
		frames: listed(frames),
	};
};

/** Origins from which a wing's screens take a script of somebody else's, and frames of theirs: a card is typed into such a frame. */
export interface Lets {
	readonly scripts: readonly string[];
	readonly frames: readonly string[];
}

const policy = (nonce: string, { images, connections, scripts, frames }: Beside): string =>
	[
		`default-src 'none'`,
		`script-src 'self' 'nonce-${nonce}'${scripts}`,
		`style-src 'self' 'nonce-${nonce}'`,
		// Positions and sizes that React sets on elements; no rule can be injected this way.
		`style-src-attr 'unsafe-inline'`,
		`font-src 'self'`,
		`img-src 'self' data:${images}`,
		`connect-src 'self'${connections}`,
		`frame-src 'self'${frames}`,
		`worker-src 'self'`,
		`manifest-src 'self'`,
		`base-uri 'none'`,
		`form-action 'self'`,
		`frame-ancestors 'none'`,
	].join('; ');

/** 4 kB in a fraction of a millisecond. */
const PAGE_QUALITY = 5;
const packed = promisify<string, BrotliOptions, Buffer>(brotliCompress);
/** Whether an `Accept-Encoding` takes it; what is named with `q=0` is refused. */
export const takes = (encoding: 'br' | 'gzip', accepted: string | string[] | undefined): boolean =>
	String(accepted)
		.split(',')
		.some((one) => /^\s*(\w+)\s*(;\s*q=(1(\.0*)?|0?\.\d*[1-9])\s*)?$/.exec(one)?.[1] === encoding);

export type SendPortal = (reply: FastifyReply) => Promise<FastifyReply>;

/** The built portal. */
export interface Portal {
	/** Sends its page. */
	readonly send: SendPortal;
	/** Whether a path is one of its router's, by how it begins; what begins with a dot, anywhere in it, is nobody's. */
	readonly has: (url: string) => boolean;
}

/**
 * The built files, for ever: their names change with their bytes. They need none of the headers that pages have (a script has
 * no frame and no form), so they are registered where those are not added. The build packed each, smaller than there is time
 * for in a request; a client that takes neither brotli nor gzip gets the plain one.
 */
export const registerAssets = async (app: FastifyInstance, dist: string): Promise<void> => {
	await app.register(staticFiles, {
		root: join(dist, 'assets'),
		prefix: '/assets/',
		immutable: true,
		maxAge: '365d',
		index: false,
		decorateReply: false,
		preCompressed: true,
		acceptRanges: false,
		// A name says what is in it: nobody asks whether it has changed.
		etag: false,
		lastModified: false,
		setHeaders: (reply) => reply.header('x-content-type-options', 'nosniff'),
	});
};

/** Registers the icon and reads the portal's page and what its addresses begin with. */
export const registerPortal = async (app: FastifyInstance, settings: Settings, dist: string, lets: Lets): Promise<Portal> => {
	const page = await readFile(join(dist, 'index.html'), 'utf8');
	const icon = await readFile(join(dist, 'icon.svg'));
	const places = PortalPlaces.parse(JSON.parse(await readFile(join(dist, 'places.json'), 'utf8')));
	const aheadOf = filesAhead(places);
	app.get('/icon.svg', async (_request, reply) =>
		reply.header('content-type', 'image/svg+xml').header('cache-control', 'public, max-age=86400').send(icon),
	);
	const json = inPage(publicSettings(settings));
	const send: SendPortal = async (reply) => {
		const nonce = randomBytes(16).toString('base64');
		if (!reply.request.url.startsWith('/identity/')) reply.header('cross-origin-opener-policy', 'same-origin');
		const html = page
			.replaceAll('__NONCE__', nonce)
			.replace('__SETTINGS__', () => json)
			.replace('__AHEAD__', () => inPage(aheadOf(reply.request.url)));
		reply
			.header('content-type', 'text/html; charset=utf-8')
			.header('cache-control', 'no-store')
			.header('vary', 'accept-encoding')
			.header('content-security-policy', policy(nonce, besideOf(reply.request.url, lets)));
		// most of its paths are no routes, and only routes are packed unasked
		if (!takes('br', reply.request.headers['accept-encoding'])) return reply.send(html);
		return reply.header('content-encoding', 'br').send(await packed(html, { params: { [constants.BROTLI_PARAM_QUALITY]: PAGE_QUALITY } }));
	};
	return { send, has: knows(places) };
};
