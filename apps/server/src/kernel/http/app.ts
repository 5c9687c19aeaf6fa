/** The Fastify application: forgiving paths, one error shape; safe headers where browsers are. */

import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { findNotText, NAMED_PROTO, NOT_TEXT } from '@luvalla/contract/well-formed.ts';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import helmet from 'helmet';
import type { Log } from '#kernel/log.ts';
import type { Settings } from '#kernel/settings.ts';
import { isAway, isInTheWay } from '../storage/reach.ts';
import { textOfBody } from './body-text.ts';
import { hasBody, limitBodies, SILENT_MS, watchBodies } from './body-time.ts';
import { languageOf } from './calls.ts';
import { demandShallow } from './deep.ts';
import { createDoors, type Doors } from './door.ts';
import { endServer } from './end-server.ts';
import { Away, invalidFields, Refused, refuse } from './errors.ts';
import { FAILED_POLICY, failedPage } from './failed-page.ts';
import { demandNamedOnce } from './named-twice.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** Ways in beside the router, for calls that are made all day. */
		doors: Doors;
	}
	interface FastifyContextConfig {
		/** The call takes what sendBeacon sends. */
		plainText?: boolean;
	}
}

/** Bodies beyond this are refused with 413; uploads stream past it. */
const BODY_LIMIT = 1024 * 1024;

/** An embedded database that fell is back after so long. */
const AWAY_SECONDS = 5;

const asRefusal = (error: unknown, log: Log): Refused => {
	if (error instanceof Refused) return error;
	const { code, statusCode }: Partial<FastifyError> = error instanceof Error ? error : {};
	switch (code) {
		case 'FST_ERR_CTP_BODY_TOO_LARGE':
			return refuse('too_large');
		case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
			return refuse('wrong_media');
		case 'FST_ERR_CTP_EMPTY_JSON_BODY':
		case 'FST_ERR_CTP_INVALID_JSON_BODY':
		case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
			return refuse('not_json');
	}
	if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) return refuse('invalid');
	const passing = isAway(error) || isInTheWay(error);
	// While the disk is full or the database away it is the same of every request: a sentence says it.
	log.error('A request failed', { error: passing ? String(error) : error });
	return passing ? new Away(AWAY_SECONDS) : refuse('internal');
};

/** A number trusts that many proxies, counted from us. */
const trustOf = (setting: Settings['trustProxy']): boolean | string | ((address: string, hop: number) => boolean) =>
	typeof setting === 'number' ? (_address, hop) => hop < setting : setting;

/** @throws Refused 400 */
const once = (text: string, body: unknown): unknown => {
	demandNamedOnce(text);
	return body;
};

/** What is to be read as JSON. @throws Refused 400 */
const shallow = (bytes: Buffer): string => {
	const text = textOfBody(bytes);
	demandShallow(text);
	return text;
};

/** Why a body is no JSON, where nothing else is said of it. */
const unread = (error: unknown): Refused => (error instanceof Refused ? error : refuse('not_json'));

