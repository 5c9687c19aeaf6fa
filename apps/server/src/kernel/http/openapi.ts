/** `/openapi.json` (3.1) and `/docs`, both read from the contract. */
import type { CallShape } from '@luvalla/contract/call.ts';
import { ErrorAnswer, nameOf } from '@luvalla/contract/call.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { addressesOf } from './calls.ts';
import { escapeHtml } from './html.ts';

const schemaOf = (shape: z.ZodType, io: 'input' | 'output') => {
	const { $schema: _, ...schema } = z.toJSONSchema(shape, { target: 'draft-2020-12', io, unrepresentable: 'any' });
	return schema;
};

const parametersOf = (call: CallShape) =>
	(['params', 'query'] as const).flatMap((part) =>
		Object.entries(call[part]?.shape ?? {}).map(([name, shape]) => ({
			name,
			in: part === 'params' ? 'path' : 'query',
			required: part === 'params' || !shape.safeParse(undefined).success,
			schema: schemaOf(shape, 'input'),
		})),
	);

const headersOf = (call: CallShape) => {
	const text = { type: 'string' };
	if (call.of?.startsWith('domain:header'))
		return [{ name: 'DOMAIN_KEY', in: 'header', required: call.of === 'domain:header', schema: text, description: 'Domain id' }];
	return call.of === 'customer:current'
		? [{ name: 'CUSTOMER_KEY', in: 'header', required: false, schema: text, description: 'Customer id; default: the first mapped one' }]
		: [];
};

export const openApiDocument = (calls: readonly CallShape[], publicUrl: string) => {
	const paths: Record<string, Record<string, unknown>> = {};
	for (const call of calls) {
		const answer = call.paged
			? z.object({ data: call.answer, page: z.object({ total: z.int(), next: z.int().nullable() }) })
			: z.object({ data: call.answer });
		const operation = {
			operationId: nameOf(call),
			summary: call.about,
			tags: [call.api ?? 'main'],
			'x-may': call.may,
			'x-on': call.on,
			security: call.may.includes('anyone') ? [] : [{ session: [] }],
			parameters: [...parametersOf(call), ...headersOf(call)],
			...(call.body && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(call.body, 'input') } } } }),
			responses: {
				200: {
					description: 'Done',
					content:
						call.file === undefined
							? { 'application/json': { schema: schemaOf(answer, 'output') } }
							: { [call.file]: { schema: schemaOf(call.answer, 'output') } },
				},
				default: { description: 'Refused', content: { 'application/json': { schema: schemaOf(ErrorAnswer, 'output') } } },
			},
		};
		for (const address of addressesOf(call)) {
			const path = address.replace(/:(\w+)/g, '{$1}');
			const methods = paths[path] ?? {};
			methods[call.method.toLowerCase()] =
				address === addressesOf(call)[0] ? operation : { ...operation, operationId: `${nameOf(call)} (identity)` };
			paths[path] = methods;
		}
	}
	return {
		openapi: '3.1.0',
		info: {
			title: 'Luvalla',
			version: '0.1.0',
			description: 'Consent, proof, audiences and campaigns, with permission.',
			license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
		},
		servers: [{ url: publicUrl }],
		components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'luvalla_session' } } },
		paths,
	};
};

const docsPage = (
	calls: readonly CallShape[],
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Luvalla API</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/docs/style.css"></head><body><main>
<h1>Luvalla API</h1><p>Every call, as the server checks it. For machines: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).
Answers are <code>{ "data": … }</code>, failures <code>{ "error", "code", "fields" }</code>.</p>
${calls
	.map(
		(
			call,
		) => `<section><h2><code>${call.method} ${escapeHtml(addressesOf(call)[0] ?? '').replace(/:(\w+)/g, '{$1}')}</code></h2><p>${escapeHtml(call.about)}</p>
<p class="meta">May: ${call.may.join(', ')} · on: ${call.on}${call.paged ? ' · paged' : ''}</p>
<details><summary>Answer</summary><pre>${escapeHtml(JSON.stringify(schemaOf(call.answer, 'output'), null, 2))}</pre></details>
${call.body ? `<details><summary>Body</summary><pre>${escapeHtml(JSON.stringify(schemaOf(call.body, 'input'), null, 2))}</pre></details>` : ''}</section>`,
	)
	.join('\n')}</main></body></html>`;

const STYLE = `body{margin:0;font:15px/24px system-ui,sans-serif;color:#16201e;background:#fff}main{max-width:760px;margin:0 auto;padding:32px 24px}
h1{font-size:28px;line-height:36px}h2{font-size:15px;margin:32px 0 4px}section{border-top:1px solid #e3e8e7}.meta{color:#4c5957;font-size:13px}
pre{overflow:auto;background:#f0f3f2;padding:12px;border-radius:8px;font-size:12px;line-height:18px}summary{cursor:pointer;padding:4px 0}a{color:#016465}
@media(prefers-color-scheme:dark){body{color:#e8eeed;background:#141a1b}section{border-color:#283132}.meta{color:#a9b5b3}pre{background:#0f1516}a{color:#90caca}}`;

export const registerDocs = (app: FastifyInstance, calls: readonly CallShape[], publicUrl: string): void => {
	const document = openApiDocument(calls, publicUrl);
	const page = docsPage(calls);
	app.get('/openapi.json', async () => document);
	app.get('/docs', async (_request, reply) =>
		reply
			.header('content-type', 'text/html; charset=utf-8')
			.header('content-security-policy', `default-src 'none'; style-src 'self'; frame-ancestors 'none'`)
			.send(page),
	);
	app.get('/docs/style.css', async (_request, reply) => reply.header('content-type', 'text/css; charset=utf-8').send(STYLE));
};
