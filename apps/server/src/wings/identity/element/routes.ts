/** The login web component: its script, and the page that hands the code to the exact origin that asked. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLIENT_TYPE } from '@luvalla/contract/identity/applications.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { languageOf } from '#kernel/http/calls.ts';
import { refuse } from '#kernel/http/errors.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { clientRow, ELEMENT_CALLBACK } from '../applications/store.ts';
import { PAGE_HEADERS } from '../signin/own-page.ts';
import { elsewherePage } from './elsewhere-page.ts';

const Answer = z.object({ state: z.string().max(1000), code: z.string().max(200).optional(), error: z.string().max(100).optional() });
/** First part of the state: client id and the origin of the page, as the element wrote them. */
const Begun = z.tuple([z.string(), z.string()]);

const begunBy = (state: string): [clientId: string, origin: string] => {
	try {
		return Begun.parse(JSON.parse(Buffer.from(state.split('.')[0] ?? '', 'base64url').toString('utf8')));
	} catch {
		throw refuse('invalid');
	}
};

/** Text inside a script: JSON in which nothing ends the element. */
const inScript = (value: unknown): string =>
	JSON.stringify(value).replace(/[<\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const registerElement = async (app: FastifyInstance, storage: Storage): Promise<void> => {
	const script = await readFile(join(import.meta.dirname, 'element.js'), 'utf8');
	app.get('/identity/login.js', async (_request, reply) =>
		reply
			.header('content-type', 'text/javascript; charset=utf-8')
			.header('cache-control', 'public, max-age=3600')
			.header('access-control-allow-origin', '*')
			.header('cross-origin-resource-policy', 'cross-origin')
			.send(script),
	);
	app.get(ELEMENT_CALLBACK, async (request, reply) => {
		const given = Answer.safeParse(request.query);
		if (!given.success) throw refuse('invalid');
		const [clientId, origin] = begunBy(given.data.state);
		const client = await clientRow(storage, clientId);
		// Whatever the state claims: only an origin that the application names hears anything.
		if (client?.client_type !== CLIENT_TYPE.loginComponent || !client.allowed_origins.includes(origin)) {
			const refused = refuse('origin_not_allowed');
			if (!String(request.headers.accept ?? '').includes('text/html')) throw refused;
			// A person looks at it, in the popup that the page opened.
			const page = elsewherePage(languageOf(request), origin, clientId);
			return reply.status(refused.status).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page);
		}
		const nonce = randomBytes(16).toString('base64');
		const { state, code, error } = given.data;
		return reply
			.header('content-type', 'text/html; charset=utf-8')
			.header('cache-control', 'no-store')
			.header('content-security-policy', `default-src 'none'; script-src 'nonce-${nonce}'; frame-ancestors 'none'`)
			.send(
				`<!doctype html><html lang="en"><meta charset="utf-8"><title>Luvalla</title><script nonce="${nonce}">if(opener)opener.postMessage(${inScript({ state, code, error })},${inScript(origin)});close();</script></html>`,
			);
	});
};