/** The bare application: paths, limits, errors. What intake answers goes through nothing else. */
export const createApp = (settings: Settings, log: Log): FastifyInstance => {
	const watch = watchBodies();
	const trustProxy = trustOf(settings.trustProxy);
	const doors = createDoors({ trust: trustProxy, bodyLimit: BODY_LIMIT, watch, asRefused: (error) => asRefusal(error, log) });
	const sendRefusal = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
		const refused = asRefusal(error, log);
		if (refused.retryAfterSeconds !== undefined) reply.header('retry-after', String(refused.retryAfterSeconds));
		reply.status(refused.status).header('cache-control', 'no-store');
		const language = languageOf(request);
		const isTrouble = refused.status >= 500 || refused.code.startsWith('busy_');
		// What a browser opens as a page is read by a person.
		if (!isTrouble || !String(request.headers.accept ?? '').includes('text/html')) return reply.send(refused.answer(language));
		return reply.type('text/html; charset=utf-8').header('content-security-policy', FAILED_POLICY).send(failedPage(language));
	};
	const app = Fastify({
		// What is wrong with an address is told as everything else is.
		frameworkErrors: sendRefusal,
		// Parts read files as they start: on a busy machine ten seconds, the usual limit, ended a start that was going well.
		pluginTimeout: 120_000,
		serverFactory: doors.server,
		routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 200 },
		bodyLimit: BODY_LIMIT,
		trustProxy,
		logger: false,
		// Node's own limit is on the whole request, which a long upload passes rightly: ours follow the bytes (body-time.ts).
		requestTimeout: 0,
		connectionTimeout: SILENT_MS,
		forceCloseConnections: true,
		// What comes on a connection that is still open is answered too, as its last.
		return503OnClosing: false,
	});
	app.decorate('doors', doors);
	app.addHook('preClose', () => endServer(app.server));
	limitBodies(app, watch);
	app.addHook('onRequest', ({ raw }, _reply, done) => {
		const packed = (raw.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity' && hasBody(raw);
		done(packed ? refuse('packed') : undefined);
	});
	// sendBeacon posts text/plain without asking first; what it says is JSON all the same.
	// Of any other call it is a mistake of the sender's, and no fault of its JSON.
	app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
		if (request.routeOptions.config.plainText !== true) return done(refuse('wrong_media'));
		try {
			const plain = shallow(bytes);
			done(null, once(plain, JSON.parse(plain)));
		} catch (error) {
			done(unread(error));
		}
	});
	const read = app.getDefaultJsonParser('error', 'error');
	app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
		// Many clients name the type of what they do not send; calls that need a body miss it themselves.
		if (bytes.length === 0) return done(null);
		let json = '';
		try {
			json = shallow(bytes);
		} catch (error) {
			return done(unread(error));
		}
		read(request, json, (error, body) => {
			try {
				if (error) JSON.parse(json);
				// It is JSON, with a name in it that the reader does not take.
				done(error && invalidFields([{ message: NAMED_PROTO, path: ['body'] }]), error ? undefined : once(json, body));
			} catch (refused) {
				done(refused instanceof Refused ? refused : error);
			}
		});
	});
	// Whatever an address says may be looked up by it: no store takes what is no text.
	app.addHook('preValidation', (request, _reply, done) => {
		const path = findNotText(request.query) ?? findNotText(request.params);
		done(path === null ? undefined : invalidFields([{ message: NOT_TEXT, path }]));
	});
	app.setErrorHandler(sendRefusal);
	return app;
};

/** The headers that helmet sets, found out once: they are the same for every answer. */
const safeHeaders = (options: Parameters<typeof helmet>[0]): OutgoingHttpHeaders => {
	const request = new IncomingMessage(new Socket());
	const response = new ServerResponse(request);
	helmet(options)(request, response, (error) => {
		if (error) throw error;
	});
	return response.getHeaders();
};

/** What browsers with a session need besides: cookies, safe headers, uploads. For the scope given, not for intake. */
export const addBrowserParts = async (app: FastifyInstance, settings: Settings): Promise<void> => {
	await app.register(cookie, { hook: false });
	const safe = safeHeaders({
		// Pages carry a policy of their own with a nonce; banners are loaded by other sites.
		contentSecurityPolicy: false,
		crossOriginResourcePolicy: false,
		crossOriginEmbedderPolicy: false,
		originAgentCluster: false,
		// The portal's pages set it; a sign-in popup must be able to answer the page of another origin that opened it.
		crossOriginOpenerPolicy: false,
		referrerPolicy: { policy: 'same-origin' },
		strictTransportSecurity: settings.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
		xFrameOptions: { action: 'sameorigin' },
	});
	app.addHook('onRequest', (_request, reply, done) => {
		reply.headers(safe);
		done();
	});
	// Files stream past the limit of bodies; what a call does with one, it does part by part.
	await app.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY, files: 10, fields: 50 } });
};

/** Compression of what is sent: of everything, or only where a handler asks for it, which spares the small answers. */
export const compressAnswers = async (app: FastifyInstance, which: 'every' | 'asked'): Promise<void> => {
	await app.register(compress, { global: which === 'every', threshold: 1024, encodings: ['br', 'gzip'] });
};
