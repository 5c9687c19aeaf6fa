/** A cookie jar over inject: as much of a browser as the sign-in journey needs. */
import type { FastifyInstance } from 'fastify';
import { ORIGIN } from './app.ts';

export const createBrowser = (app: FastifyInstance, ip = '127.0.0.1') => {
	const jar = new Map<string, string>();
	const request = async (method: 'GET' | 'POST', url: string, body?: unknown) => {
		const answer = await app.inject({
			method,
			url: url.replace(ORIGIN, ''),
			remoteAddress: ip,
			headers: {
				host: 'localhost:4000',
				cookie: [...jar].map(([k, v]) => `${k}=${v}`).join('; '),
				...(method === 'POST' && { origin: ORIGIN }),
			},
			...(body !== undefined && { payload: body as object }),
		});
		const set = answer.headers['set-cookie'];
		for (const line of set === undefined ? [] : Array.isArray(set) ? set : [set]) {
			const [pair = ''] = line.split(';');
			const [name = '', ...value] = pair.split('=');
			if (/expires=Thu, 01 Jan 1970/i.test(line) || /max-age=0/i.test(line)) jar.delete(name);
			else jar.set(name, value.join('='));
		}
		return {
			status: answer.statusCode,
			headers: answer.headers,
			text: answer.payload,
			location: answer.headers.location ?? null,
			json: () => JSON.parse(answer.payload),
		};
	};
	/** Follows redirects of a GET up to the page that is no redirect; answers every place it went through. */
	const follow = async (url: string): Promise<{ url: string; status: number; text: string }> => {
		let at = url;
		for (let i = 0; i < 10; i++) {
			const answer = await request('GET', at);
			if (answer.location === null) return { url: at, status: answer.status, text: answer.text };
			at = answer.location;
		}
		throw new Error(`Redirected too often, last to ${at}`);
	};
	return { jar, ip, get: (url: string) => request('GET', url), post: (url: string, body: unknown) => request('POST', url, body), follow };
};
