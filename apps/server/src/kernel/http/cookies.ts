/** The session cookie: its name, its value and how it is set. */
import { hash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '#kernel/settings.ts';

/** `assist`: acting as somebody else, beside one's own session, which comes back when it ends. */
export type SessionKind = 'session' | 'assist';

export interface Cookies {
	/** Ids of the sessions that the request carries (SHA-256 in hex of the cookies' values): an assisted one stands before one's own. */
	sessionIds(request: FastifyRequest): string[];
	/** A new session's cookie and its id. */
	startSession(reply: FastifyReply, expiresAt: Date, kind?: SessionKind): string;
	endSession(reply: FastifyReply, kind?: SessionKind): void;
	/** Name of a cookie of ours: with the port on localhost, where ports share cookies. */
	name(plain: string): string;
	/** `Path` other than / rules out the __Host- prefix, so such names go without. */
	set(reply: FastifyReply, plain: string, value: string, options: { path: string; maxAgeSeconds: number }): void;
	get(request: FastifyRequest, plain: string): string | null;
	clear(reply: FastifyReply, plain: string, path: string): void;
}

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Read when first asked for: most requests are about one cookie, and files about none. */
const jarOf = (request: FastifyRequest): Record<string, string | undefined> => {
	request.cookies ??= request.server.parseCookie(request.headers.cookie ?? '');
	return request.cookies;
};

export const createCookies = (settings: Pick<Settings, 'publicUrl' | 'port'>): Cookies => {
	const secure = settings.publicUrl.startsWith('https:');
	const suffix = new URL(settings.publicUrl).port || String(settings.port);
	const name = (plain: string, host = false): string =>
		secure ? `${host ? '__Host-' : '__Secure-'}luvalla_${plain}` : `luvalla_${plain}_${suffix}`;
	const sessions = (['assist', 'session'] as const).map((kind) => name(kind, true));
	const common = { httpOnly: true, secure, sameSite: 'lax' } as const;
	return {
		name,
		sessionIds(request) {
			const jar = jarOf(request);
			return sessions.flatMap((session) => {
				const value = jar[session];
				return value && /^[\w-]{43}$/.test(value) ? [hash('sha256', value, 'hex')] : [];
			});
		},
		startSession(reply, expiresAt, kind = 'session') {
			const value = newToken();
			reply.setCookie(name(kind, true), value, { ...common, path: '/', expires: expiresAt });
			return hashToken(value).toString('hex');
		},
		endSession(reply, kind = 'session') {
			reply.clearCookie(name(kind, true), { ...common, path: '/' });
		},
		set(reply, plain, value, { path, maxAgeSeconds }) {
			reply.setCookie(name(plain), value, { ...common, path, maxAge: maxAgeSeconds });
		},
		get(request, plain) {
			return jarOf(request)[name(plain)] ?? null;
		},
		clear(reply, plain, path) {
			reply.clearCookie(name(plain), { ...common, path });
		},
	};
};
