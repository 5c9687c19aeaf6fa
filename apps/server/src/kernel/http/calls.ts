/** Registers the contract's calls: path, validation, access, envelope. */
import { Readable } from 'node:stream';
import type { CallShape } from '@luvalla/contract/call.ts';
import { findNotText, NOT_TEXT } from '@luvalla/contract/well-formed.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Asker, Askers } from '#kernel/access/asker.ts';
import { decide } from '#kernel/access/decide.ts';
import { truncateIp } from '#kernel/access/limits.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Cookies } from './cookies.ts';
import { anybody } from './cors.ts';
import { invalidFields, type Language, refuse } from './errors.ts';
import type { FileAnswer, Route } from './handle.ts';
import type { Limits } from './limit.ts';

export interface CallHost {
	readonly storage: Storage;
	readonly askers: Askers;
	readonly cookies: Cookies;
	readonly limits: Limits;
	/** Origins that a browser's writes may come from. */
	readonly ownOrigin: string;
}

/** Accept-Language, as far as we speak it. */
export const languageOf = (request: Pick<FastifyRequest, 'headers'>): Language => {
	const asked = String(request.headers['accept-language'] ?? '').toLowerCase();
	// The language of each range, not its country: `sv-FI` is no Finnish.
	const fi = asked.search(/(?<![\w-])fi\b/);
	const en = asked.search(/(?<![\w-])en\b/);
	return fi >= 0 && (en < 0 || fi < en) ? 'fi' : 'en';
};

/** How a bearer token is asked for among sessions. */
export const TOKEN_PREFIX = 'token:';

const WRITES = new Set(['POST', 'PUT', 'DELETE', 'PATCH']);

/**
 * A browser always names the origin of a write. A request with our cookie and without our origin is refused; one without
 * Origin is no browser's and must not carry a session.
 */
const checkOrigin = (request: FastifyRequest, host: CallHost, asker: Asker | null, edge: boolean): void => {
	// A token is no cookie: no page can make a browser send it. It works only from the pages of its own application.
	if (asker?.origins) {
		const { origin } = request.headers;
		if (origin !== undefined && !asker.origins.includes(origin)) throw refuse('origin_not_allowed');
		return;
	}
	if (!WRITES.has(request.method)) return;
	const { origin } = request.headers;
	if (origin === host.ownOrigin) return;
	if (origin === undefined && (edge || host.cookies.sessionIds(request).length === 0)) return;
	throw refuse('origin_not_allowed');
};

const bearerOf = (request: FastifyRequest): string | undefined =>
	/^bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];

export const askerOf = async (request: FastifyRequest, host: Pick<CallHost, 'askers' | 'cookies'>): Promise<Asker | null> => {
	const bearer = bearerOf(request);
	if (bearer !== undefined) return host.askers.bySession(`${TOKEN_PREFIX}${bearer}`);
	for (const id of host.cookies.sessionIds(request)) {
		const asker = await host.askers.bySession(id);
		if (asker) return asker;
	}
	return null;
};

const parse = (schema: z.ZodType | undefined, value: unknown): unknown => {
	if (!schema) return undefined;
	const parsed = schema.safeParse(value);
	if (!parsed.success) throw invalidFields(parsed.error.issues);
	return parsed.data;
};

/** @throws Refused 400 by field, where a body has something in it that is no text: whose it is would be looked up by it */
const demandText = (call: CallShape, { body }: FastifyRequest): void => {
	const path = call.body && !call.multipart ? findNotText(body, call.each) : null;
	if (path !== null) throw invalidFields([{ message: NOT_TEXT, path }]);
};

/** Whether a call with this body may be made without any. */
export const mayBeLeftOut = (body: z.ZodType): boolean => body.safeParse(undefined).success;

const bodyOf = (call: CallShape, request: FastifyRequest): unknown => {
	// A multipart call reads its own parts from `request.files()`, as they arrive.
	if (!call.body || call.multipart) return undefined;
	const body = request.body ?? undefined;
	if (body === undefined && !mayBeLeftOut(call.body)) throw refuse('not_json');
	return parse(call.body, body);
};

