/** The document at `/openapi.json`: what a public linter says, and that it is what the program does. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { allCalls, features } from '@luvalla/contract/all.ts';
import { uploadGvlFile, VENDOR_LIST_MAX_BYTES } from '@luvalla/contract/consent/vendor-lists.ts';
import { EVERY_CALL } from '@luvalla/contract/limits.ts';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { knownCodes, refusals } from '../src/kernel/http/errors.ts';
import { startApp } from './app.ts';
import { demandDocumented } from './documented.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

const Operation = z.looseObject({
	operationId: z.string(),
	summary: z.string().min(1),
	tags: z.array(z.string()).length(1),
	security: z.array(z.record(z.string(), z.array(z.string()))),
	parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean() })),
	requestBody: z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.looseObject({}) })) }).optional(),
	responses: z.record(z.string(), z.looseObject({ $ref: z.string().optional() })),
	'x-limits': z.array(z.unknown()),
	'x-codes': z.record(z.string(), z.array(z.string())),
});
const Document = z.looseObject({
	paths: z.record(z.string(), z.record(z.string(), Operation)),
	tags: z.array(z.object({ name: z.string(), description: z.string().min(10) })),
	'x-codes': z.record(z.string(), z.object({ status: z.int(), sentence: z.string() })),
	components: z.looseObject({
		schemas: z.record(z.string(), z.looseObject({})),
		responses: z.record(z.string(), z.looseObject({})),
		securitySchemes: z.record(z.string(), z.looseObject({})),
	}),
});

/**
 * Pairs of paths that a linter calls ambiguous. Each is the specification's to the letter; which one is meant is certain, because
 * a literal part wins over a name here (http.test.ts) and no id, folder or language is called as one of those literals is.
 */
