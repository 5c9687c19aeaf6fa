/** Each call of the specification is answered by the running program, under its address to the letter, with the names that it states. */
import { allCalls } from '@luvalla/contract/all.ts';
import { nameOf } from '@luvalla/contract/call.ts';
import { CUSTOMER_KEY, DOMAIN_KEY } from '@luvalla/contract/constants.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { type TestApp, testApp } from './app.ts';
import { specifiedCalls } from './specified-calls.ts';

const Schema = z.looseObject({});
const Operation = z.looseObject({
	parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })),
	requestBody: z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: Schema })) }).optional(),
	responses: z.record(z.string(), z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: Schema })).optional() })),
	security: z.array(z.unknown()),
});
const Document = z.looseObject({
	paths: z.record(z.string(), z.record(z.string(), Operation)),
	components: z.looseObject({ schemas: z.record(z.string(), Schema) }),
});

let t: TestApp;
let document: z.infer<typeof Document>;
beforeAll(async () => {
	t = await testApp();
	document = Document.parse(JSON.parse((await t.send(null, 'GET', '/openapi.json')).text));
});
afterAll(() => t.stop());

/** `a.b`, `a[].b`, `[]` for a list: every name that a shape has. */
const namesIn = (schema: unknown, at = '', depth = 0): string[] => {
	const found = Schema.safeParse(schema);
	if (!found.success || depth > 12) return [];
	const { $ref, anyOf, oneOf, allOf, items, properties } = found.data;
	if (typeof $ref === 'string') return namesIn(document.components.schemas[$ref.split('/').at(-1) ?? ''], at, depth + 1);
	return [
		...[anyOf, oneOf, allOf].flatMap((parts) => (Array.isArray(parts) ? parts.flatMap((part) => namesIn(part, at, depth + 1)) : [])),
		...(items === undefined ? [] : [`${at}[]`, ...namesIn(items, `${at}[]`, depth + 1)]),
		...Object.entries(Schema.safeParse(properties).data ?? {}).flatMap(([name, one]) => {
			const here = at === '' ? name : `${at}.${name}`;
			return [here, ...namesIn(one, here, depth + 1)];
		}),
	];
};

/** Of `a b{c d}`: `a`, `b.c`, `b.d`. */
const named = (words = ''): string[] =>
	[...words.matchAll(/(\S+?)\{([^}]*)\}|\S+/g)].flatMap(([whole, of, members]) =>
		of === undefined || members === undefined ? [whole] : members.split(' ').map((member) => `${of}.${member}`),
	);

/** Where the program serves a call of the main or the identity API: names between braces are the document's, and no address ends with `/`. */
const addressOf = (path: string): string => {
	const bare = (address: string): string => address.replace(/\{\w+\}/g, '{}').replace(/\/$/, '');
	const found = Object.keys(document.paths).find((address) => ['/api', '/identity'].some((api) => bare(address) === bare(`${api}${path}`)));
	if (found === undefined) throw new Error(`The document has no ${path}.`);
	return found;
};

test('a name that a call does not have is missed', () => {
	const body = document.paths['/api/manage/constellation']?.post?.requestBody?.content['application/json']?.schema;
	expect(namesIn(body)).toEqual(expect.arrayContaining(named('title webHook{url headerValues} webHook.headerValues[]{header value}')));
	expect(namesIn(body)).not.toContain('Title');
	expect(namesIn(body)).not.toContain('header');
});

test.each(specifiedCalls.map((one) => [`${one.id} ${one.call}`, one] as const))(
	'%s',
	async (_, { call, asks, takes, gives, domain, file }) => {
		expect(allCalls.map(nameOf)).toContain(call);
		const [method = '', path = ''] = call.split(' ');
		const address = addressOf(path);
		const operation = document.paths[address]?.[method.toLowerCase()];
		if (!operation) throw new Error(`The document has no ${method} ${address}.`);
		const told = (where: string): string[] => operation.parameters.filter((one) => one.in === where).map(({ name }) => name);
		expect(told('query')).toEqual(expect.arrayContaining(named(asks)));
		const scopes = told('header').map((name) => name.toLowerCase());
		if (domain) expect(scopes).toContain(DOMAIN_KEY);
		else expect(scopes.filter((name) => name !== CUSTOMER_KEY && name !== DOMAIN_KEY && name !== 'idempotency-key')).toEqual([]);
		const { content = {} } = operation.requestBody ?? {};
		expect(namesIn(content['application/json']?.schema)).toEqual(expect.arrayContaining(named(takes)));
		if (file) expect(namesIn(content['multipart/form-data']?.schema)).toContain(file);
		const answer = operation.responses['200']?.content?.['application/json']?.schema;
		const data = namesIn(answer).map((name) => name.replace(/^data(\.|(?=\[))/, ''));
		expect(data).toEqual(expect.arrayContaining(named(gives)));

		// Nobody is asked who they are behind an address that is none: there it is 404.
		const asked = `${address.slice(0, address.indexOf('/', 1))}${path.replace(/\{\w+\}/g, 'x')}`;
		const { status, headers } = await t.send(null, method as 'GET', asked, method === 'GET' || method === 'DELETE' ? {} : { body: {} });
		expect(headers['content-type']).toContain('json');
		expect(operation.security.length === 0 ? [200, 400, 410, 422] : [401]).toContain(status);
	},
);
