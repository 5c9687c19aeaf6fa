/** MSW handlers made from the contract, for tests: the same objects that the server registers and the client sends. */
import type { BesideOf, CallShape, ErrorAnswer, Page } from '@luvalla/contract/call';
import { delay, type HttpHandler, HttpResponse, http } from 'msw';
import type * as z from 'zod';
import { clientOf } from './client.ts';

const bases = { main: '/api', open: '/api', identity: '/identity' } as const;
/** `*` stands for the origin of the test page. */
const addressOf = (call: CallShape): string =>
	`*${bases[clientOf(call)]}${call.path.startsWith('/') ? '' : '/'}${call.path.replace(/\{(\w+)\}/g, ':$1')}`;
const methods = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete } as const;

export interface Asked {
	url: URL;
	headers: Headers;
	params: Record<string, unknown>;
	body: unknown;
}
/** What the server may send: fields with a default may be left out. */
type Sendable<C extends CallShape> = z.input<C['answer']>;
type Data<C extends CallShape> = Sendable<C> | ((asked: Asked) => Sendable<C>);

const askedOf = async (request: Request, params: Record<string, unknown>): Promise<Asked> => {
	const text = await request.clone().text();
	return { url: new URL(request.url), headers: request.headers, params, body: text === '' ? undefined : JSON.parse(text) };
};

/** The call answers with this data, checked against the contract: a test cannot promise what the server may not send. */
export function answers<C extends CallShape>(call: C, data: Data<C>, page?: Page, beside?: BesideOf<C>): HttpHandler {
	return methods[call.method](addressOf(call), async ({ request, params }) => {
		const value = data instanceof Function ? data(await askedOf(request, params)) : data;
		call.answer.parse(value);
		if (beside) call.beside?.parse(beside);
		return HttpResponse.json({ data: value, ...(page ? { page } : {}), ...Object(beside) });
	});
}

/** The call answers with a file. */
export function answersFile(call: CallShape, name: string, text: string, seen?: (asked: Asked) => void): HttpHandler {
	return methods[call.method](addressOf(call), async ({ request, params }) => {
		seen?.(await askedOf(request, params));
		return new HttpResponse(text, {
			headers: {
				'content-type': call.file ?? 'text/plain',
				'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
			},
		});
	});
}

/** The call is refused. Without `error` the server gave no text, so the call's fixed one shows. */
export function refuses(call: CallShape, status: number, answer: ErrorAnswer, seen?: (asked: Asked) => void): HttpHandler {
	return methods[call.method](addressOf(call), async ({ request, params }) => {
		seen?.(await askedOf(request, params));
		return HttpResponse.json(answer, { status });
	});
}

/** The call never answers. */
export const hangs = (call: CallShape): HttpHandler => methods[call.method](addressOf(call), () => delay('infinite'));
/** There is no connection. */
export const breaks = (call: CallShape): HttpHandler => methods[call.method](addressOf(call), () => HttpResponse.error());