const AMBIGUOUS_BY_SPECIFICATION = [
	// with /api/cmpconfigurator/TCFconfig/{folder}, lightconfig/{customerId}, gvlfile/{id} and the like
	'/api/cmpconfigurator/{folder}/publish',
	'/api/cmpconfigurator/{id}/history',
	// with /api/customer/current/{id}
	'/api/customer/{id}/aggregateddomaincountsfordates',
	'/api/customer/{id}/aggregateddomaineventcountsfordates',
	'/api/customer/{id}/deletecustomerscandomain',
	'/api/customer/{id}/domain',
	'/api/customer/{id}/domainlicense',
	'/api/customer/{id}/getcustomerscan',
	// with /api/manage/client/customer/{customerId}
	'/api/manage/client/{id}/secret',
];
const pointerOf = (path: string): string => `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const t = await startApp({ PUBLIC_URL: 'https://luvalla.example.org', SMTP_URL: 'smtp://127.0.0.1:9' });
const text = (await t.send(null, 'GET', '/openapi.json')).text;
const document = Document.parse(JSON.parse(text));
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

const operation = (id: string): z.infer<typeof Operation> => {
	const found = operations.find((one) => one.operationId === id);
	if (!found) throw new Error(`There is no operation ${id}`);
	return found;
};

/** Redocly's linter with its recommended rules, none switched off; it tells nobody that it runs and looks for no newer one. */
const lint = async (
	content: string,
): Promise<{ totals: Record<string, number>; problems: { ruleId: string; message: string; ignored?: boolean }[] }> => {
	const folder = mkdtempSync(join(tmpdir(), 'luvalla-lint-'));
	try {
		writeFileSync(join(folder, 'openapi.json'), content);
		writeFileSync(join(folder, 'redocly.yaml'), 'extends:\n  - recommended\n');
		const ignored = JSON.stringify({ 'openapi.json': { 'no-ambiguous-paths': AMBIGUOUS_BY_SPECIFICATION.map(pointerOf) } });
		writeFileSync(join(folder, '.redocly.lint-ignore.yaml'), ignored);
		const cli = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
		const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
		const { stdout } = await run(process.execPath, [cli, 'lint', '--format', 'json', 'openapi.json'], { cwd: folder, env }).catch(
			(error: { stdout: string }) => error,
		);
		return JSON.parse(stdout);
	} finally {
		rmSync(folder, { recursive: true });
	}
};

test('a public linter finds nothing', async () => {
	const { totals, problems } = await lint(text);
	expect(problems.filter(({ ignored }) => ignored !== true).map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
	expect(totals).toEqual({ errors: 0, warnings: 0, ignored: AMBIGUOUS_BY_SPECIFICATION.length });
	// It is the linter that says so.
	const { totals: broken } = await lint(text.replace('"operationId":"people"', '"operationId":"run"'));
	expect(broken.errors).toBeGreaterThan(0);
});

test('operation ids are names that a program can have, each once, the contract’s own', () => {
	const ids = operations.map(({ operationId }) => operationId);
	expect(ids.filter((id) => !/^[a-z][a-zA-Z0-9]*$/.test(id))).toEqual([]);
	expect(new Set(ids).size).toBe(ids.length);
	expect(features.flatMap(({ calls }) => calls.map(([name]) => name)).filter((name) => !ids.includes(name))).toEqual([]);
	expect(operation('readUser').tags).toEqual(operation('readUserInIdentity').tags);
	const tags = document.tags.map(({ name }) => name);
	expect(new Set(operations.flatMap((one) => one.tags))).toEqual(new Set(tags));
});

test('every reference leads somewhere, and shapes with a name stand once', () => {
	const refs = new Set([...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].map(([, kind, name]) => `${kind}/${name}`));
	const { schemas, responses } = document.components;
	const there = [...Object.keys(schemas).map((name) => `schemas/${name}`), ...Object.keys(responses).map((name) => `responses/${name}`)];
	expect([...refs].filter((ref) => !there.includes(ref))).toEqual([]);
	expect(there.filter((name) => !refs.has(name))).toEqual([]);
	expect(text).not.toContain('$defs');
	expect(Object.keys(schemas).length).toBeGreaterThan(50);
});

test('it says who opens a call, and with what', () => {
	expect(operation('customerDomains').security).toEqual([{ session: [] }, { person: ['API'] }, { machine: ['API'] }, { domainToken: [] }]);
	expect(operation('writeAnswers').security).toEqual([{ machine: ['API'] }, { domainToken: [] }]);
	expect(operation('addCustomer').security).toEqual([{ session: [] }]);
	expect(operation('readUser').security).toEqual([{ session: [] }, { person: ['API'] }]);
	expect(operation('edgeRecords').security).toEqual([]);
	expect(document.components.securitySchemes).toMatchObject({
		session: { type: 'apiKey', in: 'cookie', name: '__Host-luvalla_session' },
		machine: { flows: { clientCredentials: { tokenUrl: 'https://luvalla.example.org/identity/token' } } },
	});
});

test('what a batch is made of is described, though each item is judged by itself', () => {
	const itemOf = (name: string, part: string) => {
		const { schema } = operation(name).requestBody?.content['application/json'] ?? {};
		return (schema as { properties: Record<string, { items: { properties?: object; required?: string[] } }> }).properties[part]?.items;
	};
	const described = features
		.flatMap(({ calls }) => calls)
		.flatMap(([name, { each, body }]) =>
			each === undefined || !body ? [] : [[name, Object.keys(itemOf(name, each)?.properties ?? {}).length > 0]],
		);
	expect(described.length).toBeGreaterThan(5);
	expect(described.filter(([, is]) => !is)).toEqual([]);
	// What the contract says of a part is said in the document.
	const said = operation('allDomains').parameters.map(({ name, description }) => [name, description]);
	expect(said).toContainEqual(['size', 'Rows on a page.']);
	// Of a no the moment may be missing, so it is not said to be needed.
	expect(itemOf('writeAnswers', 'answers')?.required).toEqual(['person', 'purpose', 'value']);
	expect(itemOf('edgeRecords', 'records')?.required).toContain('choiceId');
});

test('people read the same: shapes of items, parameters, and where to find a call', async () => {
	const html = (await t.send(null, 'GET', '/docs')).text;
	const section = (name: string) => html.split(`<section id="${name}">`)[1]?.split('</section>')[0] ?? '';
	const profiles = section('writeProfiles');
	for (const word of ['&#34;firstName&#34;', '&#34;timeZone&#34;', 'Idempotency-Key']) expect(profiles).toContain(word);
	expect(section('writeAnswers')).toContain('&#34;purpose&#34;');
	expect(html).not.toContain('&#34;judged&#34;');
	expect(section('segments')).toContain('<code>DOMAIN_KEY</code>');
	for (const word of ['<code>size</code>', 'Rows on a page.']) expect(section('allDomains')).toContain(word);
	expect(section('uploadUsers')).toContain('<code>users</code>');
	const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
	expect(new Set(ids).size).toBe(ids.length);
	for (const [, to] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(to);
});

test('a file is read as what it is: a text, JSON, or what would be spoilt as a text', () => {
	const contentOf = (name: string) => operation(name).responses[200]?.content;
	expect(['consentsFile', 'myData', 'invoiceFile'].map(contentOf)).toEqual([
		{ 'text/csv': { schema: { type: 'string' } } },
		{ 'application/json': { schema: { type: 'object' } } },
		{ 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
	]);
});

describe('an upload', () => {
	test('is described as the server reads it', async () => {
		expect(operation('uploadGvlFile').requestBody?.content).toEqual({
			'multipart/form-data': {
				schema: expect.objectContaining({
					required: ['file'],
					properties: { file: expect.objectContaining({ format: 'binary', maxLength: VENDOR_LIST_MAX_BYTES }) },
				}),
				encoding: { file: { contentType: 'application/json' } },
			},
		});
		expect(Object.keys(operation('uploadUsers').requestBody?.content ?? {})).toEqual(['multipart/form-data']);

		const admin = await t.person(['ADMIN']);
		const sent = (part: string, size: number) =>
			t.app.inject({
				method: 'POST',
				url: '/api/cmpconfigurator/gvlfile',
				headers: {
					cookie: admin.cookie.replace('luvalla_session_4000', '__Host-luvalla_session'),
					origin: 'https://luvalla.example.org',
					'content-type': 'multipart/form-data; boundary=b',
				},
				payload: `--b\r\ncontent-disposition: form-data; name="${part}"; filename="x.json"\r\n\r\n${'x'.repeat(size)}\r\n--b--\r\n`,
			});
		const said = async (part: string, size: number) => {
			const { statusCode, payload } = await sent(part, size);
			return [statusCode, JSON.parse(payload).code];
		};
		expect(await said('another', 10)).toEqual([422, 'no_file']);
		expect(await said(uploadGvlFile.multipart.part, uploadGvlFile.multipart.maxBytes + 1)).toEqual([413, 'too_large']);
		expect(await said(uploadGvlFile.multipart.part, 10)).toEqual([422, 'not_a_list']);
	});
});

describe('a code', () => {
	test('cannot be given a second meaning', () => {
		expect(() => refusals({ not_found: [410, 'Gone.', 'Poissa.'] })).toThrow(/'not_found' has a meaning already/);
		for (const [code, { status, sentences }] of knownCodes())
			if (status < 500) expect([code, sentences.en.length > 5, sentences.fi.length > 5]).toEqual([code, true, true]);
	});

	test('stands in the document with its status and sentence, and in the shape of its status alone', () => {
		for (const [code, { status, sentences }] of knownCodes())
			expect([code, document['x-codes'][code]]).toEqual([code, { status, sentence: sentences.en }]);
		const { responses } = document.components;
		const codesIn = (response: object): string[] => JSON.parse(/"enum":(\[[^\]]+\])/.exec(JSON.stringify(response))?.[1] ?? '[]');
		const places = Object.entries(responses).flatMap(([name, response]) => codesIn(response).map((code) => [code, name] as const));
		expect(new Map(places).size).toBe(places.length);
		expect(places).toContainEqual(['too_many', 'Refused429']);
		expect(responses.Refused429).toMatchObject({ headers: { 'Retry-After': { required: true } } });
		expect(new Set(places.map(([code]) => code))).toEqual(new Set(knownCodes().keys()));
	});

	test('is named by a call’s sentence with the status that it has', () => {
		const wrong: string[] = [];
		for (const { path, about } of allCalls)
			for (const [, status, list = ''] of about.matchAll(/\b([45]\d\d) ((?:[a-z]+_[a-z_]+(?:, | or )?)+)/g))
				for (const code of list.split(/, | or /).filter((one) => one !== ''))
					if (knownCodes().get(code)?.status !== Number(status)) wrong.push(`${path}: ${status} ${code}`);
		expect(wrong).toEqual([]);
	});

	test('of what happens before a call’s own work is among those of the call', async () => {
		const tenant = await t.tenant();
		const missing = await t.send(null, 'GET', `/api/customer/${tenant.customerId}/domain`);
		expect(operation('customerDomains')['x-codes'][missing.status]).toContain(missing.json().code);
	});
});

test('a status that the document does not have for a call fails the test that met it', () => {
	for (const url of ['/api/customer', '/API/Customer/?size=1', '/identity/user/roles?userName=x']) {
		expect(() => demandDocumented('GET', url, 413)).toThrow(/answered 413/);
		demandDocumented('GET', url, 403);
	}
	// What is no call of the contract is nobody's.
	demandDocumented('GET', '/api/nothing/here', 404);
});

test('limits are said as they are held', () => {
	expect(operation('people')['x-limits']).toEqual(EVERY_CALL);
	expect(operation('domainCounts')['x-limits']).toEqual([...EVERY_CALL, { by: 'customer', atOnce: 2 }]);
	expect(operation('publicKeys')['x-limits']).toEqual([{ by: 'address', seconds: 60, kept: true, over: 'proof', count: 120 }]);
	for (const one of operations) if (one['x-limits'].length > 0) expect(one.responses['429']).toBeDefined();
});
