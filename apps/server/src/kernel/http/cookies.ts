/** The session cookie: its name, its value and how it is set. */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '#kernel/settings.ts';

export interface Cookies {
	/** SHA-256 (hex) of the session cookie's value, which is the session's id; null without one. */
	sessionId(request: FastifyRequest): string | null;
	/** A new session's cookie and its id. */
	startSession(reply: FastifyReply, expiresAt: Date): string;
	endSession(reply: FastifyReply): void;
	/** Name of a cookie of ours: with the port on localhost, where ports share cookies. */
	name(plain: string): string;
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
		sessionId(request) {
			const value = request.cookies[name('session', true)];
			return value && /^[\w-]{43}$/.test(value) ? hashToken(value).toString('hex') : null;
		},
		startSession(reply, expiresAt) {
			const value = newToken();
			reply.setCookie(name('session', true), value, { ...common, path: '/', expires: expiresAt });
			return hashToken(value).toString('hex');
		},
		endSession(reply) {
			reply.clearCookie(name('session', true), { ...common, path: '/' });
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
