/** The session cookie: its name, its value and how it is set. */
import { createHash, randomBytes } from 'node:crypto';
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
	/** Name of a cookie of ours: with the port on localhost, where ports share cookies; `host`: of one for path /, for this host alone. */
	name(plain: string, host?: boolean): string;
	/** `Path` other than / rules out the __Host- prefix, so such names go without. */
	set(reply: FastifyReply, plain: string, value: string, options: { path: string; maxAgeSeconds: number }): void;
	get(request: FastifyRequest, plain: string): string | null;
	clear(reply: FastifyReply, plain: string, path: string): void;
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
export const newToken = (): string => randomBytes(32).toString('base64url');

export const createCookies = (settings: Pick<Settings, 'publicUrl' | 'port'>): Cookies => {
	const secure = settings.publicUrl.startsWith('https:');
	const suffix = new URL(settings.publicUrl).port || String(settings.port);
	const name = (plain: string, host = false): string =>
		secure ? `${host ? '__Host-' : '__Secure-'}luvalla_${plain}` : `luvalla_${plain}_${suffix}`;
	const common = { httpOnly: true, secure, sameSite: 'lax' } as const;
	return {
		name,
		sessionIds(request) {
			return (['assist', 'session'] as const).flatMap((kind) => {
				const value = request.cookies[name(kind, true)];
				return value && /^[\w-]{43}$/.test(value) ? [hashToken(value).toString('hex')] : [];
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
			return request.cookies[name(plain)] ?? null;
		},
		clear(reply, plain, path) {
			reply.clearCookie(name(plain), { ...common, path });
		},
	};
};
