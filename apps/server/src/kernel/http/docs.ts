/** `/openapi.json` and `/docs`, the same for people: both made when they are first asked for. */
import type { Feature } from '@luvalla/contract/all.ts';
import type { CallShape } from '@luvalla/contract/call.ts';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import { addressesOf } from './calls.ts';
import { knownCodes } from './errors.ts';
import { escapeHtml } from './html.ts';
import { codesOf, openApiDocument, type Place, parametersOf } from './openapi.ts';
import { wholeSchema } from './openapi-schemas.ts';

const schemaText = (shape: z.ZodType, io: 'input' | 'output'): string => escapeHtml(JSON.stringify(wholeSchema(shape, io), null, 2));

/** The shape of a parameter in a word or two. */
const kindOf = ({ type, enum: values, format }: Record<string, unknown>): string =>
	Array.isArray(values) ? values.join(', ') : [format ?? type].filter((word) => typeof word === 'string').join('');

const parametersTable = (call: CallShape): string => {
	const rows = parametersOf(call, (shape) => wholeSchema(shape, 'input')).map(
		({ name, in: where, required, description, schema }) =>
			`<tr><td><code>${escapeHtml(name)}</code></td><td>${where}${required ? ', needed' : ''}</td><td>${escapeHtml([kindOf(schema), description].filter((word) => word).join('. '))}</td></tr>`,
	);
	return rows.length === 0
		? ''
		: `<table><thead><tr><th scope="col">Parameter</th><th scope="col">Where</th><th scope="col">What</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
};

const uploadText = ({ multipart }: CallShape): string =>
	multipart
		? `<p>The file is the part <code>${multipart.part}</code> of a form (multipart/form-data). ${escapeHtml(multipart.about)}</p>`
		: '';

const callSection = (name: string, call: CallShape): string => {
	const codes = Object.entries(codesOf(call, knownCodes())).map(([status, names]) => `${status} ${names.join(', ')}`);
	return `<section id="${name}"><h3><code>${call.method} ${escapeHtml(addressesOf(call)[0] ?? '').replace(/:(\w+)/g, '{$1}')}</code></h3><p>${escapeHtml(call.about)}</p>
<p class="meta">May: ${call.may.join(', ')} · on: ${call.on}${call.paged ? ' · paged' : ''} · refused with: ${codes.join('; ')}</p>
${parametersTable(call)}${uploadText(call)}${call.body && !call.multipart ? `<details><summary>Body</summary><pre>${schemaText(call.body, 'input')}</pre></details>` : ''}
<details><summary>Answer</summary><pre>${schemaText(call.answer, 'output')}</pre></details></section>`;
};

/** Of a feature, in addresses. */
const anchorOf = (name: string): string => `about-${name.toLowerCase().replace(/[^a-z]+/g, '-')}`;

const docsPage = (
	features: readonly Feature[],
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Luvalla API</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/docs/style.css"></head><body><main>
<h1>Luvalla API</h1><p>Every call, as the server checks it. For machines: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).
Answers are <code>{ "data": … }</code>, failures <code>{ "error", "code", "fields" }</code>; <a href="#codes">what the codes mean</a>.</p>
<nav aria-label="Contents"><ul>${features.map(({ name }) => `<li><a href="#${anchorOf(name)}">${escapeHtml(name)}</a></li>`).join('')}</ul></nav>
${features.map(({ name, about, calls }) => `<h2 id="${anchorOf(name)}">${escapeHtml(name)}</h2><p>${escapeHtml(about)}</p>${calls.map(([own, call]) => callSection(own, call)).join('\n')}`).join('\n')}
<h2 id="codes">Codes</h2><p>Each means one thing wherever it is met, and has one status.</p>
<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">What a person is told</th></tr></thead><tbody>
${[...knownCodes()].map(([code, { status, sentences }]) => `<tr><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(sentences.en)}</td></tr>`).join('\n')}
</tbody></table></main></body></html>`;

const STYLE = `body{margin:0;font:15px/24px system-ui,sans-serif;color:#16201e;background:#fff}main{max-width:760px;margin:0 auto;padding:32px 24px}
h1{font-size:28px;line-height:36px}h2{font-size:20px;line-height:28px;margin:48px 0 4px}h3{font-size:15px;margin:32px 0 4px}section{border-top:1px solid #e3e8e7}.meta{color:#4c5957;font-size:13px}
pre{overflow:auto;background:#f0f3f2;padding:12px;border-radius:8px;font-size:12px;line-height:18px}summary{cursor:pointer;padding:4px 0}a{color:#016465}
nav ul{columns:3 200px;padding-left:20px}table{border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:4px 12px 4px 0;border-bottom:1px solid #e3e8e7}
@media(prefers-color-scheme:dark){body{color:#e8eeed;background:#141a1b}section,th,td{border-color:#283132}.meta{color:#a9b5b3}pre{background:#0f1516}a{color:#90caca}}`;

export const registerDocs = (app: FastifyInstance, features: readonly Feature[], place: Place): void => {
	let document: string | null = null;
	let page: string | null = null;
	app.get('/openapi.json', async (_request, reply) => {
		document ??= JSON.stringify(openApiDocument(features, place));
		return reply.header('content-type', 'application/json; charset=utf-8').send(document);
	});
	app.get('/docs', async (_request, reply) => {
		page ??= docsPage(features);
		return reply
			.header('content-type', 'text/html; charset=utf-8')
			.header('content-security-policy', `default-src 'none'; style-src 'self'; frame-ancestors 'none'`)
			.send(page);
	});
	app.get('/docs/style.css', async (_request, reply) => reply.header('content-type', 'text/css; charset=utf-8').send(STYLE));
};
