/** The Fastify application: forgiving paths, one error shape; safe headers where browsers are. */
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { Log } from '#kernel/log.ts';
import type { Settings } from '#kernel/settings.ts';
import { limitBodies } from './body-time.ts';
import { languageOf } from './calls.ts';
import { Away, Busy, Refused, refuse } from './errors.ts';

/** Bodies beyond this are refused with 413; uploads stream past it. */
const BODY_LIMIT = 1024 * 1024;

const asRefusal = (error: FastifyError, log: Log): Refused => {
	if (error instanceof Refused) return error;
	switch (error.code) {
		case 'FST_ERR_CTP_BODY_TOO_LARGE':
			return refuse('too_large');
		case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
			return refuse('wrong_media');
		case 'FST_ERR_CTP_EMPTY_JSON_BODY':
		case 'FST_ERR_CTP_INVALID_JSON_BODY':
		case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
			return refuse('not_json');
	}
	if (typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500) return refuse('invalid');
	log.error('A request failed', { error });
	return isUnavailable(error) ? refuse('unavailable') : refuse('internal');
};

/** The database is away or has no connection free: worth trying again. */
const isUnavailable = (error: unknown): boolean => {
	const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
	return (
		/^(ECONNREFUSED|ECONNRESET|ENOENT|57P0[123]|53300|08\d\d\d)$/.test(code) ||
		/timeout exceeded when trying to connect|terminat/i.test(String(error))
	);
};

/** A number trusts that many proxies, counted from us. */
const trustOf = (setting: Settings['trustProxy']): boolean | string | ((address: string, hop: number) => boolean) =>
	typeof setting === 'number' ? (_address, hop) => hop < setting : setting;

/** The bare application: paths, limits, errors. What intake answers goes through nothing else. */
export const createApp = (settings: Settings, log: Log): FastifyInstance => {
	const app = Fastify({
		routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 200 },
		bodyLimit: BODY_LIMIT,
		trustProxy: trustOf(settings.trustProxy),
		logger: false,
		// Node's own limit is on the whole request, which a long upload passes rightly: ours follow the bytes (body-time.ts).
		requestTimeout: 0,
		forceCloseConnections: true,
	});
	limitBodies(app);
	// sendBeacon posts text/plain without asking first; what it says is JSON all the same.
	app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, text, done) => {
		try {
			done(null, JSON.parse(String(text)));
		} catch {
			done(refuse('not_json'));
		}
	});
	app.setErrorHandler((error: FastifyError, request, reply) => {
		const refused = asRefusal(error, log);
		if (refused.status === 429) reply.header('retry-after', '60');
		if (refused instanceof Away || refused instanceof Busy) reply.header('retry-after', String(refused.retryAfterSeconds));
		return reply
			.status(refused.status)
			.header('cache-control', 'no-store')
			.send(refused.answer(languageOf(request)));
	});
	return app;
};

/** What browsers with a session need besides: cookies, safe headers, compression. For the scope given, not for intake. */
export const addBrowserParts = async (app: FastifyInstance, settings: Settings): Promise<void> => {
	await app.register(cookie);
	await app.register(helmet, {
		// Pages carry a policy of their own with a nonce; banners are loaded by other sites.
		contentSecurityPolicy: false,
		crossOriginResourcePolicy: false,
		crossOriginEmbedderPolicy: false,
		originAgentCluster: false,
		// The portal's pages set it; a sign-in popup must be able to answer the page of another origin that opened it.
		crossOriginOpenerPolicy: false,
		referrerPolicy: { policy: 'same-origin' },
		strictTransportSecurity: settings.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
		frameguard: { action: 'sameorigin' },
	});
	// Files stream past the limit of bodies; what a call does with one, it does part by part.
	await app.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY, files: 10, fields: 50 } });
	await app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] });
};