/** Where a call answers: its own API, and `/account`, `/user`, `/role` under both. */
export const addressesOf = (call: CallShape): string[] => addressesAt(call, call.path);

/** Its other spellings, which no document names. */
const spellingsOf = (call: CallShape): string[] => (call.also ?? []).flatMap((path) => addressesAt(call, path));

const addressesAt = ({ api }: CallShape, named: string): string[] => {
	const path = named.replace(/\{(\w+)\}/g, ':$1');
	if (api === 'edge') return [`/edge${path}`];
	if (/^\/(account|user|role)(\/|$)/i.test(path)) return [`/api${path}`, `/identity${path}`];
	return [`${api === 'identity' ? '/identity' : '/api'}${path}`];
};

/** As a download under its own name, which may hold any letters (RFC 6266). */
const sendFile = (reply: FastifyReply, usual: string, { name, type, body }: FileAnswer): FastifyReply =>
	reply
		.type(type ?? `${usual}; charset=utf-8`)
		.header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`)
		.send(Readable.from(body, { objectMode: false }));

/** `data`, and what else the call answers beside it. */
const envelopeOf = (call: CallShape): z.ZodObject =>
	z.object({ data: call.answer, ...(call.paged && { page: z.unknown() }), ...call.beside?.shape });

/** A packet holds less as it is. */
const COMPRESSED_FROM = 1024;

export const registerCalls = (app: FastifyInstance, host: CallHost, routes: readonly Route[]): void => {
	const compresses = app.hasReplyDecorator('compress');
	for (const { call, run } of routes) {
		const answer = envelopeOf(call);
		const limits = host.limits.ofCall(call);
		const work = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
			if (call.anyPage) anybody(reply);
			await limits.address(request);
			// Edge calls come from pages of others and from servers: a token counts there, a cookie of ours never.
			const edge = call.api === 'edge';
			const bearer = edge && !call.may.includes('anyone') ? bearerOf(request) : undefined;
			const asker = edge
				? bearer === undefined
					? null
					: await host.askers.bySession(`${TOKEN_PREFIX}${bearer}`)
				: await askerOf(request, host);
			// Nobody signs in at the edge: whoever sends no token there is told how one is sent.
			if (asker === null && (edge || request.headers.authorization !== undefined) && !call.may.includes('anyone')) {
				reply.header('www-authenticate', 'Bearer error="invalid_token"');
				throw refuse('token_unknown');
			}
			if (asker !== null || !edge) checkOrigin(request, host, asker, edge);
			const given = { params: request.params, query: request.query, body: request.body, headers: request.headers };
			demandText(call, request);
			if (asker) {
				try {
					await limits.asker(asker);
				} finally {
					if (edge) limits.tell(asker, reply);
				}
			}
			// Whether somebody may ask at all comes before whether they asked well, so that shapes tell strangers nothing.
			const scope = await decide(call, given, asker, host.storage);
			if (scope) await limits.customer(scope);
			if (call.multipart && !request.isMultipart()) throw refuse('wrong_media_multipart');
			const network = truncateIp(request.ip);
			const ask = {
				params: parse(call.params, request.params),
				query: parse(call.query, request.query),
				body: bodyOf(call, request),
				asker: asker && { ...asker, network },
				scope,
				language: languageOf(request),
				network,
				request,
				reply,
			};
			const result = await run(ask as never);
			reply.header('cache-control', 'no-store');
			if (call.file !== undefined) return sendFile(reply, call.file, result as FileAnswer);
			// Answers are parsed, so that a surplus field cannot leak.
			const text = JSON.stringify(answer.parse(call.paged || call.beside ? result : { data: result }));
			reply.type('application/json; charset=utf-8');
			return compresses && text.length >= COMPRESSED_FROM ? reply.compress(text) : text;
		};
		for (const url of [...addressesOf(call), ...spellingsOf(call)])
			app.route({ method: call.method, url, config: { plainText: call.plainText === true }, handler: work });
	}
};
